import type { LetterKind } from '#features/messages/kinds-contract.ts'
import { texts } from '../texts.ts'
import { kindWords } from './words-model.ts'

/** The name of a kind of mail: a letter, or a test that staff sent themselves. */
export function nameOfKind(kind: LetterKind | 'sample' | 'mailing_test'): string {
  if (kind === 'sample') return texts.testOfLetter
  if (kind === 'mailing_test') return texts.testOfMailing
  return kindWords[kind]
}

/** The kinds as the choices of a filter. */
export function kindChoices(kinds: readonly Parameters<typeof nameOfKind>[0][]) {
  return kinds.map((kind) => ({ value: kind, label: nameOfKind(kind) }))
}
