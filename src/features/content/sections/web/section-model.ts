import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import {
  emptyItem,
  type FieldKind,
  type Section,
  type SectionField,
  type SectionName,
  schemaOf,
  sections,
} from '#features/content/section-contract.ts'
import { UsedPicture } from '#features/media/contract.ts'
import { momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import { readTyped } from '#kit/web/fields/number-field.tsx'
import { texts } from '../texts.ts'

/** An entry of a section as its fields hold it: numbers and moments as text. */
export type TypedEntry = Readonly<Record<string, unknown>> & { readonly id: string }
/** A section as its form holds it; `items` has its entries, the empty ones among them. */
export type Typed = Readonly<Record<string, unknown>>
type Fields = Section['fields']

/** The declaration of a section, in the shape that all have. */
export function sectionOf(name: SectionName): Section {
  return sections[name]
}

/** The entries of a form; none where the section has none. */
export function entriesOf(typed: Typed): readonly TypedEntry[] {
  return (typed.items as readonly TypedEntry[] | undefined) ?? []
}

/** The number of empty entries that a page of texts begins with, as the specification has it. */
const extraEntries = 2

/** Whether the entries are texts that are written one below the other; all others are rows of a table. */
export function hasPlainEntries(name: SectionName): boolean {
  const { items } = sectionOf(name)
  return items !== undefined && !Object.values(items.fields).some(({ kind }) => kind === 'picture')
}

/** A new entry, as its form holds it. */
export function newEntry(name: SectionName, id = uuidv7()): TypedEntry {
  const { items } = sectionOf(name)
  return { id, ...typedFields(items?.fields ?? {}, emptyItem(name, id)) }
}

/** The saved value of a section as its form holds it; pages of texts begin with two empty entries more. */
export function typedOf(name: SectionName, value: unknown): Typed {
  const { fields, items } = sectionOf(name)
  const saved = value as Record<string, unknown> & { items?: ({ id: string } & Record<string, unknown>)[] }
  if (!items) return typedFields(fields, saved)
  const entries = (saved.items ?? []).map((entry) => ({ id: entry.id, ...typedFields(items.fields, entry) }))
  const extra = hasPlainEntries(name)
    ? Array.from({ length: Math.min(extraEntries, items.atMost - entries.length) }, () => newEntry(name))
    : []
  return { ...typedFields(fields, saved), items: [...entries, ...extra] }
}

function typedFields(fields: Fields, saved: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind, empty }]) => [
      field,
      typedValue(kind, saved[field] ?? empty),
    ]),
  )
}

function typedValue(kind: FieldKind, value: unknown): unknown {
  if (kind === 'number') return String(value)
  if (kind === 'time') return value === null ? '' : typedMoment(value as string)
  return value
}

/** What the section would be saved as: without its empty entries. What cannot be read stays as it was typed. */
export function meantBy(name: SectionName, typed: Typed): Record<string, unknown> {
  const { fields, items } = sectionOf(name)
  const own = meantFields(fields, typed)
  if (!items) return own
  return { ...own, items: filledEntries(name, typed).map((entry) => meantEntry(name, entry)) }
}

/** The entries that would be saved. */
export function filledEntries(name: SectionName, typed: Typed): readonly TypedEntry[] {
  const empty = JSON.stringify(meantEntry(name, newEntry(name, '')))
  return entriesOf(typed).filter((entry) => JSON.stringify(meantEntry(name, { ...entry, id: '' })) !== empty)
}

/**
 * The number of entries that the limit of a section is about. The empty ones that a page of texts begins with count once they
 * are filled in; a row of a table counts from when it is added.
 */
export function countedEntries(name: SectionName, typed: Typed): number {
  return (hasPlainEntries(name) ? filledEntries(name, typed) : entriesOf(typed)).length
}

/** One entry, as it would be saved. */
export function meantEntry(name: SectionName, entry: TypedEntry): { id: string } & Record<string, unknown> {
  return { id: entry.id, ...meantFields(sectionOf(name).items?.fields ?? {}, entry) }
}

function meantFields(fields: Fields, typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind, unit }]) => [field, meantValue(kind, typed[field], unit)]),
  )
}

