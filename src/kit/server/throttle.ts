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
  is_refused: 'bool=',
})

declare module './database.ts' {
  interface Tables {
    sign_in_throttles: TableOf<typeof signInThrottles>
  }
}

/** What is counted: wrong passwords and codes, or mails that are asked for. One never uses up the other. */
export type Throttled = 'sign-in' | 'reset'

/** Tries of a day before the delays begin, and tries a day, for one account, one known device, one address. */
const limits = {
  'sign-in': {
    account: { free: 5, aDay: 100 },
    device: { free: 20, aDay: 20 },
    address: { free: 50, aDay: 2_000 },
  },
  reset: {
    account: { free: 3, aDay: 10 },
    device: { free: 3, aDay: 10 },
    address: { free: 20, aDay: 200 },
  },
} as const
type Counted = keyof (typeof limits)['sign-in']
const firstDelaySeconds = 30
const longestDelaySeconds = 900

/**
 * Counts this try before the password is looked at, so that parallel tries cannot outrun the count: it stands as a
 * failure until `forgiveTries` takes it back. Past the free ones each failure makes the next try wait, longer every
 * time; a try that waited is looked at. Answers how many seconds the account or address has still to wait, 0 when the
 * try may go on; the caller refuses after the count is stored. Unknown accounts are counted like known ones. A try
 * from a device that this person has used before is counted by the device and not by the account: whoever else keeps
 * guessing does not keep its person out.
 */
export async function countTry(
  ctx: Context,
  email: string,
  device: string | null = null,
  throttled: Throttled = 'sign-in',
): Promise<number> {
  let longest = 0
  for (const [kind, name] of keysOf(ctx, email, device, throttled)) {
    const { free, aDay } = limits[throttled][kind]
    const now = ctx.now()
    const day = now.toISOString().slice(0, 10)
    const isBlocked = sql`coalesce(t.blocked_until > ${now}, false)`
    const failures = sql`case when t.day = excluded.day then t.failures else 0 end`
    const guesses = sql`case when t.day = excluded.day then t.guesses else 0 end`
    const { rows } = await sql<{ wait: number }>`
      insert into sign_in_throttles as t (key, failures, day, guesses) values (${name}, 1, ${day}::date, 1)
      on conflict (key) do update set
        is_refused = ${isBlocked},
        failures = case when ${isBlocked} then t.failures else ${failures} + 1 end,
        guesses = case when ${isBlocked} then t.guesses else ${guesses} + 1 end,
        day = case when ${isBlocked} then t.day else excluded.day end,
        blocked_until = case
          when ${isBlocked} then t.blocked_until
          when ${guesses} + 1 >= ${aDay} then (excluded.day + 1)::timestamp at time zone 'UTC'
          when ${failures} + 1 >= ${free} then ${now}::timestamptz
            + make_interval(secs => least(${longestDelaySeconds}, ${firstDelaySeconds} * 2 ^ least(${failures} + 1 - ${free}, 10)))
          else null end
      returning case when is_refused
        then ceil(extract(epoch from blocked_until - ${now}::timestamptz))::int4 else 0 end as wait`.execute(
      ctx.db,
    )
    longest = Math.max(longest, rows[0]?.wait ?? 0)
  }
  return longest
}

/**
 * What was given fitted: the account or the known device starts from zero again, and the address is not charged for
 * this try. An address past its free failures keeps its delay: somebody with an account of their own does not buy
 * guesses at others. An account that others guess at keeps its delay when its person came in by a known device.
 */
export async function forgiveTries(ctx: Context, email: string, device: string | null = null): Promise<void> {
  for (const [kind, name] of keysOf(ctx, email, device, 'sign-in')) {
    const { free } = limits['sign-in'][kind]
    const isAddress = kind === 'address'
    await ctx.db
      .updateTable('sign_in_throttles')
      .set({
        failures: isAddress ? sql<number>`greatest(failures - 1, 0)` : 0,
        // Only what failed counts towards the few of a device: its person may sign in as often as they like.
        ...(kind === 'device' ? { guesses: sql<number>`greatest(guesses - 1, 0)` } : {}),
        blocked_until: isAddress
          ? sql<Date | null>`case when failures <= ${free} then null else blocked_until end`
          : null,
      })
      .where('key', '=', name)
      .execute()
  }
}

/** Hashed: the table of throttles must not become a list of addresses that somebody typed. */
function keysOf(
  ctx: Context,
  email: string,
  device: string | null,
  throttled: Throttled,
): [Counted, string][] {
  const prefix = throttled === 'sign-in' ? '' : `${throttled} `
  const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  return [
    device === null ? ['account', `${prefix}account:${account}`] : ['device', `${prefix}device:${device}`],
    ['address', `${prefix}address:${networkOf(ctx.origin.address)}`],
  ]
}

/** An IPv6 household has a /64 of its own, so that is what counts as one address. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  // Written out: the two colons stand for as many groups of zeros as are missing, wherever they are.
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - behind.length, 0)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...behind]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
