import { sql } from 'kysely'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { scrub } from '#kit/server/scrub.ts'
import { disableEndpoint } from './endpoint-commands.ts'
import { faultWords, mostFailingDays, signedHeaders, splitSecrets, waitAfter } from './rules.ts'
import './tables.ts'

const atOnce = 20
/** Maximum simultaneous deliveries per endpoint, so an endpoint that does not answer leaves capacity for the others. */
const atOnceOfOne = 4
const lookAgainMs = 1_000
const leaseSeconds = 60
const keptDays = 90

interface DueDelivery {
  id: string
  endpoint_id: string
  event_id: string
  attempts: number
  url: string
  secret_sealed: string
  old_secret_sealed: string | null
  failing_since: Date | null
  endpoint_status: string
  body: string
}

/**
 * Sends due deliveries every second. Any number of instances can run it, because each delivery is leased to one
 * instance.
 */
export const deliverWebhooks: Job = {
  name: 'deliver-webhooks',
  everySeconds: 1,
  run: (ctx, _, stopping) => deliverDueWebhooks(ctx, stopping),
}

/** Deletes events and their deliveries after 90 days, long after the last attempt, and secrets that no longer sign. */
export const forgetWebhooks: Job = {
  name: 'forget-webhooks',
  cron: '30 3 * * *',
  run: async ({ db, now }) => {
    const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await sql`delete from webhook_events e where at < ${before} and not exists (
      select from webhook_deliveries d where d.event_id = e.id and d.status = 'waiting')`.execute(db)
    await sql`update webhook_endpoints set old_secret_sealed = null, old_secret_until = null
      where old_secret_until < ${now()}`.execute(db)
  },
}

/**
 * Delivers until nothing is due; once the process stops, only what has begun. A delivery whose lease expired because its
 * process died is leased again: each event is delivered at least once, with the same id. While one endpoint is slow to
 * answer, the other endpoints still receive their due deliveries.
 */
export async function deliverDueWebhooks(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const sending = new Map<Promise<void>, string>()
  const failures: unknown[] = []
  for (;;) {
    const room = stopping?.aborted ? 0 : atOnce - sending.size
    const busy = [...new Set(sending.values())]
    const due = room > 0 ? await claimDue(ctx, room, busy) : []
    for (const delivery of due) {
      const sent = deliver(ctx, delivery)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(sent))
      sending.set(sent, delivery.endpoint_id)
    }
    if (failures.length > 0) throw failures[0]
    // An endpoint that was busy during the query may have more due deliveries, even if it has finished since.
    if (due.length === 0 && busy.length === 0) return
    if (sending.size === 0) continue
    let timer: NodeJS.Timeout | undefined
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, lookAgainMs)
    })
    await Promise.race([...sending.keys(), pause]).finally(() => clearTimeout(timer))
  }
}

/**
 * Claims due deliveries, a few per endpoint; an endpoint with deliveries in progress gets no more until they finish.
 */
async function claimDue(ctx: Context, most: number, busy: string[]): Promise<DueDelivery[]> {
  const now = ctx.now()
  const { rows } = await sql<DueDelivery>`
    with due as materialized (
      select d.id from webhook_endpoints w cross join lateral (
        select id, next_at from webhook_deliveries
        where endpoint_id = w.id and status = 'waiting' and next_at <= ${now}
        order by next_at limit ${atOnceOfOne} for update skip locked
      ) d where not w.id = any(${busy}::uuid[]) order by d.next_at limit ${most}
    )
    update webhook_deliveries d set attempts = d.attempts + 1, has_left = true,
      next_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    from due, webhook_endpoints w, webhook_events e
    where d.id = due.id and w.id = d.endpoint_id and e.id = d.event_id
    returning d.id, d.endpoint_id, d.event_id, d.attempts, w.url, w.secret_sealed, w.failing_since,
      case when w.old_secret_until > ${now} then w.old_secret_sealed end as old_secret_sealed, w.status as endpoint_status,
      e.body`.execute(ctx.db)
  return rows
}

async function deliver(ctx: Context, delivery: DueDelivery): Promise<void> {
  const { endpoint_id, event_id, url, body } = delivery
  if (delivery.endpoint_status !== 'active') {
    // The delivery was queued while the endpoint was being disabled.
    await settle(ctx, delivery, { status: 'failed', last_error: 'The endpoint was disabled' })
    return
  }
  const { keys, outgoing } = ctx.services
  let answer: number | null = null
  let why = ''
  try {
    const sealed = [delivery.secret_sealed, delivery.old_secret_sealed].filter((one) => one !== null)
    const secrets = sealed.flatMap((one) => splitSecrets(keys.open(one)))
    const headers = signedHeaders(secrets, event_id, ctx.now(), body)
    answer = await outgoing.post(url, headers, body)
    if (answer < 200 || answer > 299) why = `The endpoint answered ${answer}`
  } catch (error) {
    why = scrub(faultWords(error)).slice(0, 300)
  }
  if (why === '') {
    await settle(ctx, delivery, { status: 'sent', sent_at: ctx.now(), last_status: answer, last_error: '' })
    await sql`update webhook_endpoints set failing_since = null
      where id = ${endpoint_id} and url = ${url} and failing_since is not null`.execute(ctx.db)
    return
  }
  const wait = answer === 410 ? null : waitAfter(delivery.attempts)
  await settle(ctx, delivery, {
    status: wait === null ? 'failed' : 'waiting',
    next_at: new Date(ctx.now().getTime() + (wait ?? 0) * 1000),
    last_status: answer,
    last_error: why,
  })
  // Somebody may have corrected the address while the old one was called: its answer says nothing about the new one.
  await sql`update webhook_endpoints set failing_since = ${ctx.now()}
    where id = ${endpoint_id} and url = ${url} and failing_since is null`.execute(ctx.db)
  // Only a delivery that used all its attempts counts: with little traffic, days without a success prove nothing.
  const isLost = wait === null && daysBetween(delivery.failing_since, ctx.now()) >= mostFailingDays
  const reason =
    answer === 410
      ? 'The endpoint answered 410: permanently gone'
      : isLost
        ? `No delivery has succeeded for ${mostFailingDays} days. Last error: ${why}`
        : ''
  if (reason) await transact(ctx, (own) => disableEndpoint(own, { id: endpoint_id, reason, url }))
}

function daysBetween(since: Date | null, now: Date): number {
  return since === null ? 0 : (now.getTime() - since.getTime()) / (24 * 60 * 60 * 1000)
}

/** Stores the result, unless another instance has taken over the delivery meanwhile. */
async function settle(
  ctx: Context,
  { id, attempts }: DueDelivery,
  outcome: {
    status: string
    last_error: string
    last_status?: number | null
    next_at?: Date
    sent_at?: Date
  },
): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute()
}