function meantValue(kind: FieldKind, value: unknown, unit = ''): unknown {
  if (kind === 'number') {
    const plain = readTyped(value as string, unit)
    return plain === null ? value : Number(plain)
  }
  if (kind === 'time') return value === '' ? null : momentTyped(value as string) || value
  return kind !== 'rich' && typeof value === 'string' ? value.trim() : value
}

/** The problems of a form by the path of the field: `title`, or the id of an entry and the field, `<id>.title`. */
export function problemsOf(name: SectionName, typed: Typed): Record<string, string> {
  const meant = meantBy(name, typed)
  const problems: Record<string, string> = {}
  for (const { path, message } of schemaOf(name).safeParse(meant).error?.issues ?? [])
    problems[pathIn(path.map(String), entriesOf(meant))] ??= message
  return problems
}

/** The place of a problem in a form, from its place in what was sent: `items.2.title` names the third entry. */
export function pathIn(path: readonly string[], sent: readonly { id: string }[]): string {
  const [first = '', index = '', field = ''] = path
  const entry = first === 'items' ? sent[Number(index)] : undefined
  return entry ? `${entry.id}.${field}` : first
}

/**
 * What the preview shows of the form: what cannot be read is left as new, and the entry that is being edited is shown
 * even if it is off or outside of its time.
 */
export function previewOf(name: SectionName, typed: Typed, edited: string | null): unknown {
  const { fields, items } = sectionOf(name)
  const own = readable(fields, meantBy(name, typed))
  if (!items) return own
  const always = { is_on: true, from: null, until: null }
  const entries = filledEntries(name, typed).map((entry) => ({
    id: entry.id,
    ...readable(items.fields, { ...meantEntry(name, entry), ...(entry.id === edited ? always : {}) }),
  }))
  return { ...own, items: entries }
}

function readable(fields: Fields, meant: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { schema, empty }]) => [
      field,
      schema.safeParse(meant[field]).success ? meant[field] : empty,
    ]),
  )
}

/** Whether shoppers see an entry now, with the moment that decides it. */
export function standingOf(
  entry: Typed,
  now: number,
):
  | { is: 'shown' }
  | { is: 'off' }
  | { is: 'never' }
  | { is: 'begins'; at: string }
  | { is: 'ended'; at: string } {
  if (entry.is_on === false) return { is: 'off' }
  const [from, until] = ['from', 'until'].map((field) => momentTyped(String(entry[field] ?? '')))
  if (from && until && Date.parse(until) <= Date.parse(from)) return { is: 'never' }
  if (until && Date.parse(until) <= now) return { is: 'ended', at: until }
  if (from && Date.parse(from) > now) return { is: 'begins', at: from }
  return { is: 'shown' }
}

/** The schema of a draft in the browser: the fields of today, each with any text, so that no half-typed value is lost. */
export function draftSchema(name: SectionName): z.ZodType<Typed> {
  const { fields, items } = sectionOf(name)
  const shape = (of: Fields) =>
    Object.fromEntries(Object.entries(of).map(([field, declared]) => [field, draftValue(declared)]))
  return z.strictObject({
    ...shape(fields),
    ...(items ? { items: z.array(z.strictObject({ id: z.uuid(), ...shape(items.fields) })) } : {}),
  })
}

function draftValue({ kind, schema }: SectionField): z.ZodType {
  if (kind === 'picture') return UsedPicture.nullable()
  return kind === 'switch' || kind === 'size' || kind === 'order' ? schema : z.string()
}

/** Moves one of the entries or parts to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** The value of a field by its path, `title` or `<id of the entry>.title`; null where there is none. */
export function valueAt(typed: Typed, path: string): unknown {
  const [field = '', entry] = path.split('.').toReversed()
  const holder = entry === undefined ? typed : entriesOf(typed).find(({ id }) => id === entry)
  return holder?.[field] ?? null
}

/** What an entry of a section is, as a noun. */
export function entryNoun(name: SectionName): string {
  if (hasPlainEntries(name)) return texts.entry
  return name === 'services' ? texts.service : texts.banner
}

/** What an entry is called: by its title, or by its place. */
export function entryName(name: SectionName, entry: TypedEntry | undefined, index: number): string {
  const title = String(entry?.title ?? '').trim()
  return title || texts.entryAt({ noun: entryNoun(name), position: index + 1 })
}
