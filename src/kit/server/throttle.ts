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
  /** Written by the version before, and read by nobody since. */
  is_refused: 'bool=',
})

declare module './database.ts' {
  interface Tables {
    sign_in_throttles: TableOf<typeof signInThrottles>
  }
}

/** What is counted: wrong passwords and codes, or mails that are asked for. One never uses up the other. */
type Throttled = 'sign-in' | 'reset'

/**
 * Who tries, as far as that is known before the password is looked at. A stranger is counted by the account and by the
 * network address. A browser that its person has used before, and a session that is open, are each counted by
 * themselves: whatever others do, at the account or behind the same address, does not slow them.
 */
export type Trier =
  | { kind: 'stranger'; email: string }
  | { kind: 'device'; device: string }
  | { kind: 'session'; sessionId: string }

/** Tries of a day before the delays begin, and tries a day. */
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
} as const
type Counted = keyof (typeof limits)['sign-in']
const firstDelaySeconds = 30
const longestDelaySeconds = 900

/**
 * Counts this try before the password is looked at, so that parallel tries cannot outrun the count: it stands as a
 * failure until `forgiveTries` takes it back. Past the free ones each failure makes the next try wait, longer every
 * time; a try that waited is looked at. Answers how many seconds are still to wait, 0 when the try may go on; the
 * caller refuses after the count is stored. A try that one key refuses is charged to none: an address that others used
 * up takes nothing from an account, and the other way round. Unknown accounts are counted like known ones.
 */
export async function countTry(
  ctx: Context,
  trier: Trier,
  throttled: Throttled = 'sign-in',
): Promise<number> {
  const keys = keysOf(ctx, trier, throttled)
  const now = ctx.now()
  const today = now.toISOString().slice(0, 10)
  // Looked at without a lock first: a flood of tries that are refused anyway writes nothing and holds nobody up.
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
 * Counts a try by the device where its person has used it before, else as a stranger's. A device whose tries are used
 * up counts like any other browser, so that whoever knows its id does not keep its person out. Answers how it was
 * counted, for when it is forgiven, and the seconds to wait.
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
 * The counts as they are, held until the transaction ends, so that all are looked at before one is changed. Everybody
 * locks them in the same order, the account before the address.
 */
async function lockCounts(ctx: Context, keys: Keys, today: string): Promise<CountRow[]> {
  const values = sql.join(keys.map(([, name]) => sql`(${name}, ${today}::date)`))
  const { rows } = await sql<CountRow>`
    insert into sign_in_throttles as t (key, day) values ${values}
    on conflict (key) do update set key = excluded.key
    returning t.key, t.failures, t.guesses, t.blocked_until, t.day::text`.execute(ctx.db)
  return rows
}

/** Seconds until the last of these has nothing to wait for. */
function longestWait(rows: readonly CountRow[], now: Date): number {
  const until = Math.max(0, ...rows.map(({ blocked_until }) => blocked_until?.getTime() ?? 0))
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** Until when nothing more is looked at: the next day for whoever used it up, else longer with each failure. */
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
 * What was given fitted: none of what this try was counted by is charged for it, and the account, device or session
 * starts its delays from zero again. An address past its free failures keeps its delay: somebody with an account of
 * their own does not buy guesses at others.
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
 * The password fitted and a code is still to come: this try alone is given back, so that nobody who has the password
 * gets more codes to guess by asking between.
 */
export async function giveBackTry(ctx: Context, trier: Trier): Promise<void> {
  for (const [kind, key] of keysOf(ctx, trier, 'sign-in')) {
    const { free } = limits['sign-in'][kind]
    await ctx.db
      .updateTable('sign_in_throttles')
      .set({
        failures: sql<number>`greatest(failures - 1, 0)`,
        guesses: sql<number>`greatest(guesses - 1, 0)`,
        // Within the free ones it was this try that began the delay.
        blocked_until: sql<Date | null>`case when failures <= ${free} then null else blocked_until end`,
      })
      .where('key', '=', key)
      .execute()
  }
}

/** An account whose password was chosen anew by mail: guesses at the one before are guesses at nothing. */
export async function forgiveAccount(ctx: Context, email: string): Promise<void> {
  await ctx.db.deleteFrom('sign_in_throttles').where('key', '=', accountKey(email, 'sign-in')).execute()
}

/** Hashed: the table of throttles must not become a list of addresses that somebody typed. */
function keysOf(ctx: Context, trier: Trier, throttled: Throttled): [Counted, string][] {
  const prefix = prefixOf(throttled)
  if (trier.kind === 'device') return [['device', `${prefix}device:${trier.device}`]]
  if (trier.kind === 'session') return [['session', `${prefix}session:${trier.sessionId}`]]
  return [
    ['account', accountKey(trier.email, throttled)],
    ['address', `${prefix}address:${networkOf(ctx.origin.address)}`],
  ]
}

function accountKey(email: string, throttled: Throttled): string {
  const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  return `${prefixOf(throttled)}account:${account}`
}

function prefixOf(throttled: Throttled): string {
  return throttled === 'sign-in' ? '' : `${throttled} `
}

/** No address is longer; what a proxy passes on may be. */
const longestAddress = 64

/**
 * An IPv6 household has a /64 of its own, so that is what counts as one address. An IPv4 one is the same in its IPv6 form, and with
 * the port that some proxies write behind it: each connection would be somebody new.
 */
export function networkOf(given: string): string {
  const v4 = /^(?:\[?::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})\]?(?::\d{1,5})?$/i.exec(given)?.[1]
  if (v4 !== undefined) return v4
  const address = (/^\[([^\]]*)\]/.exec(given)?.[1] ?? given).slice(0, longestAddress)
  if (!address.includes(':')) return address
  // Written out: the two colons stand for as many groups of zeros as are missing, wherever they are.
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - behind.length, 0)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...behind]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
