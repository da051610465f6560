import { useState } from 'react'
import { FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { DayField } from '#kit/web/fields/day-field.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { texts } from '../texts.ts'

/** Asks for the last day of the requests that a run takes. */
export function OpenRunDialog({
  onSend,
  ...dialog
}: Pick<FormDialogProps, 'isPending' | 'error' | 'onClose'> & { onSend: (day: string) => void }) {
  const [day, setDay] = useState('')
  const [missing, setMissing] = useState('')
  const refused = fieldErrors(dialog.error ?? undefined).requested_until
  return (
    <FormDialog
      {...dialog}
      title={texts.openRunUpToQuestion}
      text={texts.openRunUpToText}
      verb={texts.openRun}
      isAtField={Boolean(refused)}
      onSubmit={() => (day ? onSend(day) : setMissing(texts.chooseTheLastDay))}
    >
      <DayField
        label={texts.requestedUntil}
        value={day}
        error={missing || refused}
        onDay={(chosen) => {
          setDay(chosen)
          setMissing('')
        }}
      />
    </FormDialog>
  )
}
