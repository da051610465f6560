import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type MailingDetail, mailings } from '../contract.ts'
import { texts } from '../texts.ts'

/** The second person sees how many get the mail now, and approves. */
export function ApproveDialog({ mailing, onClose }: { mailing: MailingDetail; onClose: () => void }) {
  const show = useToast()
  const approve = useCommand(mailings.approve)
  const { id, subject, audience, content, asked_by_name: name, version } = mailing
  const count = useEndpoint(mailings.audience, { audience, is_legal: content.is_legal })
  return (
    <ConfirmDialog
      title={texts.approveTitle({ subject })}
      action={texts.approveVerb}
      isDangerous={false}
      isPending={approve.isPending}
      isOff={!count.data}
      error={approve.error}
      onClose={onClose}
      onConfirm={() =>
        approve.mutate(
          { input: { id }, ifMatch: version },
          {
            onSuccess: () => {
              onClose()
              show({ message: texts.isApproved({ subject }) })
            },
          },
        )
      }
      more={<ReadFailure of={count} what={texts.notCounted} />}
    >
      {count.data
        ? texts.approveHint({ name, count: count.data.recipients })
        : !count.isError && texts.counting}
    </ConfirmDialog>
  )
}
