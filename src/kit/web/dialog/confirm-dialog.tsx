import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Says what an act ends or loses before it does. Cancel has the focus; a refusal stands in the dialog. */
export function ConfirmDialog({
  title,
  action,
  isDangerous = true,
  isPending = false,
  error = null,
  onClose,
  onConfirm,
  more,
  children,
}: {
  title: string
  /** What the button says that does it. */
  action: string
  /** False for an act that ends nothing, but has no way back. */
  isDangerous?: boolean
  isPending?: boolean
  error?: Error | null
  onClose: () => void
  onConfirm: () => void
  /** A choice that goes with it. */
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={classes.confirm}>
        {error && <ChangeFailure error={error} />}
        <p>{children}</p>
        {more}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <CommandButton
            color={isDangerous ? 'red' : 'green'}
            isPending={isPending}
            onClick={() => onConfirm()}
          >
            {action}
          </CommandButton>
        </Group>
      </div>
    </Dialog>
  )
}
