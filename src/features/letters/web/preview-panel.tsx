import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import {
  directionOf,
  type Filling,
  filledLetter,
  type Segment,
} from '#features/messages/template-contract.ts'
import { momentOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type LetterDetail, type LetterExample, letters } from '../contract.ts'
import { texts } from '../texts.ts'
import { contentTyped, type Typed, textIn } from './letter-model.ts'
import classes from './letter-panel.module.css'

/**
 * The letter as its reader will see it, with what is typed and not saved yet, and with sample values or those of a letter
 * that was sent. It is drawn from the parts of the text and never from markup.
 */
export function PreviewPanel({
  letter,
  typed,
  language,
}: {
  letter: LetterDetail
  typed: Typed
  language: LetterLanguage
}) {
  const sent = useEndpoint(letters.examples, { id: letter.id })
  const examples = sent.data ?? []
  const [exampleId, setExampleId] = useState('')
  const [isPlain, setIsPlain] = useState(false)
  const samples: Filling = Object.fromEntries(letter.fields.map(({ name, sample }) => [name, sample]))
  const example = examples.find(({ id }) => id === exampleId)
  const text = textIn(language, typed)
  const { subject, paragraphs } = filledLetter(text, { ...samples, ...example?.values })
  return (
    <SideCard title={texts.preview}>
      <div className={classes.tools}>
        <NativeSelect
          label={texts.values}
          data={[{ value: '', label: texts.samples }, ...examples.map(optionOf)]}
          value={exampleId}
          onChange={(event) => setExampleId(event.currentTarget.value)}
        />
        <fieldset className={classes.switch} aria-label={texts.form}>
          <button type="button" aria-pressed={!isPlain} onClick={() => setIsPlain(false)}>
            {texts.asLetter}
          </button>
          <button type="button" aria-pressed={isPlain} onClick={() => setIsPlain(true)}>
            {texts.asText}
          </button>
        </fieldset>
        <TestButton letter={letter} typed={typed} language={language} />
      </div>
      <ReadFailure of={sent} what={texts.examplesNotLoaded} />
      <article
        className={classes.paper}
        aria-label={texts.previewOf}
        dir={directionOf[language]}
        lang={language}
      >
        <header>
          <strong>{subject}</strong>
          {letter.brand.name && <span>{texts.from({ name: letter.brand.name })}</span>}
        </header>
        {isPlain ? (
          <div className={classes.plain}>{paragraphs.map(wordsOf).join('\n\n')}</div>
        ) : (
          <Paper letter={letter} paragraphs={paragraphs} />
        )}
      </article>
    </SideCard>
  )
}

function Paper({ letter, paragraphs }: { letter: LetterDetail; paragraphs: readonly Segment[][] }) {
  const { logo, logo_width, logo_height, logo_alt } = letter.brand
  return (
    <>
      {logo && (
        <p>
          <img src={new URL(logo).pathname} width={logo_width} height={logo_height} alt={logo_alt} />
        </p>
      )}
      {paragraphs.map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same, and none of them moves
        <p key={index}>
          {parts.map(({ field, text }, place) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a paragraph never move
            if (field === null) return <span key={place}>{text}</span>
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a paragraph never move
              <bdi key={place} className={field === 'link' ? classes.link : undefined}>
                {text}
              </bdi>
            )
          })}
        </p>
      ))}
    </>
  )
}

/** Sends what is typed to the person who looks at it. */
function TestButton({
  letter,
  typed,
  language,
}: {
  letter: LetterDetail
  typed: Typed
  language: LetterLanguage
}) {
  const show = useToast()
  const mayTest = useCan()(letters.test)
  const test = useCommand(letters.test)
  if (!mayTest) return null
  const send = () =>
    test.mutate(
      { input: { id: letter.id, language, ...textIn(language, contentTyped(typed)) } },
      { onSuccess: ({ recipient }) => show({ message: texts.testIsSent({ recipient }) }) },
    )
  return (
    <>
      <CommandButton variant="default" isPending={test.isPending} onClick={send}>
        {texts.sendTest}
      </CommandButton>
      {test.error && <ChangeFailure error={test.error} />}
    </>
  )
}

function optionOf({ id, at, values }: LetterExample) {
  const name = values.vendor_name ?? values.name ?? ''
  return { value: id, label: texts.exampleOf({ name, when: momentOf(at) }) }
}

function wordsOf(parts: readonly Segment[]): string {
  return parts.map(({ text }) => text).join('')
}
