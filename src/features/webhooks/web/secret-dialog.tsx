import { Button, Group } from '@mantine/core'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { texts } from '../texts.ts'
import classes from './webhook-panel.module.css'

/** Shows a secret, only this once, so only the button that says that it is stored closes the dialog. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog isHeld withCloseButton={false} onClose={onClose} title={texts.secretTitle}>
      <div className={classes.form}>
        <p className={classes.quiet}>{texts.secretHint}</p>
        <p className={classes.secret}>
          <code>{secret}</code>
          <CopyButton what={texts.theSecret} text={secret} />
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.secretStored}</Button>
        </Group>
      </div>
    </Dialog>
  )
}
