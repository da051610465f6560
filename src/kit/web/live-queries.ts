import type { Query, QueryClient } from '@tanstack/react-query'
import { onConnectedAgain } from './connection.ts'
import { isAtRest, readAgain } from './read-again.ts'
import type { Changed } from './stream-state.ts'

/** What `useEndpoint` says of a query that is live. */
export interface LiveMeta {
  /** The nouns whose changes it shows. */
  live?: readonly string[] | undefined
  /** It is read at most so often, and within so many milliseconds after a change. */
  liveEveryMs?: number | undefined
  /** Once read, it is read again by nothing but a command or its reader. */
  isStill?: boolean
}

/** How soon a query is read after a change. */
export interface ReadingRate {
  /** The least time between two readings of one query: many changes in a row are one reading. */
  gapMs: number
  /** A reading may come so much later, so that not all browsers ask in the same instant. */
  spreadMs: number
}

const ordinary: ReadingRate = { gapMs: 2_000, spreadMs: 500 }
const atOnce: ReadingRate = { gapMs: 0, spreadMs: 0 }

/**
 * Reads the queries again that are live for a noun that has changed: each once for all changes in its gap, whichever nouns
 * changed. A hidden tab reads nothing, and what changed meanwhile once when it is shown. `urgent` names the nouns whose
 * changes are read at another rate than the ordinary one.
 */
export function keepLive(
  queries: QueryClient,
  urgent: Readonly<Record<string, ReadingRate>>,
): { hear: (changed: Changed) => void; end: () => void } {
  /** When each query that has changed is read, and when it could be without the spread, on the clock of the page. */
  const due = new Map<Query, { at: number; soonest: number }>()
  const readAt = new WeakMap<Query, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = () => {
    clearTimeout(timer)
    if (document.hidden || due.size === 0) return
    const next = Math.min(...[...due.values()].map(({ at }) => at))
    timer = setTimeout(readDue, Math.max(0, Math.ceil(next - performance.now())))
  }
  const readDue = () => {
    const now = performance.now()
    const ready = new Set([...due].flatMap(([query, { at }]) => (at <= now ? [query] : [])))
    for (const query of ready) {
      due.delete(query)
      readAt.set(query, now)
    }
    if (ready.size > 0) void readAgain(queries, (query) => ready.has(query))
    plan()
  }
  const hear = (changed: Changed) => {
    const now = performance.now()
    for (const query of queries.getQueryCache().getAll()) {
      const rate = rateOf(query, changed, urgent)
      if (!rate) continue
      const soonest = Math.max(now, (readAt.get(query) ?? now - rate.gapMs) + rate.gapMs)
      const at = Math.max(soonest, now + Math.random() * rate.spreadMs)
      const before = due.get(query) ?? { at, soonest }
      due.set(query, { at: Math.min(before.at, at), soonest: Math.min(before.soonest, soonest) })
    }
    plan()
  }
  const turn = () => {
    if (document.hidden) {
      clearTimeout(timer)
      return
    }
    for (const [query, { soonest }] of due) due.set(query, { at: soonest, soonest })
    // At once, and before the library hears that the tab is shown: it takes a reading that has begun for its own.
    readDue()
  }
  document.addEventListener('visibilitychange', turn)
  return {
    hear,
    end() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', turn)
    },
  }
}

/**
 * Reads again what is shown each time the connection is there again: a hidden tab once it is shown. Rows that people point at
 * stay, and what has changed of them is told. Returns a function that ends it.
 */
export function readMissed(queries: QueryClient): () => void {
  let isMissed = false
  const read = () => {
    isMissed = document.hidden
    if (!isMissed) void readAgain(queries, (query) => !isAtRest(query))
  }
  const turn = () => {
    if (isMissed) read()
  }
  const stop = onConnectedAgain(read)
  document.addEventListener('visibilitychange', turn)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', turn)
  }
}

/** How soon this query is read after these changes; null if it shows none of their nouns. */
function rateOf(
  query: Query,
  changed: Changed,
  urgent: Readonly<Record<string, ReadingRate>>,
): ReadingRate | null {
  if (isAtRest(query)) return null
  const { live = [], liveEveryMs } = (query.meta ?? {}) as LiveMeta
  const [first, ...others] = changed === null ? live : live.filter((noun) => Object.hasOwn(changed, noun))
  if (first === undefined) return null
  // What no screen shows is not read but only marked, for the screen that shows it next.
  if (changed === null || !query.isActive()) return atOnce
  if (liveEveryMs !== undefined) return { gapMs: liveEveryMs, spreadMs: liveEveryMs }
  const rateFor = (noun: string) => urgent[noun] ?? ordinary
  return others.map(rateFor).reduce((a, b) => (b.gapMs < a.gapMs ? b : a), rateFor(first))
}
