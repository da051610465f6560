import { type Reopening, ReopeningPanel } from '#features/decisions/web/reopening-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type VendorReview, vendors } from '../contract.ts'
import { texts } from '../texts.ts'

/** What a rejected vendor can do, and the way back into review: the same application sent again changes nothing. */
export function ReopenPanel({
  vendor: { id, version, username, shop },
  onMade,
  reopening,
}: {
  vendor: VendorReview
  /** Receives the version that reopening has created. */
  onMade: (version: number) => void
  reopening: Reopening
}) {
  const can = useCan()
  const show = useToast()
  const reopen = useCommand(vendors.reopen, ({ version }) => {
    reopening.forget()
    onMade(version)
  })
  const name = shop?.shop_name || username
  return (
    <ReopeningPanel
      title={texts.rejected}
      text={texts.mayApplyAgain}
      dialog={{ title: texts.reopenQuestion({ name }), text: texts.reopenEffects, verb: texts.reopenVendor }}
      mayReopen={can(vendors.reopen)}
      reopen={reopen}
      draft={reopening.draftOf('reopen')}
      onSend={(reason, onDone) =>
        reopen.mutate(
          { input: { id, reason }, ifMatch: version },
          {
            onSuccess: () => {
              onDone()
              show({ message: texts.reopened({ name }) })
            },
          },
        )
      }
    />
  )
}
