import type { Actor } from './context.ts'

/** A numbered event: so many records of a noun have changed, for everybody or for one person. */
export interface StreamEvent {
  id: number
  noun: string
  person_id: string | null
  records: number
}

/** What a stream tells its reader of. */
export interface StreamReader {
  /** The nouns that this person may know of, in a fixed order. */
  nouns(person: Extract<Actor, { kind: 'person' }>): readonly string[]
}

/** Readers with the same key are sent the same text. */
export function keyOf(nouns: readonly string[]): string {
  return nouns.join(' ')
}

/**
 * What these events tell somebody, as one server-sent event with the number of the last of them: each noun with how many
 * of its records have changed. Null if none of it is for them.
 */
export function frameOf(
  events: readonly StreamEvent[],
  nouns: readonly string[],
  personId: string,
): string | null {
  const last = events.at(-1)
  const changed: Record<string, number> = {}
  for (const { noun, person_id, records } of events) {
    const isTheirs = person_id === null ? nouns.includes(noun) : person_id === personId
    if (isTheirs) changed[noun] = (changed[noun] ?? 0) + records
  }
  if (!last || Object.keys(changed).length === 0) return null
  return `id: ${last.id}\nevent: changed\ndata: ${JSON.stringify(changed)}\n\n`
}

/** The event after which a reader reads everything again, because what it has missed is no longer kept. */
export function resetOf(position: number): string {
  return `id: ${position}\nevent: reset\ndata: {}\n\n`
}

/** Keeps the connection open, and says up to where the reader has heard everything. */
export function heartbeatOf(position: number): string {
  return `id: ${position}\n: still here\n\n`
}
