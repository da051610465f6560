import { NativeSelect } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { letterReaders } from '#features/messages/kinds-contract.ts'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useFocusOnArrival } from '#kit/web/history-moves.ts'
import { Link } from '#kit/web/link.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type Letter, type LetterSettings, letters } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './letter-panel.module.css'
import { letterRecord } from './links.ts'
import { LetterMark } from './mark-panel.tsx'
import { kindWords, languageWords, readerWords } from './words-model.ts'

/** Every kind of letter that the product sends, by who reads it, and the language of letters. */
export function LetterListPage() {
  const found = useEndpoint(letters.list, {})
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 ref={heading} tabIndex={-1}>
          {menuTexts.letters}
        </h1>
        <p className={classes.quiet}>{texts.introduction}</p>
      </header>
      <Read of={found} what={texts.lettersNotLoaded}>
        {(data) => (
          <>
            <LanguageOfLetters settings={data} />
            {letterReaders.map((reader) => (
              <section key={reader} className={`box ${classes.group}`}>
                <h2>{readerWords[reader]}</h2>
                <ul>
                  {data.letters
                    .filter((letter) => letter.reader === reader)
                    .map((letter) => (
                      <Row key={letter.id} letter={letter} />
                    ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Read>
    </div>
  )
}

function Row({ letter }: { letter: Letter }) {
  const { kind, last_sent_at, updated_at, updated_by_name } = letter
  return (
    <li>
      <Link href={letterRecord(letter)}>{kindWords[kind]}</Link>
      <span className={classes.marks}>
        <LetterMark letter={letter} />
      </span>
      <span className={classes.language}>
        {letter.is_language_missing ? texts.notWritten : languageWords[letter.language]}
      </span>
      <span className={classes.quiet}>
        {updated_at &&
          texts.changedBy<ReactNode & object>({
            name: <bdi>{updated_by_name}</bdi>,
            when: <Ago at={updated_at} />,
          })}
      </span>
      <span className={classes.quiet}>
        {last_sent_at
          ? texts.sentAgo<ReactNode & object>({ when: <Ago at={last_sent_at} /> })
          : texts.neverSent}
      </span>
    </li>
  )
}

function LanguageOfLetters({ settings }: { settings: LetterSettings }) {
  const show = useToast()
  const mayChange = useCan()(letters.settings)
  const save = useCommand(letters.settings)
  return (
    <section className={`box ${classes.settings}`}>
      {save.error && <ChangeFailure error={save.error} />}
      <NativeSelect
        label={texts.languageOfLetters}
        description={texts.languageHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={letterLanguages.map((language) => ({ value: language, label: languageWords[language] }))}
        value={settings.language}
        disabled={!mayChange || save.isPending}
        onChange={(event) =>
          save.mutate(
            { input: { language: event.currentTarget.value as LetterLanguage }, ifMatch: settings.version },
            { onSuccess: () => show({ message: texts.languageIsSaved }) },
          )
        }
      />
    </section>
  )
}
