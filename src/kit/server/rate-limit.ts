/** How many calls one caller may make: a sustained rate per second, and a burst after a pause. */
export interface RateLimit {
  perSecond: number
  burst: number
}

/**
 * The kinds of caller that calls are counted for. Each kind has its own capacity, so strangers with many addresses
 * cannot evict known callers.
 */
export type CallerKind = 'session' | 'key' | 'address'

/** The remaining allowance of a caller after this call. */
export interface Allowance {
  /** Calls that the caller can still make at once. */
  remaining: number
  /** Seconds until the full allowance is restored. */
  resetSeconds: number
  /** 0 if the call is allowed. */
  retryAfterSeconds: number
}

export interface RateLimiter {
  limit: RateLimit
  count(kind: CallerKind, caller: string): Allowance
}

/**
 * The number of remembered callers of one kind, about 150 bytes each. Beyond this number the least recent caller is
 * forgotten and starts from zero.
 */
const mostCallers = 10_000

/**
 * Counts calls in the memory of this process. For each caller it stores one number, the time at which the full
 * allowance is restored (the generic cell rate algorithm). A call moves this time forward by its share of a second, and
 * is refused if the time is further ahead than the burst allows. A refused call moves nothing, so a caller who waits as
 * told is let in. `now` is in milliseconds and must be monotonic, because the system clock may be changed.
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
  /** Who called last is the last entry of its map already. */
  const last: Partial<Record<CallerKind, string>> = {}
  return {
    limit,
    count(kind, caller) {
      const known = freeAt[kind]
      const at = now()
      const before = Math.max((known.get(caller) ?? at) - at, 0)
      const isRefused = before + share > reach
      const after = isRefused ? before : before + share
      // Deletes and sets the entry, so that the first entry of the map is the least recent caller.
      if (last[kind] !== caller) known.delete(caller)
      last[kind] = caller
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

/** The RateLimit fields of an answer (draft-ietf-httpapi-ratelimit-headers-10). */
export function remainingCalls({ limit }: RateLimiter, { remaining, resetSeconds }: Allowance) {
  return {
    'ratelimit-policy': policyOf(limit),
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  }
}

const policies = new WeakMap<RateLimit, string>()

/** Every answer says it, so it is written once. */
function policyOf(limit: RateLimit): string {
  const known = policies.get(limit)
  if (known) return known
  const policy = `"calls";q=${limit.burst};w=${Math.ceil(limit.burst / limit.perSecond)}`
  policies.set(limit, policy)
  return policy
}
