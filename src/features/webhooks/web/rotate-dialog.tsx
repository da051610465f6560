import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { webhooks } from '../contract.ts'

/** Creates a new secret; the old one keeps signing for a while, unless others know it. */
export function RotateDialog({
  id,
  onClose,
  onMade,
}: {
  id: string
  onClose: () => void
  onMade: (secret: string) => void
}) {
  const [isAtOnce, setAtOnce] = useState(false)
  return (
    <CommandDialog
      of={webhooks.rotate}
      input={{ id, at_once: isAtOnce }}
      title={texts.rotateQuestion}
      action={texts.newSecret}
      onClose={onClose}
      onDone={({ secret }) => onMade(secret)}
      more={
        <Checkbox
          size="xs"
          label={texts.endOldSecret}
          checked={isAtOnce}
          onChange={(event) => setAtOnce(event.currentTarget.checked)}
        />
      }
    >
      {texts.rotateEffects}
    </CommandDialog>
  )
}
