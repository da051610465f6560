import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { webhooks } from '../contract.ts'
import { texts } from '../texts.ts'

/** Disables an endpoint, after explaining what happens to its deliveries. */
export function DisableDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <CommandDialog
      of={webhooks.disable}
      input={{ id }}
      title={texts.disableQuestion}
      action={texts.disable}
      done={texts.theEndpointIsDisabled}
      onClose={onClose}
    >
      {texts.disableEffects}
    </CommandDialog>
  )
}
