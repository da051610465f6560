import { useEffect, useState } from 'react'
import type { DecisionLetter } from '#features/decisions/contract.ts'
import { type Saying, saidOf } from '#features/decisions/web/reason-model.ts'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCall } from '#kit/web/client.tsx'
import { type CodedReasons, CodedReasons as check, type ReasonChoices } from '../choice-contract.ts'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'
import { ChoicesPanel } from './choices-panel.tsx'

/** The call that makes the letter of a decision, with the record and the decision. */
export interface LetterOf {
  call: Endpoint
  id: string
  verb: 'reject' | 'request_update' | 'disable' | 'close' | 'decline'
  /** Whose letter it is, where several records are decided on together. */
  name?: string
}

/** Chooses and edits the reasons of a decision, beside the letter that is made of them as it will arrive. */
export function SayingPanel({
  choices,
  labels,
  marked,
  letter,
  saying,
  error,
  onChange,
}: {
  choices: ReasonChoices
  labels: Readonly<Record<string, string>>
  /** The fields of the change that is decided on. */
  marked?: readonly string[] | undefined
  /** Omitted where no letter is sent. */
  letter?: LetterOf | undefined
  saying: Saying
  error: string
  onChange: (saying: Saying) => void
}) {
  const said = saidOf(saying)
  // Known once the letter was made: until then the language of all letters is the likely one.
  const [written, setWritten] = useState<LetterLanguage | null>(null)
  return (
    <div className={letter ? classes.beside : undefined}>
      <ChoicesPanel
        choices={choices}
        usual={written ?? choices.language}
        labels={labels}
        marked={marked}
        saying={saying}
        error={error}
        isRequest={letter?.verb === 'request_update'}
        hasLanguage={letter !== undefined}
        onChange={onChange}
      />
      {letter && (
        <Letter
          {...letter}
          said={check.safeParse(said).success ? said : null}
          onMade={({ language }) => setWritten(language)}
        />
      )}
    </div>
  )
}

/** The letter as it will arrive; made again a moment after the last change. */
function Letter({
  call: endpoint,
  id,
  verb,
  name,
  said,
  onMade,
}: LetterOf & { said: CodedReasons | null; onMade: (letter: DecisionLetter) => void }) {
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
        (made) => {
          if (isOver) return
          setLetter(made as DecisionLetter)
          onMade(made as DecisionLetter)
        },
        (error: Error) => isOver || setFailure(error.message),
      )
    }, 250)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])
  const title = name === undefined ? texts.letter : texts.letterTo({ name })
  return (
    <section className={classes.preview} aria-label={title} aria-live="polite">
      <h3>{title}</h3>
      {failure ? (
        <p className={classes.quiet}>{texts.letterFailed({ message: failure })}</p>
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
