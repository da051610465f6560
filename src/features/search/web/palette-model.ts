import { searchWords } from '#kit/contract/search-words.ts'
import type { FoundGroup, FoundGroupName, FoundKind, FoundRecord } from '../contract.ts'
import { texts } from '../texts.ts'

/** What is looked for: everything, or after a first sign only actions and screens, orders, or people. */
export type Mode = 'all' | 'actions' | 'orders' | 'people'

/** One line of the palette. */
export interface Item {
  key: string
  words: string
  notes: readonly string[]
  amount?: string
  /** The record, for what its noun draws beside it. */
  record?: FoundRecord
  shortcut?: string
  /** Where the line leads; a line without an address does something. */
  href?: string
  onPick?: () => void
  /** The palette stays open for what this line does. */
  isWithin?: boolean
}

export interface Section {
  key: string
  title: string
  /** The number of all results, where more were found than are shown. */
  count: string
  items: Item[]
}

const signs: Readonly<Record<string, Mode>> = { '>': 'actions', '#': 'orders', '@': 'people' }

/** What was typed, without the sign that narrows it. */
export function readTyped(typed: string): { mode: Mode; q: string } {
  const text = typed.trimStart()
  const mode = signs[text[0] ?? '']
  return mode ? { mode, q: text.slice(1).trim() } : { mode: 'all', q: text.trim() }
}

/** The groups of a mode in batches: each is one call, so that a slow group does not hold the others. */
const batches: Readonly<Record<Mode, readonly (readonly FoundGroupName[])[]>> = {
  all: [
    ['orders'],
    ['transactions'],
    ['vendors'],
    ['customers'],
    ['products'],
    ['categories', 'campaigns', 'staff', 'posts', 'faqs', 'releases'],
  ],
  actions: [],
  orders: [['orders']],
  people: [['customers'], ['vendors'], ['staff']],
}

/** The calls for what was typed: the groups of each that the person may see, and how many rows of a group are shown. */
export function batchesOf(
  mode: Mode,
  maySee: (group: FoundGroupName) => boolean,
): { groups: FoundGroupName[]; limit: number }[] {
  const limit = { all: 5, actions: 0, orders: 12, people: 6 }[mode]
  return batches[mode].flatMap((batch) => {
    const groups = batch.filter(maySee)
    return groups.length > 0 ? [{ groups, limit }] : []
  })
}

/** True if each word that was typed begins a word of one of the texts, or is part of the first. */
export function isMatch(q: string, [first = '', ...more]: readonly string[]): boolean {
  const [title, others] = [searchWords(first), more.flatMap(searchWords)]
  const joined = ` ${title.join(' ')}`
  return searchWords(q).every(
    (word) => joined.includes(word) || others.some((other) => other.startsWith(word)),
  )
}

const titles: Readonly<Record<FoundGroupName, string>> = {
  orders: texts.orders,
  transactions: texts.transactions,
  vendors: texts.vendors,
  customers: texts.customers,
  products: texts.products,
  categories: texts.categories,
  campaigns: texts.campaigns,
  staff: texts.staff,
  posts: texts.posts,
  faqs: texts.faqs,
  releases: texts.releases,
}

/** A group of records as a section, with a line that leads to the list of all where there is one. */
export function sectionOf(
  { group, rows, total, total_is_exact }: FoundGroup,
  hrefOf: (record: FoundRecord) => string,
  all: string | undefined,
): Section {
  const title = titles[group]
  const isMore = total > rows.length
  const more = total_is_exact
    ? texts.seeAll({ total, group: title })
    : texts.seeAllMore({ total, group: title })
  return {
    key: group,
    title,
    count: isMore ? (total_is_exact ? String(total) : texts.atLeast({ total })) : '',
    items: [
      ...rows.map((record) => itemOf(record, hrefOf(record))),
      ...(isMore && all ? [{ key: `${group}:all`, words: more, notes: [], href: all }] : []),
    ],
  }
}

/** What a record is, where its group has several kinds and its number does not say so. */
const kindWords: Readonly<Partial<Record<FoundKind, string>>> = {
  vendor_withdrawal: texts.withdrawal,
  customer_withdrawal: texts.withdrawal,
  vendor_payout_run: texts.payoutRun,
  customer_payout_run: texts.payoutRun,
  settlement: texts.settlement,
  refund: texts.refund,
}

export function itemOf(record: FoundRecord, href: string): Item {
  const { kind, id, title, notes, amount } = record
  const what = kindWords[kind]
  return { key: `${kind}:${id}`, words: title, notes: what ? [what, ...notes] : notes, amount, record, href }
}
