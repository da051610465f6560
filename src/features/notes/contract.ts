import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { filledParagraph } from '#kit/contract/text.ts'
import { latinDigits, withoutInvisibles } from '#kit/contract/typed-number.ts'
import { texts } from './texts.ts'

/** The kinds of records that notes can be written on. */
export const noteKinds = ['vendor', 'product', 'customer', 'order', 'person', 'role'] as const
export type NoteKind = (typeof noteKinds)[number]

/** Audit actions about notes: the timeline shows the notes themselves, so their text appears only in the audit log. */
export const noteActions = [texts.writeNote, texts.changeNote] as const

/** The maximum length of a note as people read it: a mentioned colleague counts as one character. */
export const noteLength = 2_000
const mostMentions = 20
const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g

/** Splits a note at its mentions into words and ids of people. */
export function noteParts(text: string): ({ words: string } | { person: string })[] {
  return text
    .split(mention)
    .map((part, index) => (index % 2 === 0 ? { words: part } : { person: part }))
    .filter((part) => !('words' in part) || part.words !== '')
}

/** The distinct people that a note mentions. */
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
 * True when the text contains what looks like a CNIC, an IBAN or an account number of 13 or more digits, in any
 * spacing. Mobile numbers, dates and record ids do not count.
 */
export function holdsNumberOfPerson(text: string): boolean {
  const plain = harmless.reduce(
    (rest, pattern) => rest.replace(pattern, ','),
    latinDigits(withoutInvisibles(text)),
  )
  return unfitForANote.some((pattern) => pattern.test(plain))
}

/** The stored text, with each mentioned colleague as `@{id}`. */
export const NoteText = filledParagraph(noteLength + mostMentions * 40, texts.writeSomethingFirst)
  .refine((text) => text.replace(mention, '@').length <= noteLength, texts.atMostCharacters({ noteLength }))
  .refine((text) => mentionedIn(text).length <= mostMentions, texts.atMostPeopleInA({ mostMentions }))
  .refine((text) => !holdsNumberOfPerson(text), texts.looksLikeBankOrCnic)

/** A person who is mentioned in a note. */
export const Colleague = z.object({ id: z.uuid(), name: z.string() })
export type Colleague = z.infer<typeof Colleague>

export const Note = z.object({
  id: z.uuid(),
  author: Colleague,
  /** Each mentioned colleague is written as `@{id}`; their names are in `mentions`. */
  text: z.string(),
  mentions: z.array(Colleague),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  version: z.int(),
  /** The reader is the author, so they can change and delete the note. */
  is_own: z.boolean(),
})
export type Note = z.infer<typeof Note>

const ofRecord = z.strictObject({ id: z.uuid() })
const ofNote = z.strictObject({ id: z.uuid(), note_id: z.uuid() })
const body = z.strictObject({ text: NoteText })

/**
 * The calls for notes on one kind of record. Reading needs the record's `view` permission; writing needs the permission
 * to change such a record.
 */
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
      summary: `The latest 200 notes on a ${noun}, newest first`,
      access: view,
      params: ofRecord,
      answer: z.array(Note),
      refuses: ['not-found'],
    }),
    colleagues: endpoint({
      method: 'GET',
      path: `${path}/:id/notes/people`,
      summary: `The active people who can be mentioned in a note on a ${noun}`,
      access: write,
      params: ofRecord,
      answer: z.array(Colleague),
      refuses: ['not-found'],
    }),
    write: endpoint({
      method: 'POST',
      path: `${path}/:id/notes`,
      summary: `Write a note on a ${noun}. Mentioned colleagues are notified by mail`,
      access: write,
      params: ofRecord,
      /** The id is made by the form: the same note again is the same note, whether its first answer arrived or not. */
      body: body.extend({ note_id: z.uuidv7().toLowerCase().optional() }),
      answer: Note,
      status: 201,
      refuses: ['not-found', 'conflict'],
    }),
    change: endpoint({
      method: 'PATCH',
      path: `${path}/:id/notes/:note_id`,
      summary: 'Change your own note. Only newly mentioned colleagues are notified',
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
      summary: 'Delete your own note. Unsent mails about the note are withdrawn',
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

/** A colleague in the note field; people with the same name are distinguished by a number. */
export interface Named extends Colleague {
  label: string
}

/** Adds the label that the note field uses for each person. */
export function labelled(people: readonly Colleague[]): Named[] {
  const seen = new Map<string, number>()
  return people.map((person) => {
    const count = (seen.get(person.name) ?? 0) + 1
    seen.set(person.name, count)
    return { ...person, label: count === 1 ? person.name : `${person.name} (${count})` }
  })
}

/** A stored note in its editable form: `@Sana Malik` in place of each reference. */
export function asTyped(text: string, people: readonly Named[]): string {
  return noteParts(text)
    .map((part) =>
      'words' in part
        ? part.words
        : `@${people.find(({ id }) => id === part.person)?.label ?? `{${part.person}}`}`,
    )
    .join('')
}

/** Typed text in its stored form: each label becomes a reference, and longer names are matched first. */
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

/** The name being typed at the end of the text, after an @ at the start of a word; null if there is none. */
export function nameBegun(text: string): { start: number; query: string } | null {
  const found = /(?:^|[\s(“"'])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u.exec(text)
  const query = found?.[1]
  return query === undefined ? null : { start: text.length - query.length - 1, query }
}
