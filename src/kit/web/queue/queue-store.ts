import { createContext, useSyncExternalStore } from 'react'
import { userIn, userKey } from '../stored-user.ts'
import type { Queue } from './queue-model.ts'

/** The screen from which a record is opened. */
interface QueueSource {
  /** The call for the rows that the address of a list shows, with its query; undefined for a screen that is no list. */
  url: string | undefined
  title: string
}

/** What a queue needs to know from the application. */
export interface Queues {
  /** The screen at this address; null if there is no such screen. */
  sourceOf: (address: string) => QueueSource | null
  /** Loads the code of the screen at this address, and answers the path of the call that reads its record; null without one. */
  prepare: (href: string) => string | null
}

export const QueuesContext = createContext<Queues>({ sourceOf: () => null, prepare: () => null })

/** What the person has chosen for their reviews. */
export interface ReviewChoice {
  /** After a decision the next record opens at once. */
  goesOn: boolean
  setGoesOn: (goesOn: boolean) => void
}

export const ReviewChoiceContext = createContext<ReviewChoice>({ goesOn: false, setGoesOn: () => {} })

/** The last decision of the reader, as long as it can be undone. */
export interface LastDecision {
  /** The path of the call that undoes it. */
  undoPath: string
  id: string
  decision_id: string
  name: string
  until: string
  /** The address of the record. */
  href: string
}

const listeners = new Set<() => void>()
const lastKey = 'munshi-last-decision'
const cameKey = 'munshi-came-from'
const keyOf = (from: string) => `munshi-queue-${from}`

function write(key: string, value: unknown): void {
  if (value === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
  for (const listener of listeners) listener()
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The queue of the list at this address as it is kept in this tab, as text; null if none was begun. */
export function useKeptQueue(from: string): Queue | null {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(keyOf(from)))
  return text === null ? null : (JSON.parse(text) as Queue)
}

export const keepQueue = (from: string, queue: Queue): void => {
  if (JSON.stringify(queue) !== sessionStorage.getItem(keyOf(from))) write(keyOf(from), queue)
}

/** What a list says of who a record is left to. */
export interface HeldRow {
  reviewer?: { id: string; name: string } | null
  /** The reader has done their part: another person has to decide. */
  awaits_other?: boolean
}

/** Whether the record of this row is left to another person: they are reviewing it, or the reader can do no more. */
export function isHeld({ reviewer, awaits_other = false }: HeldRow): boolean {
  return awaits_other || Boolean(reviewer && reviewer.id !== userIn(localStorage.getItem(userKey))?.id)
}

/** The name of the person who is reviewing the record of a row that is left to others; empty if anybody else may decide. */
export function holderOf({ reviewer, awaits_other = false }: HeldRow): string {
  return awaits_other ? '' : (reviewer?.name ?? '')
}

/** A list that is shown is where the next queue begins. */
export const forgetQueue = (from: string): void => {
  if (sessionStorage.getItem(keyOf(from)) !== null) write(keyOf(from), null)
}

/** Changes the queue that the address of a record names, if it has one; by itself the current address. */
export function changeQueue(change: (queue: Queue) => Queue, href: string = window.location.search): void {
  const from = new URLSearchParams(href.split('?')[1]).get('from')
  const queue = from && read<Queue>(keyOf(from))
  if (from && queue) keepQueue(from, change(queue))
}

export function useLastDecision(): LastDecision | null {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(lastKey))
  return text === null ? null : (JSON.parse(text) as LastDecision)
}

export const keepLastDecision = (decision: LastDecision | null): void => write(lastKey, decision)

/**
 * Remembers which record was looked at last, so that the way back to the list, at one of these addresses, leads to its row, or to
 * the next of these records that is left.
 */
export const noteVisit = (addresses: readonly string[], ids: readonly string[]): void => {
  sessionStorage.setItem(cameKey, JSON.stringify({ addresses, ids }))
}

/** The record that was looked at last of the list at this address with its neighbours; once. Empty if there is none. */
export function takeVisit(address: string): readonly string[] {
  const visit = read<{ addresses: string[]; ids: string[] }>(cameKey)
  if (!visit?.addresses?.includes(address)) return []
  sessionStorage.removeItem(cameKey)
  return visit.ids
}

/**
 * The address of a record that is no row of the list from which it is opened: it is in no queue, but the way back leads to the
 * row.
 */
export function withBack(href: string, from: string, rowId: string): string {
  const [path = '', query = ''] = href.split('?')
  const parameters = new URLSearchParams(query)
  if (parameters.has('back')) return href
  parameters.set('back', `${from}#${rowId}`)
  return `${path}?${parameters}`
}

/** The address of a record with the list from which it is opened. Links to anything else stay as they are. */
export function withFrom(href: string, from: string): string {
  const [path = '', query = ''] = href.split('?')
  const parameters = new URLSearchParams(query)
  if (!parameters.has('id') || parameters.has('from')) return href
  parameters.set('from', from)
  return `${path}?${parameters}`
}
