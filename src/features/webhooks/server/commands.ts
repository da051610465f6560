import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { type EventKind, testKind } from '../contract.ts'
import './tables.ts'

/** The data of an event: ids and statuses, never personal data. */
export type EventData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/**
 * Puts an event into the outbox of every active endpoint that subscribes to it, in the transaction of the change it
 * reports. The event of a decision is sent after the undo window. An event without subscribers is not stored.
 */
export async function queueEvent(
  ctx: Context,
  kind: EventKind,
  data: EventData,
  decision?: { id: string; undoUntil: Date },
): Promise<void> {
  const endpoints = await ctx.db
    .selectFrom('webhook_endpoints')
    .select(['id', 'kinds'])
    .where('status', '=', 'active')
    .execute()
  const listening = endpoints.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id)
  if (listening.length > 0) await storeEvent(ctx, kind, data, listening, decision)
}

/** Puts a test event into the outbox of one endpoint. Answers the id of its delivery. */
export async function queueTest(ctx: Context, endpointId: string): Promise<string> {
  const [id = ''] = await storeEvent(ctx, testKind, { endpoint_id: endpointId }, [endpointId])
  return id
}

/**
 * Withdraws the events of an undone decision. If an event was already sent, a new event of `kind` reports that the
 * decision was undone.
 */
export async function withdrawEvents(
  ctx: Context,
  decisionId: string,
  kind: EventKind,
  data: EventData,
): Promise<void> {
  const told = await ctx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(['d.status', 'd.attempts'])
    .where('e.decision_id', '=', decisionId)
    .forUpdate('d')
    .execute()
  if (told.some(({ attempts }) => attempts > 0)) await queueEvent(ctx, kind, data)
  else await ctx.db.deleteFrom('webhook_events').where('decision_id', '=', decisionId).execute()
}

async function storeEvent(
  ctx: Context,
  kind: EventKind | typeof testKind,
  data: EventData,
  endpointIds: readonly string[],
  decision?: { id: string; undoUntil: Date },
): Promise<string[]> {
  const at = ctx.now()
  const event_id = uuidv7()
  await ctx.db
    .insertInto('webhook_events')
    .values({
      id: event_id,
      kind,
      at,
      body: JSON.stringify({ type: kind, timestamp: at.toISOString(), data }),
      decision_id: decision?.id ?? null,
    })
    .execute()
  const deliveries = endpointIds.map((endpoint_id) => ({
    id: uuidv7(),
    endpoint_id,
    event_id,
    status: 'waiting',
    next_at: decision?.undoUntil ?? at,
    created_at: at,
  }))
  await ctx.db.insertInto('webhook_deliveries').values(deliveries).execute()
  return deliveries.map(({ id }) => id)
}
