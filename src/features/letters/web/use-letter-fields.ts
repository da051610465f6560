import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { type LetterContentField, type LetterDetail, letterContentFields, letters } from '../contract.ts'
import { texts } from '../texts.ts'
import { contentLabels, contentTyped, problemsIn, Typed, typedOf, wordsOf } from './letter-model.ts'
import { kindWords } from './words-model.ts'

const together = ['subject_ur', 'body_ur'] as const

/** Edits the texts of a letter in place, with the draft of this browser, the bar and the clash. */
export function useLetterFields(letter: LetterDetail, onLanguage: (language: LetterLanguage) => void) {
  const mayChange = useCan()(letters.change)
  return useRecordFields<LetterDetail, LetterDetail, Typed, LetterContentField>({
    record: letter,
    draftOf: ['letter', letter.id],
    fields: letterContentFields,
    labels: contentLabels,
    mayChange,
    save: useCommand(letters.change),
    schema: Typed,
    typedOf,
    meantBy: contentTyped,
    wordsOf,
    problemsIn: (changes, { typed }) => problemsIn(letter.kind, changes, typed),
    together,
    noteOf: () => texts.usedFromNext,
    savedWords: ({ kind }) => texts.isSaved({ name: kindWords[kind] }),
    // A problem must be seen, whichever text is open.
    onWrong: (problems) => {
      const [first] = Object.keys(problems)
      if (first) onLanguage(first.endsWith('_ur') ? 'ur' : 'en')
    },
  })
}
