import { sql } from 'kysely'
import { suppressAddress } from '#features/subscribers/server/commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import type { PersonalValues } from '../content-contract.ts'
import { isHeldBack } from './queries.ts'
import { mostAttempts, retrySeconds } from './rules.ts'
import './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** How many group e-mails leave in a second, of all instances together; 0 for as many as can. */
    mailingsPerSecond: number
  }
}

/** How long an instance may be at a mail. An instance that has not reported by then has crashed, and nobody knows of the mail. */
const leaseSeconds = 120

/** A recipient whom this instance has taken. The end of its lease tells its result from that of a later taking. */
export interface Taken {
  id: string
  /** When the lease ends. */
  send_at: Date
  mailing_id: string
  address: string
  fields: PersonalValues
  attempts: number
  /** The address was suppressed or erased after the recipients were fixed: it gets nothing. */
  is_held: boolean
}

/** What became of a taken recipient. */
export type Settled = Taken &
  (
    | { result: 'sent' }
    | { result: 'skipped' }
    | { result: 'unknown'; error: string }
    | { result: 'failed'; code: number; error: string; isOfAddress: boolean }
    /** Put off by the server, in words or by ending the connection; counts as an attempt. */
    | { result: 'later'; code: number | null; error: string }
    /** The server was not reached; does not count. */
    | { result: 'away'; error: string; waitSeconds: number }
  )

/**
 * Takes recipients of a mailing that is being sent, for this instance alone: that they are being sent is stored before a mail
 * server hears of them. Answers fewer than `most`, down to none, when fewer are due or the limit of a second is reached.
 */
export async function takeRecipients(
  ctx: Context,
  { id: mailing_id, isLegal }: { id: string; isLegal: boolean },
  most: number,
): Promise<Taken[]> {
  const granted = await takePace(ctx, most)
  if (granted === 0) return []
  const now = ctx.now()
  const { rows } = await sql<Taken>`
    update mailing_recipients set status = 'sending', attempts = attempts + 1,
      send_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where id in (
      select r.id from mailing_recipients r
      where r.mailing_id = ${mailing_id} and r.status = 'queued' and r.send_at <= ${now}
        and exists (select from mailings m where m.id = ${mailing_id} and m.status = 'sending')
      order by r.send_at, r.id limit ${granted} for update of r skip locked)
    returning id, mailing_id, address, fields, attempts, send_at,
      ${isHeldBack('mailing_recipients', isLegal)} as is_held`.execute(ctx.db)
  return rows
}

/** How many of these mails may leave now. What is left of a second is kept for the next, up to one second's worth. */
async function takePace(ctx: Context, wanted: number): Promise<number> {
  const rate = ctx.services.mailingsPerSecond
  if (rate === 0) return wanted
  const now = ctx.now()
  const { rows } = await sql<{ granted: number }>`
    with before as (
      select least(${rate}::numeric, left_over + ${rate}::numeric
        * greatest(0, extract(epoch from ${now}::timestamptz - at))) as available
      from mailing_pace where id = 1 for update
    )
    update mailing_pace p set left_over = available - least(${wanted}::int, floor(available)),
      at = greatest(p.at, ${now}::timestamptz)
    from before where p.id = 1
    returning least(${wanted}::int, floor(available))::int as granted`.execute(ctx.db)
  return rows[0]?.granted ?? 0
}

/**
 * Stores what became of recipients, with the totals of their mailing, in one transaction. A result that comes after its lease
 * has ended is not stored: the recipient was settled as unknown. Addresses that are refused for good are suppressed.
 */
