import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { type EventData, type EventKind, testKind } from '../events-contract.ts'
import './tables.ts'

/** The events of decisions on a record, and on what was changed of it. */
export type DecidedKind = Exclude<
  Extract<EventKind, `${'vendor' | 'vendor_change' | 'product' | 'product_edit' | 'customer'}.${string}`>,
  'product.available' | 'product.unavailable' | 'customer.erased'
>

/** A record that was decided on, with its new status and the codes of the chosen reasons. */
interface DecidedRecord {
  noun: 'vendor' | 'product' | 'customer'
  id: string
  status: string
  codes: readonly string[]
}

/**
 * Puts an event into the outbox of every active endpoint that subscribes to it, in the transaction of the change it
 * reports. The event of a decision is sent after the undo window. An event without subscribers is not stored.
 */
export async function queueEvent<K extends EventKind>(
  ctx: Context,
  kind: K,
  data: EventData<K>,
  decision?: { id: string; undoUntil: Date },
): Promise<void> {
  const at = ctx.now()
  const id = uuidv7()
  // The id of a delivery begins as that of its event, so that events of one moment stay in their order.
  // One statement, which nothing waits for: most changes are reported to nobody, and none is slower for it.
  await sendWithNext(
    ctx.db,
    sql`
    with listening as (
      select id from webhook_endpoints where status = 'active' and ${kind} = any(kinds)
    ), stored as (
      insert into webhook_events (id, kind, at, body, decision_id)
      select ${id}::uuid, ${kind}, ${at}, ${bodyOf(kind, data, at)}, ${decision?.id ?? null}::uuid
      where exists (select from listening)
      returning id
    )
    insert into webhook_deliveries (id, endpoint_id, event_id, status, next_at, created_at)
    select (left(${id}, 24) || right(gen_random_uuid()::text, 12))::uuid, listening.id, stored.id, 'waiting', ${decision?.undoUntil ?? at}, ${at}
    from stored, listening`,
  )
}

/** Queues the event of a decision, as `queueEvent` does. */
export function queueDecided(
  ctx: Context,
  kind: DecidedKind,
  record: DecidedRecord,
  decision: { id: string; undoUntil: Date },
): Promise<void> {
  return queueEvent(ctx, kind, dataOf(record), decision)
}

/** Withdraws the events of an undone decision, as `withdrawEvents` does. */
export function withdrawDecided(
  ctx: Context,
  decisionId: string,
  kind: DecidedKind,
  record: DecidedRecord,
): Promise<void> {
  return withdrawEvents(ctx, decisionId, kind, dataOf(record))
}

/** Which status a kind of event has follows from the moves of the noun, which the compiler does not see here. */
function dataOf({ noun, id, status, codes }: DecidedRecord): EventData<DecidedKind> {
  const data: unknown = {
    ...{ [`${noun}_id`]: id, status },
    ...(codes.length > 0 ? { reasons: codes } : {}),
  }
  return data as EventData<DecidedKind>
}

/** Puts a test event into the outbox of one endpoint. Answers the id of its delivery. */
export async function queueTest(ctx: Context, endpoint_id: string): Promise<string> {
  const at = ctx.now()
  const [id, event_id] = [uuidv7(), uuidv7()]
  const body = bodyOf(testKind, { endpoint_id }, at)
  await ctx.db.insertInto('webhook_events').values({ id: event_id, kind: testKind, at, body }).execute()
  await ctx.db
    .insertInto('webhook_deliveries')
    .values({ id, endpoint_id, event_id, status: 'waiting', next_at: at, created_at: at })
    .execute()
  return id
}

function bodyOf(kind: EventKind | typeof testKind, data: object, at: Date): string {
  return JSON.stringify({ type: kind, timestamp: at.toISOString(), data })
}

/**
 * Withdraws the events of an undone decision. If an event was already sent, a new event of `kind` reports that the
 * decision was undone.
 */
export async function withdrawEvents<K extends EventKind>(
  ctx: Context,
  decisionId: string,
  kind: K,
  data: EventData<K>,
): Promise<void> {
  const told = await ctx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(['d.has_left', 'd.attempts'])
    .where('e.decision_id', '=', decisionId)
    .forUpdate('d')
    .execute()
  // Also one that is waiting to be sent once more, with its tries counted from the start. An instance of the version before counts
  // its tries alone.
  if (told.some(({ has_left, attempts }) => has_left || attempts > 0)) await queueEvent(ctx, kind, data)
  else await ctx.db.deleteFrom('webhook_events').where('decision_id', '=', decisionId).execute()
}

/** Sends the waiting events of a decision now: something has followed it, so it can no longer be undone. */
export async function releaseEvents(ctx: Context, decisionId: string): Promise<void> {
  await sql`
    update webhook_deliveries d set next_at = least(d.next_at, ${ctx.now()})
    from webhook_events e
    where e.decision_id = ${decisionId} and d.event_id = e.id and d.status = 'waiting' and d.attempts = 0`.execute(
    ctx.db,
  )
}
