import { Group } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import { useFirstInvalid } from '../fields/first-invalid.ts'
import { CancelButton, Dialog } from './dialog.tsx'
import classes from './form-dialog.module.css'

/** What was typed in a dialog that was closed before it was sent; undefined if nothing was. `keep` receives each change. */
export interface Draft<Typed> {
  begun: Typed | undefined
  keep: (typed: Typed) => void
}

export interface FormDialogProps {
  title: string
  text?: ReactNode
  /** The label of the button that submits the form. */
  verb: string
  isDangerous?: boolean
  /** Keeps the dialog open while true: the answer would come to whatever dialog is open by then. */
  isPending: boolean
  /** True if what was typed is there again when the dialog opens again, so that it closes without a question. */
  isKept?: boolean
  /** Twice as wide where the screen allows it, for two columns. */
  isWide?: boolean
  error: Error | null
  onClose: () => void
}

/** A dialog with a form: a description, fields, Cancel, and the submit button. */
export function FormDialog({
  title,
  text,
  verb,
  isDangerous = false,
  isPending,
  isKept = false,
  isWide = false,
  error,
  isAtField = false,
  isOff = false,
  onClose,
  onSubmit,
  children,
}: FormDialogProps & {
  /** True if the error is shown at one of the fields. */
  isAtField?: boolean
  /** Disables submitting; the dialog states the reason. */
  isOff?: boolean
  onSubmit: () => void
  /** Fields, the first of which receives the focus. Without fields, the button receives it. */
  children?: ReactNode
}) {
  const form = useFirstInvalid(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      isHeld={isPending}
      isKept={isKept}
      onClose={onClose}
      title={title}
      size={isWide ? 'min(880px, 100%)' : 'md'}
    >
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        {text && <p className={classes.text}>{text}</p>}
        {error && !isAtField && <ChangeFailure error={error} />}
        {children}
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          <CancelButton isOff={isPending} />
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