export async function settleRecipients(ctx: Context, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const now = ctx.now()
  const rows = settled.map((one) => ({
    id: one.id,
    lease: one.send_at,
    ...columnsOf(one, now),
  }))
  await transact(ctx, async (own) => {
    own.unchanged()
    const ids = [...new Set(settled.map(({ mailing_id }) => mailing_id))]
    await holdMailings(own, ids)
    const { rows: stored } = await sql<{ id: string }>`
      with stored as (
        update mailing_recipients r set
          status = case when s.status = 'queued' and m.status = 'canceled' then 'skipped' else s.status end,
          attempts = s.next_attempts, send_at = s.send_at, last_code = s.last_code, sent_at = s.sent_at,
          last_error = case when r.address = '' then '' else s.last_error end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id uuid, lease timestamptz, status text, next_attempts int,
          send_at timestamptz, last_code int, last_error text, sent_at timestamptz), mailings m
        where r.id = s.id and r.send_at = s.lease and r.status = 'sending' and m.id = r.mailing_id
        returning r.id, r.mailing_id, r.status, r.address
      ), sums as (
        select mailing_id, count(*) filter (where status = 'sent') as sent,
          count(*) filter (where status = 'failed') as failed,
          count(*) filter (where status = 'unknown') as unknown,
          count(*) filter (where status = 'skipped') as skipped
        from stored group by mailing_id
      ), counted as (
        update mailings m set sent_count = sent_count + s.sent, failed_count = failed_count + s.failed,
          unknown_count = unknown_count + s.unknown, skipped_count = skipped_count + s.skipped
        from sums s where m.id = s.mailing_id
      )
      select id from stored where address <> ''`.execute(own.db)
    // An address that was erased while the mail was on its way is not recorded again.
    const isKnown = new Set(stored.map(({ id }) => id))
    for (const one of settled) {
      if (one.result !== 'failed' || !one.isOfAddress || !isKnown.has(one.id)) continue
      const detail = scrub(one.error).slice(0, 200)
      await suppressAddress(own, { email: one.address, reason: 'bounced', detail })
    }
  })
}

function columnsOf(one: Settled, now: Date) {
  const error = 'error' in one ? scrub(one.error).slice(0, 300) : ''
  const base = {
    next_attempts: one.attempts,
    send_at: now,
    last_code: 'code' in one ? one.code : null,
    last_error: error,
    sent_at: null as Date | null,
  }
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  switch (one.result) {
    case 'sent':
      return { ...base, status: 'sent', sent_at: now }
    case 'skipped':
      return {
        ...base,
        status: 'skipped',
        last_error: 'Unsubscribed, blocked or erased since sending started',
      }
    case 'unknown':
      return { ...base, status: 'unknown' }
    case 'failed':
      return { ...base, status: 'failed' }
    case 'later':
      return one.attempts >= mostAttempts
        ? { ...base, status: 'failed' }
        : { ...base, status: 'queued', send_at: after(retrySeconds(one.attempts)) }
    case 'away':
      return { ...base, status: 'queued', next_attempts: one.attempts - 1, send_at: after(one.waitSeconds) }
  }
}

/**
 * Settles what an instance left behind when it crashed: nobody knows whether these mails arrived. By the policy of their
 * mailing they are counted as unknown, which is the default, or sent again. Answers how many there were.
 */
export function settleAbandoned(ctx: Context): Promise<number> {
  const now = ctx.now()
  return transact(ctx, async (own) => {
    own.unchanged()
    const { rows: found } = await sql<{ mailing_id: string }>`
      select distinct mailing_id from (
        select mailing_id from mailing_recipients where status = 'sending' and send_at <= ${now} limit 5000) r`.execute(
      own.db,
    )
    if (found.length === 0) return 0
    const ids = found.map(({ mailing_id }) => mailing_id)
    await holdMailings(own, ids)
    const { rows } = await sql<{ mailing_id: string; unknown: number; again: number }>`
      with settled as (
        update mailing_recipients r set
          status = case when m.unknown_policy = 'leave' then 'unknown'
            when m.status = 'canceled' then 'unknown' else 'queued' end,
          last_error = 'The sending instance ended before the mail server answered', send_at = ${now}
        from mailings m
        where m.id = r.mailing_id and r.mailing_id = any(${ids}::uuid[]) and r.status = 'sending' and r.send_at <= ${now}
        returning r.mailing_id, r.status
      ), sums as (
        select mailing_id, (count(*) filter (where status = 'unknown'))::int4 as unknown,
          (count(*) filter (where status = 'queued'))::int4 as again
        from settled group by mailing_id
      )
      update mailings m set unknown_count = unknown_count + s.unknown from sums s where m.id = s.mailing_id
      returning s.mailing_id, s.unknown, s.again`.execute(own.db)
    return rows.reduce((sum, { unknown, again }) => sum + unknown + again, 0)
  })
}

/** Rows of mailings are always held before those of their recipients. */
async function holdMailings(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`select from mailings where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(
    ctx.db,
  )
}
