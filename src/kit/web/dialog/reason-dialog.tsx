import { useState } from 'react'
import { maxReasonLength, Reason } from '#kit/contract/reason.ts'
import { fieldErrors } from '../fields/field-errors.ts'
import { ReasonField } from '../fields/reason-field.tsx'
import { type Draft, FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { texts } from './texts.ts'

/** Asks for a reason before an action. A blank reason is refused here as on the server. */
export function ReasonDialog({
  label = texts.reason,
  check = Reason,
  isAsked = true,
  draft,
  onSend,
  ...dialog
}: FormDialogProps & {
  label?: string
  /** The schema for the reason, if it is addressed to a named reader. */
  check?: typeof Reason
  /** False if the same dialog runs an action that needs no reason. */
  isAsked?: boolean
  draft?: Draft<string> | undefined
  onSend: (reason: string) => void
}) {
  const [reason, setReason] = useState(draft?.begun ?? '')
  const [blank, setBlank] = useState('')
  const refused = fieldErrors(dialog.error ?? undefined).reason
  const send = () => {
    if (!isAsked) return onSend('')
    const given = check.safeParse({ reason })
    if (given.success) onSend(given.data.reason)
    else setBlank(given.error.issues[0]?.message ?? '')
  }
  return (
    <FormDialog {...dialog} isKept={draft !== undefined} isAtField={Boolean(refused)} onSubmit={send}>
      {isAsked && (
        <ReasonField
          label={label}
          value={reason}
          error={blank || refused || ''}
          maxLength={maxReasonLength}
          onChange={(value) => {
            setReason(value)
            draft?.keep(value)
            setBlank('')
          }}
        />
      )}
    </FormDialog>
  )
}
