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

/** What is counted: wrong passwords, or mails that are asked for. One never uses up the other. */
export type Throttled = 'sign-in' | 'reset'

/** Tries of a day before the delays begin, and tries a day, for one account and for one address. */
const limits = {
  'sign-in': { account: { free: 5, aDay: 100 }, address: { free: 50, aDay: 2_000 } },
  reset: { account: { free: 3, aDay: 10 }, address: { free: 20, aDay: 200 } },
} as const
const firstDelaySeconds = 30
const longestDelaySeconds = 900

/**
 * Counts this try before the password is looked at, so that parallel tries cannot outrun the count: it stands as a
 * failure until `forgiveTries` takes it back. Past the free ones each failure makes the next try wait, longer every
 * time; a try that waited is looked at. Answers how many seconds the account or address has still to wait, 0 when the
 * try may go on; the caller refuses after the count is stored. Unknown accounts are counted like known ones.
 */
export async function countTry(
  ctx: Context,
  email: string,
  throttled: Throttled = 'sign-in',
): Promise<number> {
  let longest = 0
  for (const [kind, name] of keysOf(ctx, email, throttled)) {
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
 * The password fitted: the account starts from zero again, and the address is not charged for this try. An address
 * past its free failures keeps its delay: somebody with an account of their own does not buy guesses at others.
 */
export async function forgiveTries(ctx: Context, email: string): Promise<void> {
  for (const [kind, name] of keysOf(ctx, email, 'sign-in')) {
    const { free } = limits['sign-in'][kind]
    const isAccount = kind === 'account'
    await ctx.db
      .updateTable('sign_in_throttles')
      .set({
        failures: isAccount ? 0 : sql<number>`greatest(failures - 1, 0)`,
        blocked_until: isAccount
          ? null
          : sql<Date | null>`case when failures <= ${free} then null else blocked_until end`,
      })
      .where('key', '=', name)
      .execute()
  }
}

/** Hashed: the table of throttles must not become a list of addresses that somebody typed. */
function keysOf(ctx: Context, email: string, throttled: Throttled): ['account' | 'address', string][] {
  const prefix = throttled === 'sign-in' ? '' : `${throttled} `
  const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  return [
    ['account', `${prefix}account:${account}`],
    ['address', `${prefix}address:${networkOf(ctx.origin.address)}`],
  ]
}

/** An IPv6 household has a /64 of its own, so that is what counts as one address. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  return `${address.split(':').slice(0, 4).join(':')}::/64`
}
