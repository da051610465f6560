import { Group, Textarea } from '@mantine/core'
import {
  type Icon,
  IconMoodCry,
  IconMoodEmpty,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSmile,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { CancelButton, Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { feedbackKinds, moods, RequestDraft, type RequestKind, requestLimits, support } from '../contract.ts'
import { texts } from '../texts.ts'
import { kindWords, moodWords } from '../words-contract.ts'
import { FilesPanel } from './files-panel.tsx'
import { myRequestRecord } from './links.ts'
import classes from './support-panel.module.css'
import { useFiles } from './use-files.ts'

const faces: readonly Icon[] = [IconMoodCry, IconMoodSad, IconMoodEmpty, IconMoodSmile, IconMoodHappy]

/** Feedback: an idea, praise or a problem, in words and with a mood. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const [kind, setKind] = useState<RequestKind>('idea')
  const [text, setText] = useState('')
  const [mood, setMood] = useState<number | null>(null)
  const [wrong, setWrong] = useState('')
  const files = useFiles()
  const submit = useCommand(support.submit)
  const errors = fieldErrors(submit.error ?? undefined)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const checked = RequestDraft.shape.text.safeParse(text)
    setWrong(checked.success ? '' : (checked.error.issues[0]?.message ?? ''))
    if (!checked.success) return
    submit.mutate(
      { input: { kind, text: checked.data, mood, screen: window.location.pathname, file_ids: files.ids } },
      {
        onSuccess: (made) => {
          onClose()
          show({
            message: texts.feedbackSent({
              number: made.number,
              link: (words) => <Link href={myRequestRecord(made)}>{words}</Link>,
            }),
          })
        },
      },
    )
  }
  return (
    <Dialog
      title={texts.feedback}
      size="lg"
      isHeld={submit.isPending}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={send} noValidate>
        {submit.error && !errors.text && <ChangeFailure error={submit.error} />}
        <p className={classes.quiet}>{texts.feedbackIntro}</p>
        <fieldset className={classes.choices}>
          <legend>{texts.feedbackKind}</legend>
          <div>
            {feedbackKinds.map((one) => (
              <label key={one} className={classes.choice}>
                <input
                  type="radio"
                  name="feedback-kind"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                <span>{kindWords[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Textarea
          label={texts.feedbackText}
          data-autofocus
          dir="auto"
          rows={5}
          maxLength={requestLimits.textLength}
          value={text}
          error={wrong || errors.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Moods mood={mood} onChoose={setMood} />
        <FilesPanel files={files} />
        <Group justify="flex-end" gap="xs">
          <CancelButton isOff={submit.isPending} />
          <CommandButton type="submit" isPending={submit.isPending} disabled={files.isUploading}>
            {texts.sendFeedback}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

function Moods({ mood, onChoose }: { mood: number | null; onChoose: (mood: number) => void }) {
  return (
    <fieldset className={classes.choices}>
      <legend>
        {texts.mood} <span className={classes.quiet}>{texts.moodOptional}</span>
      </legend>
      <div>
        {moods.map((level, index) => {
          const Face = faces[index] ?? IconMoodEmpty
          const word = moodWords[index] ?? ''
          return (
            <label key={level} className={classes.mood}>
              <input
                type="radio"
                name="feedback-mood"
                checked={mood === level}
                onChange={() => onChoose(level)}
              />
              <Face size={26} stroke={1.6} aria-hidden="true" />
              <span>{word}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
