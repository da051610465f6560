import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { texts } from '../texts.ts'

/** Asks for the reference of a payment received or sent. */
export function ReferenceDialog({
  effect,
  after,
  check,
  onSend,
  ...dialog
}: FormDialogProps & {
  /** The effect of the action, shown before the user confirms. */
  effect?: ReactNode
  /** A further field, below the reference. */
  after?: ReactNode
  check: z.ZodType<{ reference: string }>
  onSend: (reference: string) => void
}) {
  const [reference, setReference] = useState('')
  const [wrong, setWrong] = useState('')
  const send = () => {
    const given = check.safeParse({ reference })
    if (given.success) onSend(given.data.reference)
    else setWrong(fieldErrors(given.error.issues).reference ?? '')
  }
  const atField = wrong || fieldErrors(dialog.error ?? undefined).reference
  return (
    <FormDialog {...dialog} isAtField={Boolean(atField)} onSubmit={send}>
      {effect}
      <TextInput
        label={texts.reference}
        description={texts.referenceHint}
        data-autofocus
        dir="auto"
        autoComplete="off"
        maxLength={120}
        value={reference}
        onChange={(event) => {
          setReference(event.currentTarget.value)
          setWrong('')
        }}
        error={atField || undefined}
      />
      {after}
    </FormDialog>
  )
}
