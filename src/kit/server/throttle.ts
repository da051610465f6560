import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { type TableOf, table } from './table.ts'

const signInThrottles = table('sign_in_throttles', {
  key: 'text',
  failures: 'int4=',
  day: 'date',
  guesses: 'int4=',
  blocked_until: 'timestamptz?',
  /** Written by the previous version and no longer read. */
  is_refused: 'bool=',
})

declare module './database.ts' {
  interface Tables {
    sign_in_throttles: TableOf<typeof signInThrottles>
  }
}

/** What is counted: wrong passwords and codes, or requested mails. The counts are independent. */
type Throttled = 'sign-in' | 'reset' | 'subscribe'

/**
 * The person who tries, as far as known before the password is checked. A stranger is counted by account and by network
 * address. A browser that the person has used before, and an open session, are counted separately, so that attempts by
 * others on the account or from the same address do not slow them down.
 */
export type Trier =
  | { kind: 'stranger'; email: string }
  /** An address that another system passes on: the network would be that system's, and so everybody's. */
  | { kind: 'passed on'; email: string }
  | { kind: 'device'; device: string }
  | { kind: 'session'; sessionId: string }

/** Attempts per day before delays begin, and the maximum attempts per day. */
const limits = {
  'sign-in': {
    account: { free: 5, aDay: 100 },
    address: { free: 50, aDay: 2_000 },
    device: { free: 20, aDay: 20 },
    session: { free: 5, aDay: 20 },
  },
  reset: {
    account: { free: 3, aDay: 10 },
    address: { free: 20, aDay: 200 },
    device: { free: 3, aDay: 10 },
    session: { free: 3, aDay: 10 },
  },
  subscribe: {
    account: { free: 3, aDay: 10 },
    address: { free: 20, aDay: 200 },
    device: { free: 3, aDay: 10 },
    session: { free: 3, aDay: 10 },
  },
} as const
type Counted = keyof (typeof limits)['sign-in']
const firstDelaySeconds = 30
const longestDelaySeconds = 900

/**
 * Counts an attempt before the password is checked, so that parallel attempts cannot outrun the count. The attempt
 * counts as a failure until `forgiveTries` reverts it. After the free attempts each failure delays the next attempt,
 * longer every time; an attempt after the delay is checked. Returns the seconds left to wait, or 0 if the attempt may
 * proceed; the caller refuses after the count is stored. An attempt that one key refuses is charged to no key: attempts
 * from an exhausted address do not count against the account, and vice versa. Unknown accounts are counted like known
 * accounts.
 */
export async function countTry(
  ctx: Context,
  trier: Trier,
  throttled: Throttled = 'sign-in',
): Promise<number> {
  const keys = keysOf(ctx, trier, throttled)
  const now = ctx.now()
  const today = now.toISOString().slice(0, 10)
  // Checked without a lock first, so that a flood of refused attempts writes nothing and blocks nobody.
  const refusedFor = longestWait(await readCounts(ctx, keys), now)
  if (refusedFor > 0) return refusedFor
  const before = await lockCounts(ctx, keys, today)
  const overtakenFor = longestWait(before, now)
  if (overtakenFor > 0) return overtakenFor
  const after = before.map(({ key, ...row }) => {
    const kind = keys.find(([, name]) => name === key)?.[0] ?? 'account'
    const isToday = row.day === today
    const failures = (isToday ? row.failures : 0) + 1
    const guesses = (isToday ? row.guesses : 0) + 1
    return {
      key,
      failures,
      guesses,
      blocked_until: delayAfter(failures, guesses, limits[throttled][kind], now),
    }
  })
  await sql`
    update sign_in_throttles t
    set failures = c.failures, guesses = c.guesses, blocked_until = c.blocked_until, day = ${today}::date
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb)
      as c(key text, failures int4, guesses int4, blocked_until timestamptz)
    where t.key = c.key`.execute(ctx.db)
  return 0
}

/**
 * Counts an attempt by the device if the person has used the device before, and as a stranger's attempt in all other
 * cases. A device that has used up its attempts counts like any other browser, so that someone who knows its id cannot
 * lock the person out. Returns how the attempt was counted, for forgiving it later, and the seconds to wait.
 */
export async function countTryFrom(
  ctx: Context,
  email: string,
  device: string | null,
  throttled: Throttled = 'sign-in',
): Promise<{ trier: Trier; waitSeconds: number }> {
  if (device !== null) {
    const trier = { kind: 'device', device } as const
    const waitSeconds = await countTry(ctx, trier, throttled)
    if (waitSeconds === 0) return { trier, waitSeconds }
  }
  const trier = { kind: 'stranger', email } as const
  return { trier, waitSeconds: await countTry(ctx, trier, throttled) }
}

type Keys = readonly (readonly [Counted, string])[]

interface CountRow {
  key: string
  failures: number
  guesses: number
  blocked_until: Date | null
  day: string
}

