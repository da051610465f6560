/** How many calls one caller may make: so many a second for as long as they like, and this many at once after a pause. */
export interface RateLimit {
  perSecond: number
  burst: number
}

/** Whom calls are counted for. Each kind has room of its own: strangers with many addresses push out no known caller. */
export type CallerKind = 'session' | 'key' | 'address'

/** What is left to a caller after this call. */
interface Allowance {
  /** Calls that may follow at once. */
  remaining: number
  /** Seconds until everything is free again. */
  resetSeconds: number
  /** 0 where the call may go on. */
  retryAfterSeconds: number
}

export interface RateLimiter {
  limit: RateLimit
  count(kind: CallerKind, caller: string): Allowance
}

/** Callers of one kind that are remembered, about 150 bytes each. Beyond them whoever called longest ago starts anew. */
const mostCallers = 10_000

/**
 * Counts calls in the memory of this process. For each caller it keeps one number, the time at which everything will be free
 * again (the generic cell rate algorithm): a call moves it on by its share of a second, and is refused while it lies further
 * ahead than the burst allows. What is refused moves nothing, so that a caller who waits as told gets in. `now` is in
 * milliseconds and must not go back: the clock of a machine may be set.
 */
export function rateLimiter(
  limit: RateLimit,
  { now = () => performance.now(), most = mostCallers }: { now?: () => number; most?: number } = {},
): RateLimiter {
  const share = 1000 / limit.perSecond
  const reach = limit.burst * share
  const freeAt: Record<CallerKind, Map<string, number>> = {
    session: new Map(),
    key: new Map(),
    address: new Map(),
  }
  return {
    limit,
    count(kind, caller) {
      const known = freeAt[kind]
      const at = now()
      const before = Math.max((known.get(caller) ?? at) - at, 0)
      const isRefused = before + share > reach
      const after = isRefused ? before : before + share
      // Set anew, so that the first of the map is whoever called longest ago.
      known.delete(caller)
      known.set(caller, at + after)
      if (known.size > most) known.delete(known.keys().next().value as string)
      return {
        remaining: Math.max(Math.floor((reach - after) / share), 0),
        resetSeconds: Math.ceil(after / 1000),
        retryAfterSeconds: isRefused ? Math.max(Math.ceil((before + share - reach) / 1000), 1) : 0,
      }
    },
  }
}
