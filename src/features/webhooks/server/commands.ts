import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { type EventKind, testKind } from '../contract.ts'
import './tables.ts'

/** What an event says of its subject: ids and states, never anything personal. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * Puts an event into the outbox of every active endpoint that listens for it, in the transaction of what it tells. With a
 * decision it leaves when that can no longer be taken back. What nobody listens for is not kept.
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

/** Puts a test into the outbox of one endpoint. Answers the id of its delivery. */
export async function queueTest(ctx: Context, endpointId: string): Promise<string> {
  const [id = ''] = await storeEvent(ctx, testKind, { endpoint_id: endpointId }, [endpointId])
  return id
}

/**
 * Keeps the events of a decision that was taken back from leaving. What has left cannot be called back: then `kind` tells
 * that the decision does not stand.
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
