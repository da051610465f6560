import { Textarea } from '@mantine/core'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { ConsentDraft, subscribers } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './subscriber-panel.module.css'

/** Shows every version of the consent text and writes the next one. */
export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const versions = useEndpoint(subscribers.consentTexts, {}).data ?? []
  const { command, typed, change, errors, setWrong, dialog } = useCommandForm(
    subscribers.writeConsent,
    () => ({ text: '' }),
  )
  const send = () => {
    const draft = ConsentDraft.safeParse(typed)
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate(
      { input: draft.data },
      {
        onSuccess: ({ version }) => {
          onClose()
          show({ message: texts.consentWritten({ version }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.consentText}
      text={texts.consentHint}
      verb={texts.saveAsNextVersion}
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
