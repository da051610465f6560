import { type Reopening, ReopeningPanel } from '#features/decisions/web/reopening-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ProductReview, products } from '../contract.ts'
import { texts } from '../texts.ts'

/** Whether the vendor may submit a rejected listing again, and the way back into review. */
export function ReopenPanel({
  product: { id, version, product_name: name, is_locked },
  onMade,
  reopening,
}: {
  product: ProductReview
  /** Receives the version that reopening has created. */
  onMade: (version: number) => void
  reopening: Reopening
}) {
  const can = useCan()
  const show = useToast()
  const reopen = useCommand(products.reopen, ({ version }) => {
    reopening.forget()
    onMade(version)
  })
  return (
    <ReopeningPanel
      title={is_locked ? texts.locked : texts.rejected}
      text={is_locked ? texts.lockedText : texts.maySubmitAgain}
      dialog={{ title: texts.reopenQuestion({ name }), text: texts.reopenEffects, verb: texts.reopenProduct }}
      mayReopen={can(products.reopen)}
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
