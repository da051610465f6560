import { Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { fullTimeOf } from '#kit/web/ages.ts'
import { ApiRefusal, useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { ConsentDraft, subscribers } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './subscriber-panel.module.css'

/** Shows every version of the consent text and writes the next one. */
export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const read = useEndpoint(subscribers.consentTexts, {})
  const versions = read.data ?? []
  // What was kept of an earlier visit is not what was read now; what somebody writes from here on is told and not passed over.
  const [seen, setSeen] = useState<number>()
  useEffect(() => {
    if (!read.isFetching) setSeen((before) => before ?? read.data?.[0]?.version)
  }, [read.isFetching, read.data])
  const { command, typed, change, errors, setWrong, dialog } = useCommandForm(
    subscribers.writeConsent,
    () => ({ text: '' }),
  )
  const send = () => {
    const draft = ConsentDraft.safeParse({ ...typed, follows: seen })
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate(
      { input: draft.data },
      {
        onSuccess: ({ version }) => {
          onClose()
          show({ message: texts.consentWritten({ version }) })
        },
        onError: (failure) => {
          if (!(failure instanceof ApiRefusal && failure.status === 409)) return
          // The refusal says that there is another version: what the list shows then is what the next one follows.
          setSeen(undefined)
          void read.refetch()
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.consentText}
      text={texts.consentHint}
      verb={texts.saveAsNextVersion}
      isOff={seen === undefined}
      {...dialog}
      onClose={onClose}
      onSubmit={send}
    >
      <Textarea
        label={texts.newText}
        name="text"
        rows={3}
        dir="auto"
        data-autofocus
        value={typed.text}
        error={errors.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <ReadFailure of={read} what={texts.versionsNotLoaded} />
      <ol className={classes.versions} reversed aria-label={texts.versions}>
        {versions.map(({ version, text, created_at, created_by }) => (
          <li key={version} value={version}>
            <span dir="auto">{text}</span>
            <span className={classes.quiet}>
              {created_by
                ? texts.writtenBy({ name: created_by, at: fullTimeOf(created_at) })
                : fullTimeOf(created_at)}
            </span>
          </li>
        ))}
      </ol>
    </FormDialog>
  )
}
