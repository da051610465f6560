import { Button, Group } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import { useFirstInvalid } from '../fields/first-invalid.ts'
import { Dialog } from './dialog.tsx'
import classes from './form-dialog.module.css'

export interface FormDialogProps {
  title: string
  text?: ReactNode
  /** What the button says that sends the form. */
  verb: string
  isDangerous?: boolean
  isPending: boolean
  /** It stays open while this is so: closing would lose the answer. */
  isHeld?: boolean
  error: Error | null
  onClose: () => void
}

/** A dialog with a form: what it will do, its fields, Cancel, and the button that does it. */
export function FormDialog({
  title,
  text,
  verb,
  isDangerous = false,
  isPending,
  isHeld = false,
  error,
  isAtField = false,
  isOff = false,
  onClose,
  onSubmit,
  children,
}: FormDialogProps & {
  /** The error is shown at one of the fields. */
  isAtField?: boolean
  /** Nothing can be sent, as the dialog says why. */
  isOff?: boolean
  onSubmit: () => void
  /** Fields, the first of which takes the focus; without any the button does. */
  children?: ReactNode
}) {
  const form = useFirstInvalid(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog isHeld={isHeld} onClose={onClose} title={title}>
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        {text && <p className={classes.text}>{text}</p>}
        {error && !isAtField && <ChangeFailure error={error} />}
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isHeld} onClick={onClose}>
            Cancel
          </Button>
          <CommandButton
            type="submit"
            color={isDangerous ? 'red' : 'green'}
            isPending={isPending}
            disabled={isOff}
            data-autofocus={children ? undefined : true}
          >
            {verb}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
