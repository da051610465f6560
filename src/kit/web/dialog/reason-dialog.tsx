import { useState } from 'react'
import { maxReasonLength, Reason } from '#kit/contract/reason.ts'
import { fieldErrors } from '../fields/field-errors.ts'
import { ReasonField } from '../fields/reason-field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

/** Asks why before something is done; a blank reason is refused here as on the server. */
export function ReasonDialog({
  label = 'Reason',
  check = Reason,
  isAsked = true,
  onSend,
  ...dialog
}: FormDialogProps & {
  label?: string
  /** What the reason is checked by, where it has a reader who is named. */
  check?: typeof Reason
  /** False where the same dialog does something that needs no reason. */
  isAsked?: boolean
  onSend: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState('')
  const refused = fieldErrors(dialog.error ?? undefined).reason
  const send = () => {
    if (!isAsked) return onSend('')
    const given = check.safeParse({ reason })
    if (given.success) onSend(given.data.reason)
    else setBlank(given.error.issues[0]?.message ?? '')
  }
  return (
    <FormDialog {...dialog} isAtField={Boolean(refused)} onSubmit={send}>
      {isAsked && (
        <ReasonField
          label={label}
          value={reason}
          error={blank || refused || ''}
          maxLength={maxReasonLength}
          onChange={(value) => {
            setReason(value)
            setBlank('')
          }}
        />
      )}
    </FormDialog>
  )
}
