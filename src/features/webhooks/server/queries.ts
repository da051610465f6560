import { sql } from 'kysely'
import { readHistory } from '#features/audit/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import type {
  DeliveryDetail,
  EndpointDetail,
  WebhookDelivery,
  WebhookEndpoint,
  webhooks,
} from '../contract.ts'
import type { EndpointRecord } from './tables.ts'

/** The endpoints, always without their secrets. */
export function listEndpoints(
  ctx: Context,
  input: Input<typeof webhooks.list>,
): Promise<Page<WebhookEndpoint>> {
  const source: ListSource<WebhookEndpoint> = {
    from: sql`webhook_endpoints w`,
    alias: 'w',
    partitions: [sql`true`],
    filters: [],
    sorts: {
      created_at: { column: 'created_at', type: 'timestamptz' },
      url: { column: 'url', type: 'text' },
    },
    select: sql`w.*`,
    countAll: null,
    shape: endpointOf,
  }
  return listPage(ctx.db, source, input)
}

/** One endpoint with its history. Refuses (not-found). */
export async function readWithHistory(ctx: Context, { id }: { id: string }): Promise<EndpointDetail> {
  return { ...(await readEndpoint(ctx, { id })), history: await readHistory(ctx.db, 'webhook_endpoint', id) }
}

async function readEndpoint(ctx: Context, { id }: { id: string }): Promise<WebhookEndpoint> {
  const row = await ctx.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no such endpoint')
  return endpointOf(row)
}

/** The deliveries of an endpoint, or those with one status, newest first. Refuses (not-found). */
export async function listDeliveries(
  ctx: Context,
  input: Input<typeof webhooks.deliveries>,
): Promise<Page<WebhookDelivery>> {
  await readEndpoint(ctx, input)
  const source: ListSource<WebhookDelivery> = {
    from: sql`webhook_deliveries d`,
    alias: 'd',
    partitions: [sql`d.endpoint_id = ${input.id}::uuid`],
    filters: input.status ? [sql`d.status = ${input.status}`] : [],
    sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
    select: sql`d.*, e.kind`,
    joins: sql`join webhook_events e on e.id = d.event_id`,
    countAll: null,
    shape: deliveryOf,
  }
  return listPage(ctx.db, source, input)
}

/** One delivery with its body. Refuses (not-found). */
export async function readDelivery(
  ctx: Context,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<DeliveryDetail> {
  const row = await ctx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .selectAll('d')
    .select(['e.kind', 'e.body'])
    .where('d.id', '=', delivery_id)
    .where('d.endpoint_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no such delivery')
  return { ...deliveryOf(row), body: row.body }
}

export function endpointOf(row: EndpointRecord): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    kinds: row.kinds as WebhookEndpoint['kinds'],
    status: row.status as WebhookEndpoint['status'],
    failing_since: row.failing_since?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    old_secret_until: row.old_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

interface DeliveryRow {
  id: string
  event_id: string
  kind: string
  status: string
  attempts: number
  next_at: Date
  last_status: number | null
  last_error: string
  sent_at: Date | null
  created_at: Date
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event_id: row.event_id,
    kind: row.kind as WebhookDelivery['kind'],
    status: row.status as WebhookDelivery['status'],
    attempts: row.attempts,
    next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
    last_status: row.last_status,
    last_error: row.last_error,
    sent_at: row.sent_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
