import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { MomentField, momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ReleaseDetail, releases, type WaitingSection } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './release-panels.module.css'

/** The working copies as they were when they were asked for: what somebody saves after that is refused and not taken unseen. */
type Taken = Pick<WaitingSection, 'section' | 'version'>[]

/** Moves or rewords a scheduled release, and takes newer working copies of its sections into it if asked to. */
export function MoveDialog({ release, onClose }: { release: ReleaseDetail; onClose: () => void }) {
  // Keeps what was read when the dialog opened, so that a change by someone else is told and not overwritten.
  const [{ id, version, title, note, publish_at, sections, working }] = useState(release)
  const show = useToast()
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(releases.change, () => ({
    title,
    note,
    publish_at: publish_at === null ? '' : typedMoment(publish_at),
    taken: null as Taken | null,
  }))
  const read = useEndpoint(releases.waiting, {}, { enabled: working.length > 0 })
  const waiting = read.data ?? []
  // Sections whose working copy shoppers see already wait for nothing: theirs is the version that is
  // read with the release, and again after a refusal.
  const newer = sections.flatMap(
    (name) => [...waiting, ...release.versions].find(({ section }) => section === name) ?? [],
  )
  const canTake = working.length > 0 && newer.length === sections.length
  const submit = () => {
    const at = momentTyped(typed.publish_at)
    if (typed.title.trim() === '') return setWrong({ title: texts.titleIsRequired })
    if (at === '') return setWrong({ publish_at: texts.timeIsRequired })
    const isMoved = publish_at === null || typedMoment(publish_at) !== typed.publish_at
    command.mutate(
      {
        input: {
          ...{ id, title: typed.title, note: typed.note },
          ...(isMoved ? { publish_at: at } : {}),
          ...(typed.taken ? { sections: typed.taken } : {}),
        },
        ifMatch: version,
      },
      {
        onSuccess: () => {
          onClose()
          show({ message: texts.isMoved })
        },
        // What somebody saved meanwhile can be taken then, when it is asked for again.
        onError: () => (working.length > 0 ? void read.refetch() : undefined),
      },
    )
  }
  return (
    <FormDialog
      title={texts.moveQuestion({ title })}
      verb={texts.saveVerb}
      onClose={onClose}
      onSubmit={submit}
      {...dialog}
    >
      <div className={classes.form}>
        <MomentField label={texts.time} {...field('publish_at')} />
        <TextInput label={texts.title} maxLength={120} dir="auto" {...field('title')} />
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
        <ReadFailure of={read} what={texts.waitingFailed} />
        {(canTake || typed.taken) && (
          <Checkbox
            label={texts.takeWorkingCopies}
            checked={typed.taken !== null}
            onChange={(event) => {
              const taken = newer.map(({ section, version: of }) => ({ section, version: of }))
              change({ taken: event.currentTarget.checked ? taken : null })
            }}
          />
        )}
      </div>
    </FormDialog>
  )
}
