import { type LetterKind, letterKindNames } from '#features/messages/kinds-contract.ts'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { originalOf, urduOriginalOf } from '#features/messages/server/letters.ts'
import type { LetterText } from '#features/messages/server/outbox-commands.ts'
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

/** The texts as they are edited: the original where nothing is stored, in Urdu if the product writes this letter in Urdu. */
export function shownOf(kind: LetterKind, stored: LetterContent): LetterContent {
  const unwritten = letterLanguages.filter((language) => !isWritten(textIn(language, stored)))
  return { ...stored, ...membersOf(unwritten.map((language) => [language, originalIn(language, kind)])) }
}

/** The texts to store: a text that equals the original is none, so that it follows the product. */
export function toStore(kind: LetterKind, shown: LetterContent): LetterContent {
  const original = letterLanguages.filter((language) => {
    const { subject, body } = originalIn(language, kind)
    const text = textIn(language, shown)
    return text.subject === subject && text.body === body
  })
  return { ...shown, ...membersOf(original.map((language) => [language, unwrittenText])) }
}

const unwrittenText: Template = { subject: '', body: '' }

/** A letter as the product writes it; nothing for one that it does not write in this language. */
function originalIn(language: LetterLanguage, kind: LetterKind): Template {
  return language === 'en' ? originalOf(kind) : (urduOriginalOf(kind) ?? unwrittenText)
}

function membersOf(texts: readonly (readonly [LetterLanguage, Template])[]): Partial<LetterContent> {
  return Object.fromEntries(
    texts.flatMap(([language, { subject, body }]) => [
      [`subject_${language}`, subject],
      [`body_${language}`, body],
    ]),
  )
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

/**
 * The texts to try for a letter that is to be sent in this language, the best first: what staff have written without a fault,
 * and in Urdu what the product writes. After all of them comes the English original.
 */
export function textsToSend(kind: LetterKind, stored: LetterContent, language: LetterLanguage): LetterText[] {
  const edited = (one: LetterLanguage): LetterText[] =>
    isWritten(textIn(one, stored)) && faultsOf(kind, stored, [one]).length === 0
      ? [{ language: one, ...textIn(one, stored) }]
      : []
  if (language === 'en') return edited('en')
  const urdu = urduOriginalOf(kind)
  return [...edited('ur'), ...(urdu ? [{ language, ...urdu }] : []), ...edited('en')]
}
