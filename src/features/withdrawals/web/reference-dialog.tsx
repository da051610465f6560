import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { texts } from '../texts.ts'

/** Asks for the bank's reference of the payment. */
export function ReferenceDialog({
  number,
  onSend,
  ...dialog
}: Pick<FormDialogProps, 'isPending' | 'error' | 'onClose'> & {
  number: string
  onSend: (reference: string) => void
}) {
  const [reference, setReference] = useState('')
  const [blank, setBlank] = useState('')
  const send = () => {
    if (reference.trim() === '') setBlank(texts.bankReferenceRequired)
    else onSend(reference)
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.markNumberAsPaid({ number })}
      verb={texts.markAsPaid}
      onSubmit={send}
    >
      <TextInput
        label={texts.bankReference}
        data-autofocus
        maxLength={120}
        value={reference}
        error={blank || undefined}
        onChange={(event) => {
          setReference(event.currentTarget.value)
          setBlank('')
        }}
      />
    </FormDialog>
  )
}
