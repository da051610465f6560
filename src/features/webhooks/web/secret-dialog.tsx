import { Button, Group } from '@mantine/core'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import classes from './webhook-panel.module.css'

/** Shows a secret, only this once, so a click outside does not close the dialog. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title="The secret of this endpoint">
      <div className={classes.form}>
        <p className={classes.quiet}>
          Deliveries are signed with it. Keep it with the system that receives them: it is shown this once.
        </p>
        <p className={classes.secret}>
          <code>{secret}</code>
          <CopyButton what="the secret" text={secret} />
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have kept it</Button>
        </Group>
      </div>
    </Dialog>
  )
}
