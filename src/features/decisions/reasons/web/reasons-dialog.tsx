import { type ReactNode, useEffect, useState } from 'react'
import type { DecisionLetter } from '#features/decisions/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCall } from '#kit/web/client.tsx'
import { FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { type CodedReasons, CodedReasons as check, type ReasonChoices } from '../choice-contract.ts'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'
import { ChoicesPanel } from './choices-panel.tsx'
import { saidOf, silent } from './reason-model.ts'

/** Asks for the reasons of a decision, and shows the letter that is made of them as it will arrive. */
export function ReasonsDialog({
  choices,
  labels,
  letter,
  children,
  onSend,
  ...dialog
}: FormDialogProps & {
  choices: ReasonChoices
  labels: Readonly<Record<string, string>>
  /** The call that makes the letter, with the record and the decision; omitted where no letter is sent. */
  letter?: { call: Endpoint; id: string; verb: 'reject' | 'request_update' }
  children?: ReactNode
  onSend: (said: CodedReasons) => void
}) {
  const [saying, setSaying] = useState(silent)
  const [blank, setBlank] = useState('')
  const refused = Object.values(fieldErrors(dialog.error ?? undefined))[0]
  const said = saidOf(saying)
  const send = () => {
    const given = check.safeParse(said)
    if (given.success) onSend(said)
    else setBlank(given.error.issues[0]?.message ?? '')
  }
  return (
    <FormDialog {...dialog} isAtField={Boolean(refused)} onSubmit={send}>
      <ChoicesPanel
        choices={choices}
        labels={labels}
        saying={saying}
        error={blank || refused || ''}
        hasLanguage={letter !== undefined}
        onChange={(next) => {
          setSaying(next)
          setBlank('')
        }}
      />
      {letter && <Letter {...letter} said={check.safeParse(said).success ? said : null} />}
      {children}
    </FormDialog>
  )
}

/** The letter as it will arrive; made anew a moment after the last change. */
function Letter({
  call: endpoint,
  id,
  verb,
  said,
}: {
  call: Endpoint
  id: string
  verb: string
  said: CodedReasons | null
}) {
  const call = useCall()
  const [letter, setLetter] = useState<DecisionLetter | null>(null)
  const [failure, setFailure] = useState('')
  const asked = said && JSON.stringify({ id, verb, ...said })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new letter is made when its input changes
  useEffect(() => {
    setFailure('')
    if (!asked) return setLetter(null)
    let isOver = false
    const timer = setTimeout(() => {
      call(endpoint, JSON.parse(asked) as never).then(
        (made) => isOver || setLetter(made as DecisionLetter),
        (error: Error) => isOver || setFailure(error.message),
      )
    }, 250)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])
  return (
    <section aria-label={texts.letter} aria-live="polite">
      {failure ? (
        <p className={classes.quiet}>{failure}</p>
      ) : letter ? (
        <div className={classes.letter} lang={letter.language} dir={letter.language === 'ur' ? 'rtl' : 'ltr'}>
          <span className={classes.subject}>{letter.subject}</span>
          {letter.text.trim()}
        </div>
      ) : (
        <p className={classes.quiet}>{texts.letterLater}</p>
      )}
    </section>
  )
}
