import { UsedPicture } from '#features/media/contract.ts'
import { longestRise } from '#kit/contract/kept-order.ts'
import { momentOf, numberOf } from '#kit/contract/words.ts'
import {
  type FieldKind,
  foreignSections,
  type homepageParts,
  isOwnSection,
  type ReleasedName,
  type Section,
  type SectionField,
  sections,
} from '../section-contract.ts'
import { sectionTexts } from '../section-texts.ts'
import { texts } from '../texts.ts'

/** One field of two sides in words, and its values for those kinds that are drawn. */
export interface FieldChange {
  path: string
  label: string
  kind: FieldKind | null
  before: string
  after: string
  values: { before: unknown; after: unknown }
}

/** An entry of a section: what became of it, and its fields that differ. */
export interface EntryChange {
  id: string
  name: string
  /** Several can be true of one: moved and changed. */
  marks: readonly ('added' | 'removed' | 'moved' | 'changed')[]
  places: { from: number; to: number } | null
  fields: readonly FieldChange[]
}

export interface SectionChange {
  fields: readonly FieldChange[]
  entries: readonly EntryChange[]
}

type Entry = Record<string, unknown>
type Fields = Readonly<Record<string, Pick<SectionField, 'label' | 'unit'> & { kind: FieldKind | null }>>

/** What differs between two values of a section, in the order of its declaration. Null is a section without a value. */
export function changesOf(name: ReleasedName, before: unknown, after: unknown): SectionChange {
  const { own, ofEntries } = fieldsOf(name)
  const [was, is] = [(before ?? {}) as Entry, (after ?? {}) as Entry]
  return {
    fields: fieldChanges(own, was, is),
    entries: entryChanges(ofEntries, entriesOf(was), entriesOf(is)),
  }
}

function fieldsOf(name: ReleasedName): { own: Fields; ofEntries: Fields } {
  if (isOwnSection(name)) {
    const { fields, items }: Section = sections[name]
    return { own: fields, ofEntries: items?.fields ?? {} }
  }
  const labels = Object.entries(foreignSections[name].labels)
  return {
    own: {},
    ofEntries: Object.fromEntries(labels.map(([key, label]) => [key, { label, kind: null }])),
  }
}

const entriesOf = (value: Entry) =>
  (Array.isArray(value.items) ? value.items : []) as (Entry & { id: string })[]

function entryChanges(
  fields: Fields,
  before: readonly (Entry & { id: string })[],
  after: readonly (Entry & { id: string })[],
): EntryChange[] {
  const was = new Map(before.map((entry, place) => [entry.id, { entry, place }]))
  const is = new Map(after.map((entry, place) => [entry.id, { entry, place }]))
  const movedIds = movedBetween(
    before.map(({ id }) => id).filter((id) => is.has(id)),
    after.map(({ id }) => id).filter((id) => was.has(id)),
  )
  const present = after.flatMap((entry, place): EntryChange[] => {
    const old = was.get(entry.id)
    const changes = fieldChanges(fields, old?.entry ?? {}, entry)
    const isMoved = movedIds.has(entry.id)
    if (old && changes.length === 0 && !isMoved) return []
    return [
      {
        id: entry.id,
        name: nameOf(entry, place),
        marks: old
          ? [...(isMoved ? (['moved'] as const) : []), ...(changes.length > 0 ? (['changed'] as const) : [])]
          : ['added'],
        places: old && isMoved && old.place !== place ? { from: old.place + 1, to: place + 1 } : null,
        fields: changes,
      },
    ]
  })
  const gone = before.flatMap((entry, place): EntryChange[] =>
    is.has(entry.id)
      ? []
      : [
          {
            ...{ id: entry.id, name: nameOf(entry, place), marks: ['removed'], places: null },
            fields: fieldChanges(fields, entry, {}),
          },
        ],
  )
  return [...present, ...gone]
}

/** The ids that changed their place among the others: all but a longest run that kept its order. */
function movedBetween(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((id, place) => [id, place]))
  const kept = longestRise(after.map((id) => places.get(id) ?? 0))
  return new Set(after.filter((_id, at) => !kept.has(at)))
}

const nameOf = ({ title }: Entry, place: number) =>
  typeof title === 'string' && title !== '' ? title : texts.entry({ place: place + 1 })

function fieldChanges(fields: Fields, before: Entry, after: Entry): FieldChange[] {
  return Object.entries(fields).flatMap(([path, { label, kind, unit }]): FieldChange[] => {
    const values = { before: before[path], after: after[path] }
    if (JSON.stringify(values.before) === JSON.stringify(values.after)) return []
    const words = [values.before, values.after].map((value) => wordsOf(kind, value, unit))
    const [was = '', is = ''] = words
    // A new entry has fields that say nothing yet; two pictures can have the same words.
    if (was === is && (was === '' || kind !== 'picture')) return []
    return [{ path, label, kind, before: was, after: is, values }]
  })
}

const partWords: Readonly<Record<string, string>> = {
  slider_banners: sectionTexts.sliderBanners,
  sub_slider_banners: sectionTexts.subSliderBanners,
  services: sectionTexts.services,
  popular_categories_banners: sectionTexts.popularCategoriesBanners,
  products: sectionTexts.productsHeading,
  center_large_banner: sectionTexts.centerLargeBanner,
  bottom_small_banners: sectionTexts.bottomSmallBanners,
} satisfies Record<(typeof homepageParts)[number], string>

/** A value in words; empty if it says nothing. */
function wordsOf(kind: FieldKind | null, value: unknown, unit: string | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  if (kind === 'picture') return pictureWords(value)
  if (kind === 'time') return momentOf(String(value))
  if (kind === 'rich') return plainText(String(value))
  if (kind === 'order' && Array.isArray(value)) return value.map((part) => partWords[part] ?? part).join('\n')
  if (typeof value === 'number') return [numberOf(value), unit].filter(Boolean).join(' ')
  return String(value)
}

function pictureWords(value: unknown): string {
  const picture = pictureOf(value)
  if (!picture) return ''
  const size = texts.pictureWords({ width: picture.width, height: picture.height })
  return texts.withAlt({ alt: picture.is_decorative ? texts.decorative : picture.alt, size })
}

export function pictureOf(value: unknown): UsedPicture | null {
  const picture = UsedPicture.safeParse(value)
  return picture.success ? picture.data : null
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** The words of a rich text, each paragraph on a line of its own. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|h[1-6]|li|tr|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => named[name] ?? whole)
    .replace(/\n{2,}/g, '\n')
    .trim()
}
