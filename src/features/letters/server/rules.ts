import { type LetterKind, letterKindNames } from '#features/messages/kinds-contract.ts'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { originalOf } from '#features/messages/server/letters.ts'
import { problemsOf, type Template } from '#features/messages/template-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { LetterContent, LetterFault } from '../contract.ts'
import type { LetterRecord } from './tables.ts'

/** A kind as an address spells it. */
export function idOf(kind: LetterKind): string {
  return kind.replaceAll(' ', '-')
}

/** The kind that an address names. Refuses (not-found). */
export function kindOf(id: string): LetterKind {
  const kind = letterKindNames.find((name) => idOf(name) === id)
  if (!kind) throw new Refusal('not-found', 'There is no such letter')
  return kind
}

/** The texts as stored; all empty for a letter that nobody has changed. */
export function storedOf(record: LetterRecord | undefined): LetterContent {
  const { language = '', subject_en = '', body_en = '', subject_ur = '', body_ur = '' } = record ?? {}
  return { language: language as LetterContent['language'], subject_en, body_en, subject_ur, body_ur }
}

/** The texts as they are edited: in English the original where nothing is stored. */
export function shownOf(kind: LetterKind, stored: LetterContent): LetterContent {
  if (stored.subject_en !== '') return stored
  const { subject, body } = originalOf(kind)
  return { ...stored, subject_en: subject, body_en: body }
}

/** The texts to store: a text that equals the original is none, so that it follows the product. */
export function toStore(kind: LetterKind, shown: LetterContent): LetterContent {
  const { subject, body } = originalOf(kind)
  const isOriginal = shown.subject_en === subject && shown.body_en === body
  return isOriginal ? { ...shown, subject_en: '', body_en: '' } : shown
}

export function textIn(language: LetterLanguage, content: LetterContent): Template {
  return language === 'en'
    ? { subject: content.subject_en, body: content.body_en }
    : { subject: content.subject_ur, body: content.body_ur }
}

export function isWritten({ subject, body }: Template): boolean {
  return subject !== '' || body !== ''
}

/** The languages in which staff have written a text. */
export function editedIn(stored: LetterContent): LetterLanguage[] {
  return letterLanguages.filter((language) => isWritten(textIn(language, stored)))
}

/** What is wrong with the texts in these languages. */
export function faultsOf(
  kind: LetterKind,
  content: LetterContent,
  languages: readonly LetterLanguage[],
): LetterFault[] {
  return languages.flatMap((language) =>
    problemsOf(kind, textIn(language, content)).map(({ part, message }) => ({
      field: `${part}_${language}` as const,
      message,
    })),
  )
}

/** The languages to try for a letter, the best first; in none of them something unwritten or faulty. */
export function languagesToSend(
  kind: LetterKind,
  stored: LetterContent,
  general: LetterLanguage,
): LetterLanguage[] {
  const wanted = stored.language || general
  const inOrder: LetterLanguage[] = wanted === 'ur' ? ['ur', 'en'] : ['en']
  return editedIn(stored)
    .filter((language) => inOrder.includes(language) && faultsOf(kind, stored, [language]).length === 0)
    .sort((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b))
}
