import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { webhooks } from '../contract.ts'
import { texts } from '../texts.ts'

/** Sends every failed delivery of an endpoint again, after explaining which these are, and says how many it was. */
export function ResendFailedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const show = useToast()
  return (
    <CommandDialog
      of={webhooks.resendFailed}
      input={{ id }}
      title={texts.resendFailedQuestion}
      action={texts.sendAgain}
      isDangerous={false}
      onClose={onClose}
      onDone={({ count }) => show({ message: texts.failedAreSentAgain({ count }) })}
    >
      {texts.resendFailedEffects}
    </CommandDialog>
  )
}
