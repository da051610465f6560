import { Button, Textarea, TextInput } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { braced, directionOf } from '#features/messages/template-contract.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { LetterDetail } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './letter-panel.module.css'
import type { useLetterFields } from './use-letter-fields.ts'
import { fieldWords, languageWords } from './words-model.ts'

type Fields = ReturnType<typeof useLetterFields>
type Part = 'subject' | 'body'

/** The subject and the text of a letter in one language, and the fields that they can name. */
export function TextPanel({
  letter,
  fields,
  mayChange,
  language,
  onLanguage,
}: {
  letter: LetterDetail
  fields: Fields
  mayChange: boolean
  language: LetterLanguage
  onLanguage: (language: LetterLanguage) => void
}) {
  const { typed, wrong } = fields
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const { insert, track } = useInsertion(fields, language, { subject, body })
  const [subjectName, bodyName] = [`subject_${language}`, `body_${language}`] as const
  const isUnwritten = language === 'ur' && typed.subject_ur === '' && typed.body_ur === ''
  const script = { dir: directionOf[language], lang: language }
  return (
    <form {...fields.form}>
      <SideCard title={texts.letterText}>
        {fields.notices}
        <div className={classes.form}>
          <fieldset className={classes.switch} aria-label={texts.textLanguage}>
            {letterLanguages.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === language}
                onClick={() => onLanguage(name)}
              >
                {languageWords[name]}
              </button>
            ))}
          </fieldset>
          {isUnwritten && (
            <div className={classes.tools}>
              <p className={classes.quiet}>{texts.emptyUrdu}</p>
              {mayChange && (
                <Button
                  variant="default"
                  onClick={() => fields.change({ subject_ur: typed.subject_en, body_ur: typed.body_en })}
                >
                  {texts.copyEnglish}
                </Button>
              )}
            </div>
          )}
          <TextInput
            {...script}
            ref={subject}
            label={texts.subject}
            value={typed[subjectName]}
            error={wrong[subjectName]}
            maxLength={200}
            readOnly={!mayChange}
            onFocus={() => track('subject')}
            onBlur={() => fields.leave(subjectName)}
            onChange={(event) => fields.change({ [subjectName]: event.currentTarget.value })}
          />
          <Textarea
            {...script}
            ref={body}
            className={classes.body}
            label={texts.body}
            description={texts.bodyHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={14}
            value={typed[bodyName]}
            error={wrong[bodyName]}
            maxLength={10_000}
            readOnly={!mayChange}
            onFocus={() => track('body')}
            onBlur={() => fields.leave(bodyName)}
            onChange={(event) => fields.change({ [bodyName]: event.currentTarget.value })}
          />
          <FieldList letter={letter} onInsert={mayChange ? insert : null} />
        </div>
      </SideCard>
    </form>
  )
}

/** Inserts a field where the cursor was last, in the subject or in the text. */
function useInsertion(
  fields: Fields,
  language: LetterLanguage,
  places: { subject: RefObject<HTMLInputElement | null>; body: RefObject<HTMLTextAreaElement | null> },
) {
  const last = useRef<Part>('body')
  const insert = (name: string) => {
    const part = name === 'link' ? 'body' : last.current
    const place = places[part].current
    if (!place) return
    const words = braced(name)
    const { value } = place
    const start = place.selectionStart ?? value.length
    const end = place.selectionEnd ?? start
    fields.change({ [`${part}_${language}`]: value.slice(0, start) + words + value.slice(end) })
    // The field draws its new value first, which moves the cursor to its end.
    requestAnimationFrame(() => {
      place.focus()
      place.setSelectionRange(start + words.length, start + words.length)
    })
  }
  return {
    insert,
    track: (part: Part) => {
      last.current = part
    },
  }
}

function FieldList({
  letter,
  onInsert,
}: {
  letter: LetterDetail
  onInsert: ((name: string) => void) | null
}) {
  return (
    <section aria-label={texts.fields}>
      <h3 className={classes.quiet}>{texts.fields}</h3>
      {onInsert && <p className={classes.quiet}>{texts.fieldsHint}</p>}
      <ul className={classes.fields}>
        {letter.fields.map(({ name, is_required }) => (
          <li key={name}>
            {onInsert ? (
              <button
                type="button"
                className={classes.chip}
                dir="ltr"
                title={texts.insert({ field: fieldWords[name] })}
                onClick={() => onInsert(name)}
              >
                {braced(name)}
              </button>
            ) : (
              <code dir="ltr">{braced(name)}</code>
            )}
            <span>{fieldWords[name]}</span>
            <span className={classes.quiet}>{is_required ? texts.required : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
