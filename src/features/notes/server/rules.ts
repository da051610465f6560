import { latinDigits } from '#kit/contract/typed-number.ts'
import { scrub } from '#kit/server/scrub.ts'
import { type Colleague, noteParts } from '../contract.ts'

/**
 * The permanent form of a note in the audit log: with the names of mentioned people, and without anything that looks
 * like a person's number or address.
 */
export function auditText(text: string, people: readonly Colleague[]): string {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? 'somebody'
  const words = noteParts(text).map((part) => ('words' in part ? part.words : `@${nameOf(part.person)}`))
  return scrub(latinDigits(words.join('')))
}
