import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { cut } from '#kit/contract/text.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { useSentOnce } from '#kit/web/sent-once.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type ReleaseDetail, releases } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './release-panels.module.css'

/** Makes an earlier release live again, after it was said what becomes of the working copies. */
export function RollBackDialog({
  release,
  onDone,
  onClose,
}: {
  release: ReleaseDetail
  onDone: (made: ReleaseDetail) => void
  onClose: () => void
}) {
  // Keeps what was read when the dialog opened: what somebody publishes meanwhile is not undone unseen.
  const [{ id, number, title, live_release }] = useState(release)
  const show = useToast()
  const once = useSentOnce()
  const wording = texts.backTo({ title })
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(
    releases.rollBack,
    () => ({ title: cut(wording, 120), note: '' }),
  )
  const submit = () => {
    if (typed.title.trim() === '') return setWrong({ title: texts.titleIsRequired })
    const wanted = { id, ...typed, instead_of: live_release }
    command.mutate(
      { input: { new_id: once.idOf(wanted), ...wanted } },
      {
        onSuccess: (made) => {
          onClose()
          show({ message: texts.rolledBack({ number: number ?? 0 }) })
          onDone(made)
        },
      },
    )
  }
  return (
    <FormDialog
      title={texts.rollBackQuestion({ number: number ?? 0 })}
      text={texts.rollBackEffects({ number: number ?? 0, live: live_release })}
      verb={texts.rollBack}
      onClose={onClose}
      onSubmit={submit}
      {...dialog}
    >
      <div className={classes.form}>
        <TextInput label={texts.title} maxLength={120} data-autofocus dir="auto" {...field('title')} />
        <Textarea
          label={texts.note}
          maxLength={1_000}
          autosize={false}
          rows={3}
          dir="auto"
          value={typed.note}
          error={errors.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
    </FormDialog>
  )
}
