import { latinDigits } from '#kit/contract/typed-number.ts'
import { scrub } from '#kit/server/scrub.ts'
import { type Colleague, noteParts } from '../contract.ts'

/**
 * A note as the audit log keeps it for good: with the names of those it names, and without anything that looks like a
 * number or an address of a person.
 */
export function auditText(text: string, people: readonly Colleague[]): string {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? 'somebody'
  const words = noteParts(text).map((part) => ('words' in part ? part.words : `@${nameOf(part.person)}`))
  return scrub(latinDigits(words.join('')))
}
