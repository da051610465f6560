import { useState } from 'react'
import { begunWith, type Saying, saidOf } from '#features/decisions/web/reason-model.ts'
import { type Draft, FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { useKeptKeys } from '#kit/web/dialog/kept-keys.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { CodedReasons, type ReasonChoices } from '../choice-contract.ts'
import { type LetterOf, SayingPanel } from './saying-panel.tsx'

export type { Saying }

export type ReasonsDialogProps = FormDialogProps & {
  choices: ReasonChoices
  labels: Readonly<Record<string, string>>
  /** The fields of the change that is decided on. */
  marked?: readonly string[]
  /** Omitted where no letter is sent. */
  letter?: LetterOf
  /** The schema of what is said, if it has words of its own for a missing reason. */
  check?: typeof CodedReasons
  draft?: Draft<Saying>
  onSend: (said: CodedReasons) => void
}

/** Asks for the reasons of a decision, and shows the letter that is made of them as it will arrive. */
export function ReasonsDialog({
  choices,
  labels,
  marked,
  letter,
  check = CodedReasons,
  draft,
  onSend,
  ...dialog
}: ReasonsDialogProps) {
  useKeptKeys()
  const [saying, setSaying] = useState(() => begunWith(draft?.begun, choices))
  const [blank, setBlank] = useState('')
  const refused = Object.values(fieldErrors(dialog.error ?? undefined))[0]
  const said = saidOf(saying)
  const send = () => {
    const given = check.safeParse(said)
    if (given.success) onSend(said)
    else setBlank(given.error.issues[0]?.message ?? '')
  }
  return (
    <FormDialog
      {...dialog}
      isKept={draft !== undefined}
      isWide={letter !== undefined}
      isAtField={Boolean(refused)}
      onSubmit={send}
    >
      <SayingPanel
        choices={choices}
        labels={labels}
        marked={marked}
        letter={letter}
        saying={saying}
        error={blank || refused || ''}
        onChange={(next) => {
          setSaying(next)
          draft?.keep(next)
          setBlank('')
        }}
      />
    </FormDialog>
  )
}
