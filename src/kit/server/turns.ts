import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may run before it yields to other tasks, in milliseconds. */
const turnMs = 2

/** Maps like `Array.map`, but yields to other tasks every few milliseconds. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  let until = performance.now() + turnMs
  for (const item of items) {
    made.push(work(item))
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + turnMs
  }
  return made
}

/** Runs tasks, at most `places` at a time. The other tasks wait in order of arrival. */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
