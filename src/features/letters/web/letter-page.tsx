import { Alert, NativeSelect } from '@mantine/core'
import { Suspense, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { type MenuItem, RecordMenu } from '#kit/web/record/record-menu.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { contentLabels, historyLabels } from './letter-model.ts'
import classes from './letter-panel.module.css'
import { letterList } from './links.ts'
import { LetterMark } from './mark-panel.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { TextPanel } from './text-panel.tsx'
import { useLetterFields } from './use-letter-fields.ts'
import { LetterVersions } from './versions-panel.tsx'
import { kindWords, languageWords } from './words-model.ts'

/** Loaded on demand, because most visits restore nothing. */
const RestoreDialog = lazyOf(() => import('./restore-dialog.tsx'), 'RestoreDialog')

const back = { href: letterList(), label: menuTexts.letters }
const historyFormats = {
  language: (language: string) =>
    language === '' ? texts.languageOfLetters : (languageWords[language as LetterLanguage] ?? language),
}

/** One kind of letter: its texts, how they look, the language it is sent in, and its versions. */
export function LetterPage() {
  return (
    <RecordOf of={letters.get} none={{ title: texts.noLetterFound, back }}>
      {(letter) => <Detail letter={letter} />}
    </RecordOf>
  )
}

function Detail({ letter }: { letter: LetterDetail }) {
  const [language, setLanguage] = useState<LetterLanguage>('en')
  const [restoring, setRestoring] = useState<LetterLanguage | null>(null)
  const mayChange = useCan()(letters.change)
  const fields = useLetterFields(letter, setLanguage)
  const { edited, faults, kind, subject_id, history } = letter
  const items: MenuItem[] = [
    ...(edited.includes('en') ? [{ words: texts.restoreOriginal, onPick: () => setRestoring('en') }] : []),
    ...(edited.includes('ur')
      ? [
          letter.original_ur
            ? { words: texts.restoreUrdu, onPick: () => setRestoring('ur') }
            : { words: texts.removeUrdu, isDangerous: true, onPick: () => setRestoring('ur') },
        ]
      : []),
  ]
  return (
    <>
      <RecordLayout
        back={back}
        title={kindWords[kind]}
        status={
          <>
            <LetterMark letter={{ edited, is_faulty: faults.length > 0 }} />
            {mayChange && items.length > 0 && <RecordMenu items={items} />}
          </>
        }
        sideLabel={texts.sideLabel}
        main={
          <>
            {faults.length > 0 && <Faults letter={letter} />}
            {fields.drafts}
            <TextPanel
              letter={letter}
              fields={fields}
              mayChange={mayChange}
              language={language}
              onLanguage={setLanguage}
            />
            <PreviewPanel letter={letter} typed={fields.typed} language={language} />
          </>
        }
        side={
          <>
            <SideCard title={texts.sending}>
              <SentIn letter={letter} fields={fields} mayChange={mayChange} />
            </SideCard>
            <LetterVersions letter={letter} isUnsaved={fields.isUnsaved} />
            {subject_id && (
              <TimelinePanel
                subjectId={subject_id}
                entries={history}
                labels={historyLabels}
                formats={historyFormats}
              />
            )}
          </>
        }
        bar={fields.bar}
      />
      {fields.question}
      <Suspense fallback={null}>
        {restoring && (
          <RestoreDialog letter={letter} language={restoring} onClose={() => setRestoring(null)} />
        )}
      </Suspense>
    </>
  )
}

function Faults({ letter }: { letter: LetterDetail }) {
  return (
    <Alert color="red" variant="light" title={texts.faultTitle}>
      <ul>
        {letter.faults.map(({ field, message }) => (
          <li key={field + message}>{texts.faultIn({ field: contentLabels[field], message })}</li>
        ))}
      </ul>
      <p>{texts.faultText}</p>
    </Alert>
  )
}

/** The language that this kind of letter is sent in, and why another one may be sent. */
function SentIn({
  letter,
  fields,
  mayChange,
}: {
  letter: LetterDetail
  fields: ReturnType<typeof useLetterFields>
  mayChange: boolean
}) {
  const { typed } = fields
  const wanted = typed.language || letter.general_language
  return (
    <>
      <NativeSelect
        label={contentLabels.language}
        data={[
          { value: '', label: texts.asAll({ language: languageWords[letter.general_language] }) },
          ...letterLanguages.map((name) => ({ value: name, label: languageWords[name] })),
        ]}
        value={typed.language}
        disabled={!mayChange}
        onChange={(event) => fields.change({ language: event.currentTarget.value })}
      />
      {wanted === 'ur' && typed.body_ur.trim() === '' && !letter.original_ur && (
        <p className={classes.quiet}>{texts.missingUrdu}</p>
      )}
    </>
  )
}