async function readCounts(ctx: Context, keys: Keys): Promise<CountRow[]> {
  const names = keys.map(([, name]) => name)
  const { rows } = await sql<CountRow>`
    select key, failures, guesses, blocked_until, day::text from sign_in_throttles
    where key = any(${names})`.execute(ctx.db)
  return rows
}

/**
 * The current counts, locked until the transaction ends, so that all counts are read before any is changed. All
 * transactions lock in the same order, the account before the address.
 */
async function lockCounts(ctx: Context, keys: Keys, today: string): Promise<CountRow[]> {
  const values = sql.join(keys.map(([, name]) => sql`(${name}, ${today}::date)`))
  const { rows } = await sql<CountRow>`
    insert into sign_in_throttles as t (key, day) values ${values}
    on conflict (key) do update set key = excluded.key
    returning t.key, t.failures, t.guesses, t.blocked_until, t.day::text`.execute(ctx.db)
  return rows
}

/** Seconds until the last of these delays ends. */
function longestWait(rows: readonly CountRow[], now: Date): number {
  const until = Math.max(0, ...rows.map(({ blocked_until }) => blocked_until?.getTime() ?? 0))
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/**
 * The time until which attempts are blocked: the next day when the daily limit is used up, or a delay that grows with
 * each failure.
 */
function delayAfter(
  failures: number,
  guesses: number,
  { free, aDay }: { free: number; aDay: number },
  now: Date,
): Date | null {
  if (guesses >= aDay)
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  if (failures < free) return null
  const seconds = Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** Math.min(failures - free, 10))
  return new Date(now.getTime() + seconds * 1000)
}

/**
 * Called when the password or code was correct. The attempt is not charged, and the delays of the account, device or
 * session start from zero again. An address past its free failures keeps its delay, so that a person with their own
 * account cannot use it to gain guesses at other accounts.
 */
export async function forgiveTries(ctx: Context, trier: Trier): Promise<void> {
  for (const [kind, key] of keysOf(ctx, trier, 'sign-in')) {
    const { free } = limits['sign-in'][kind]
    const isAddress = kind === 'address'
    await ctx.db
      .updateTable('sign_in_throttles')
      .set({
        failures: isAddress ? sql<number>`greatest(failures - 1, 0)` : 0,
        guesses: sql<number>`greatest(guesses - 1, 0)`,
        blocked_until: isAddress
          ? sql<Date | null>`case when failures <= ${free} then null else blocked_until end`
          : null,
      })
      .where('key', '=', key)
      .execute()
  }
}

/**
 * Called when the password was correct and a code is still required. Only this attempt is reverted, so that a person
 * with the password cannot gain more guesses at the code by signing in again in between. No delay ran when it was let in, so a
 * delay that runs now is its own.
 */
export async function giveBackTry(ctx: Context, trier: Trier): Promise<void> {
  for (const [, key] of keysOf(ctx, trier, 'sign-in')) {
    await ctx.db
      .updateTable('sign_in_throttles')
      .set({
        failures: sql<number>`greatest(failures - 1, 0)`,
        guesses: sql<number>`greatest(guesses - 1, 0)`,
        blocked_until: null,
      })
      .where('key', '=', key)
      .execute()
  }
}

/**
 * Clears the count of an account whose password was reset by mail, because guesses at the old password no longer
 * matter.
 */
export async function forgiveAccount(ctx: Context, email: string): Promise<void> {
  await ctx.db.deleteFrom('sign_in_throttles').where('key', '=', accountKey(email, 'sign-in')).execute()
}

/** Keys are hashed so that the throttle table does not become a list of typed addresses. */
function keysOf(ctx: Context, trier: Trier, throttled: Throttled): [Counted, string][] {
  const prefix = prefixOf(throttled)
  if (trier.kind === 'device') return [['device', `${prefix}device:${trier.device}`]]
  if (trier.kind === 'session') return [['session', `${prefix}session:${trier.sessionId}`]]
  const account: [Counted, string] = ['account', accountKey(trier.email, throttled)]
  if (trier.kind === 'passed on') return [account]
  return [account, ['address', `${prefix}address:${networkOf(ctx.origin.address)}`]]
}

function accountKey(email: string, throttled: Throttled): string {
  const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  return `${prefixOf(throttled)}account:${account}`
}

function prefixOf(throttled: Throttled): string {
  return throttled === 'sign-in' ? '' : `${throttled} `
}

/** No IP address is longer, but a proxy may pass on longer text. */
const longestAddress = 64

/**
 * The network that an address is counted under. An IPv6 household has a /64, so each /64 counts as one address. An IPv4
 * address is recognised in its IPv6 form and with a port appended by a proxy, because each connection would otherwise
 * count as a new caller.
 */
export function networkOf(given: string): string {
  const v4 = /^(?:\[?::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})\]?(?::\d{1,5})?$/i.exec(given)?.[1]
  if (v4 !== undefined) return v4
  const address = (/^\[([^\]]*)\]/.exec(given)?.[1] ?? given).slice(0, longestAddress)
  if (!address.includes(':')) return address
  // Expands the two colons, which replace the missing groups of zeros wherever they are.
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - behind.length, 0)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...behind]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
