import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { texts } from './texts.ts'

/** States what an action ends or loses before it runs. Cancel has the focus; a refusal is shown in the dialog. */
export function ConfirmDialog({
  title,
  action,
  isDangerous = true,
  isPending = false,
  isOff = false,
  error = null,
  onClose,
  onConfirm,
  more,
  children,
}: {
  title: string
  /** The label of the button that runs the action. */
  action: string
  /** False for an action that ends nothing but cannot be undone. */
  isDangerous?: boolean
  /** Keeps the dialog open while true: the answer would come to whatever dialog is open by then. */
  isPending?: boolean
  /** Disables the action; the dialog states the reason. */
  isOff?: boolean
  error?: Error | null
  onClose: () => void
  onConfirm: () => void
  /** An option of the action. */
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog isHeld={isPending} title={title} onClose={onClose}>
      <div className={classes.confirm}>
        {error && <ChangeFailure error={error} />}
        <p>{children}</p>
        {more}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <CommandButton
            color={isDangerous ? 'red' : 'green'}
            isPending={isPending}
            disabled={isOff}
            onClick={() => onConfirm()}
          >
            {action}
          </CommandButton>
        </Group>
      </div>
    </Dialog>
  )
}
