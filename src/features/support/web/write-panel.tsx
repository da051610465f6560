import { Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { EntryDraft, requestLimits } from '../contract.ts'
import { FilesPanel } from './files-panel.tsx'
import classes from './support-panel.module.css'
import { useFiles } from './use-files.ts'

/**
 * Writes into a request, with files. What is typed stays when it is refused, and is asked about before the screen is left
 * without sending it.
 */
export function WritePanel({
  label,
  hint,
  verb,
  isPending,
  error,
  onSend,
  onWriting,
}: {
  label: string
  hint: string
  verb: string
  isPending: boolean
  error: Error | null
  /** Calls `onDone` when it was sent. */
  onSend: (entry: { text: string; file_ids: string[] }, onDone: () => void) => void
  /** Told whether something is typed or chosen that was not sent. */
  onWriting?: (isWriting: boolean) => void
}) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState('')
  const files = useFiles()
  const errors = fieldErrors(error ?? undefined)
  const isWriting = text.trim() !== '' || files.chosen.length > 0
  const guard = useLeaveGuard(isWriting)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onWriting?.(isWriting), [isWriting])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const draft = EntryDraft.safeParse({ text, file_ids: files.ids })
    setWrong(draft.success ? '' : (fieldErrors(draft.error.issues).text ?? ''))
    if (!draft.success) return
    onSend(draft.data, () => {
      setText('')
      files.clear(draft.data.file_ids)
    })
  }
  return (
    <div className="box">
      <form className={classes.form} onSubmit={send} noValidate>
        {error && !errors.text && <ChangeFailure error={error} />}
        <Textarea
          label={label}
          description={hint}
          dir="auto"
          rows={4}
          maxLength={requestLimits.textLength}
          readOnly={isPending}
          value={text}
          error={wrong || errors.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FilesPanel files={files} />
        <div>
          <CommandButton type="submit" isPending={isPending} disabled={files.isUploading}>
            {verb}
          </CommandButton>
        </div>
      </form>
      {guard.dialog}
    </div>
  )
}
