import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { filledParagraph } from '#kit/contract/text.ts'
import { latinDigits, withoutInvisibles } from '#kit/contract/typed-number.ts'

/** What notes are written on. */
export const noteKinds = ['vendor', 'product', 'customer', 'order', 'person', 'role'] as const
export type NoteKind = (typeof noteKinds)[number]

/** Audit rows of what the timeline shows as a note, or no longer: their text is for the audit log alone. */
export const noteActions = ['write note', 'change note'] as const

/** How long a note is at most, as people read it: a colleague named in it counts as one character. */
export const noteLength = 2_000
const mostMentions = 20
const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g

/** A note cut where it names somebody: words, and ids of people. */
export function noteParts(text: string): ({ words: string } | { person: string })[] {
  return text
    .split(mention)
    .map((part, index) => (index % 2 === 0 ? { words: part } : { person: part }))
    .filter((part) => !('words' in part) || part.words !== '')
}

/** The different people that a note names. */
export function mentionedIn(text: string): string[] {
  return [...new Set(noteParts(text).flatMap((part) => ('person' in part ? [part.person] : [])))]
}

const harmless = [
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
  /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g,
  /(?<!\d)(?:\+92|0092|0)[\s-]?3\d{2}[\s-]?\d{7}(?!\d)/g,
]
const unfitForANote = [/\d(?:[\s./_–-]{0,2}\d){12}/, /PK[\s-]?\d[\s-]?\d[\s-]?(?:[A-Z][\s-]?){4}\d/i]

/**
 * True when the text holds what looks like a CNIC, an IBAN or an account number of 13 digits or more, however it is
 * spaced. Mobile numbers, days and ids of records are none.
 */
export function holdsNumberOfPerson(text: string): boolean {
  const plain = harmless.reduce(
    (rest, pattern) => rest.replace(pattern, ','),
    latinDigits(withoutInvisibles(text)),
  )
  return unfitForANote.some((pattern) => pattern.test(plain))
}

/** What is written, each colleague in it as `@{id}`. */
export const NoteText = filledParagraph(noteLength + mostMentions * 40, 'Write something first')
  .refine(
    (text) => text.replace(mention, '@').length <= noteLength,
    `At most ${noteLength.toLocaleString('en')} characters`,
  )
  .refine((text) => mentionedIn(text).length <= mostMentions, `At most ${mostMentions} people in a note`)
  .refine(
    (text) => !holdsNumberOfPerson(text),
    'This looks like a CNIC, an IBAN or an account number. Such numbers are not kept in notes: point to the record instead',
  )

/** Somebody as a note names them. */
export const Colleague = z.object({ id: z.uuid(), name: z.string() })
export type Colleague = z.infer<typeof Colleague>

export const Note = z.object({
  id: z.uuid(),
  author: Colleague,
  /** Each colleague in it as `@{id}`; their names stand in `mentions`. */
  text: z.string(),
  mentions: z.array(Colleague),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  version: z.int(),
  /** The reader wrote it, and may change and delete it. */
  is_own: z.boolean(),
})
export type Note = z.infer<typeof Note>

const ofRecord = z.strictObject({ id: z.uuid() })
const ofNote = z.strictObject({ id: z.uuid(), note_id: z.uuid() })
const body = z.strictObject({ text: NoteText })

/** The calls of the notes on one kind of record; to read needs its `view`, to write what changes such a record. */
function notesOn(
  noun: string,
  path: string,
  view: Access & { kind: 'area' },
  write: Access & { kind: 'area' },
) {
  return {
    list: endpoint({
      method: 'GET',
      path: `${path}/:id/notes`,
      summary: `The latest 200 notes on a ${noun}, the newest first`,
      access: view,
      params: ofRecord,
      answer: z.array(Note),
      refuses: ['not-found'],
    }),
    colleagues: endpoint({
      method: 'GET',
      path: `${path}/:id/notes/people`,
      summary: `Who can be named in a note on a ${noun}: active people who may see it`,
      access: write,
      params: ofRecord,
      answer: z.array(Colleague),
      refuses: ['not-found'],
    }),
    write: endpoint({
      method: 'POST',
      path: `${path}/:id/notes`,
      summary: `Write a note on a ${noun}; colleagues named in it are told by mail`,
      access: write,
      params: ofRecord,
      body,
      answer: Note,
      status: 201,
      refuses: ['not-found'],
    }),
    change: endpoint({
      method: 'PATCH',
      path: `${path}/:id/notes/:note_id`,
      summary: 'Change a note of one’s own; only colleagues who are new in it are told',
      access: write,
      params: ofNote,
      body,
      answer: Note,
      conditional: true,
      refuses: ['not-found', 'conflict', 'stale'],
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${path}/:id/notes/:note_id`,
      summary: 'Delete a note of one’s own; mails about it that wait are withdrawn',
      access: write,
      params: ofNote,
      layout: 'none',
      status: 204,
      refuses: ['not-found', 'conflict'],
    }),
  }
}

export const notes = {
  vendor: notesOn(
    'vendor',
    '/api/admin/sellers',
    grants('Vendor Verifications', 'view'),
    grants('Vendor Verifications', 'act'),
  ),
  product: notesOn('product', '/api/admin/products', grants('Products', 'view'), grants('Products', 'act')),
  customer: notesOn(
    'customer',
    '/api/admin/customers',
    grants('Customer', 'view'),
    grants('Customer', 'act'),
  ),
  order: notesOn('order', '/api/admin/orders', grants('Orders', 'view'), grants('Orders', 'act')),
  person: notesOn(
    'person',
    '/api/admin/staff',
    grants('Manage Staffs', 'view'),
    grants('Manage Staffs', 'act'),
  ),
  role: notesOn(
    'role',
    '/api/admin/roles',
    grants('Manage Roles', 'view'),
    grants('Manage Roles', 'configure'),
  ),
}

/** A colleague as the field of a note writes them: two of one name are told apart by a number. */
export interface Named extends Colleague {
  label: string
}

/** These people with what each is written as. */
export function labelled(people: readonly Colleague[]): Named[] {
  const seen = new Map<string, number>()
  return people.map((person) => {
    const count = (seen.get(person.name) ?? 0) + 1
    seen.set(person.name, count)
    return { ...person, label: count === 1 ? person.name : `${person.name} (${count})` }
  })
}

/** A stored note as it is typed: `@Sana Malik` in the place of each reference. */
export function asTyped(text: string, people: readonly Named[]): string {
  return noteParts(text)
    .map((part) =>
      'words' in part
        ? part.words
        : `@${people.find(({ id }) => id === part.person)?.label ?? `{${part.person}}`}`,
    )
    .join('')
}

/** What was typed as it is stored: a reference where one of these people is written, the longest name first. */
export function asStored(text: string, people: readonly Named[]): string {
  if (people.length === 0) return text
  const labels = people
    .map(({ label }) => label.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
  const written = new RegExp(`@(${labels.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text.replace(written, (whole, label: string) => {
    const person = people.find((one) => one.label === label)
    return person ? `@{${person.id}}` : whole
  })
}

/** The name that is being typed at the end of this text, after an @ that begins a word; null where none is. */
export function nameBegun(text: string): { start: number; query: string } | null {
  const found = /(?:^|[\s(“"'])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u.exec(text)
  const query = found?.[1]
  return query === undefined ? null : { start: text.length - query.length - 1, query }
}
