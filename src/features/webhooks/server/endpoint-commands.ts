import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import '#features/access/server/tables.ts'
import { queueNotice } from '#features/messages/server/commands.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { EndpointDraft, EndpointWithSecret, WebhookDelivery, WebhookEndpoint } from '../contract.ts'
import { testKind } from '../events-contract.ts'
import { queueTest } from './commands.ts'
import { endpointOf, readDelivery } from './queries.ts'
import { joinSecrets, makeSecret, overlapHours, splitSecrets } from './rules.ts'
import type { EndpointRecord } from './tables.ts'

/** Adds an endpoint and answers its secret, only this once. Refuses (invalid) an address that must not be called. */
export async function createEndpoint(ctx: Context, draft: EndpointDraft): Promise<EndpointWithSecret> {
  refuseUnfit(ctx, draft.url)
  const secret = makeSecret()
  const row = await ctx.db
    .insertInto('webhook_endpoints')
    .values({
      id: uuidv7(),
      ...draft,
      secret_sealed: ctx.services.keys.seal(secret),
      status: 'active',
      created_at: ctx.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.record({ action: 'create webhook endpoint', subject: subjectOf(row), after: inWords(row) })
  return { endpoint: endpointOf(row), secret }
}

/**
 * Changes the URL and the subscribed events. Refuses (not-found), (stale), and (invalid) an address that must not be
 * called.
 */
export async function changeEndpoint(
  ctx: Context,
  { id, ...draft }: EndpointDraft & { id: string },
): Promise<WebhookEndpoint> {
  const before = await lockEndpoint(ctx, id)
  await refuseStale(
    ctx,
    before,
    () => endpointOf(before),
    'This endpoint was changed since you read it. Look at it again',
  )
  refuseUnfit(ctx, draft.url)
  if (JSON.stringify(inWords(before)) === JSON.stringify(inWords(draft))) {
    ctx.unchanged()
    return endpointOf(before)
  }
  // Failures of another address say nothing about the new one.
  const row = await setEndpoint(ctx, id, {
    ...draft,
    ...(draft.url === before.url ? {} : { failing_since: null }),
  })
  await ctx.record({
    action: 'change webhook endpoint',
    subject: subjectOf(row),
    before: inWords(before),
    after: inWords(row),
  })
  return endpointOf(row)
}

/**
 * Makes a new secret and answers it, only this once. The previous secret also signs for 24 hours, and with it those that
 * still sign: the receiver may know only an older one. All are ended at once if they leaked. Refuses (not-found).
 */
export async function rotateSecret(
  ctx: Context,
  { id, at_once }: { id: string; at_once: boolean },
): Promise<EndpointWithSecret> {
  const before = await lockEndpoint(ctx, id)
  const secret = makeSecret()
  const { keys } = ctx.services
  const { old_secret_sealed, old_secret_until } = before
  const stillSigns = old_secret_sealed !== null && old_secret_until !== null && old_secret_until > ctx.now()
  const older = stillSigns ? splitSecrets(keys.open(old_secret_sealed)) : []
  const old = keys.seal(joinSecrets([keys.open(before.secret_sealed), ...older]))
  const until = new Date(ctx.now().getTime() + overlapHours * 60 * 60 * 1000)
  const row = await setEndpoint(ctx, id, {
    secret_sealed: keys.seal(secret),
    old_secret_sealed: at_once ? null : old,
    old_secret_until: at_once ? null : until,
  })
  await ctx.record({
    action: 'rotate webhook secret',
    subject: subjectOf(row),
    after: { old_secret: at_once ? 'ended at once' : `signs until ${until.toISOString()}` },
  })
  return { endpoint: endpointOf(row), secret }
}

/**
 * Disables an endpoint and fails its pending deliveries. An endpoint stays unchanged if it is disabled, or if it no longer
 * has the address for which it would be disabled. Refuses (not-found).
 */
export async function disableEndpoint(
  ctx: Context,
  { id, reason, url }: { id: string; reason?: string; url?: string },
): Promise<WebhookEndpoint> {
  const before = await lockEndpoint(ctx, id)
  if (before.status === 'disabled' || (url !== undefined && url !== before.url)) {
    ctx.unchanged()
    return endpointOf(before)
  }
  const row = await setEndpoint(ctx, id, { status: 'disabled', disabled_reason: reason ?? '' })
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', last_error: 'The endpoint was disabled' })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
  await ctx.record({
    action: 'disable webhook endpoint',
    subject: subjectOf(row),
    before: { status: 'active' },
    after: { status: 'disabled' },
    ...(reason ? { reason } : {}),
  })
  if (reason) await tellWhoConfigures(ctx, row, reason)
  return endpointOf(row)
}

/** Sends a mail to everyone who can fix the endpoint, when it was disabled automatically and not by a person. */
async function tellWhoConfigures(ctx: Context, { id, url }: EndpointRecord, reason: string): Promise<void> {
  const people = await ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.id', 'people.username', 'people.email'])
    .where('people.disabled_at', 'is', null)
    .where('people.password_hash', 'is not', null)
    .where(sql<boolean>`'General Setting: configure' = any(roles.permissions)`)
    .execute()
  for (const person of people) {
    await queueNotice(ctx, {
      letter: {
        kind: 'webhook disabled',
        name: person.username,
        url,
        reason,
        link: `${ctx.services.publicUrl}/webhook?id=${id}`,
      },
      recipient: person.email,
      personId: person.id,
    })
  }
}

/** Enables an endpoint. An active endpoint stays unchanged. Refuses (not-found). */
export async function enableEndpoint(ctx: Context, { id }: { id: string }): Promise<WebhookEndpoint> {
  const before = await lockEndpoint(ctx, id)
  if (before.status === 'active') {
    ctx.unchanged()
    return endpointOf(before)
  }
  const row = await setEndpoint(ctx, id, { status: 'active', failing_since: null, disabled_reason: '' })
  await ctx.record({
    action: 'enable webhook endpoint',
    subject: subjectOf(row),
    before: { status: 'disabled' },
    after: { status: 'active' },
  })
  return endpointOf(row)
}

/** Sends a test event to this endpoint. Refuses (not-found) and (conflict) a disabled endpoint. */
export async function sendTest(ctx: Context, { id }: { id: string }): Promise<WebhookDelivery> {
  const row = await lockEndpoint(ctx, id)
  refuseDisabled(row)
  const delivery_id = await queueTest(ctx, id)
  await ctx.record({ action: 'send test webhook', subject: subjectOf(row) })
  return withoutBody(ctx, { id, delivery_id })
}

/**
 * Sends a delivery again from the first attempt, with the same id. Refuses (not-found), and (conflict) a pending
 * delivery.
 */
export async function resendDelivery(
  ctx: Context,
  input: { id: string; delivery_id: string },
): Promise<WebhookDelivery> {
  const row = await lockEndpoint(ctx, input.id)
  const { kind } = await readDelivery(ctx, input)
  refuseDisabled(row)
  const { numUpdatedRows } = await ctx.db
    .updateTable('webhook_deliveries')
    .set(fromTheStart(ctx))
    .where('id', '=', input.delivery_id)
    .where('status', '!=', 'waiting')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('conflict', 'This delivery is already waiting to be sent')
  await ctx.record({
    action: 'resend webhook',
    subject: subjectOf(row),
    after: { kind, delivery: input.delivery_id },
  })
  return withoutBody(ctx, input)
}

/**
 * Sends every failed delivery of an endpoint again from the first attempt, each with the same id, and answers how many these
 * are. Test events are left out. Refuses (not-found), and (conflict) a disabled endpoint and one without failed deliveries.
 */
export async function resendFailed(ctx: Context, { id }: { id: string }): Promise<{ count: number }> {
  const row = await lockEndpoint(ctx, id)
  refuseDisabled(row)
  const { numUpdatedRows } = await ctx.db
    .updateTable('webhook_deliveries')
    .set({
      ...fromTheStart(ctx),
      // What was never tried, as its endpoint was disabled, waits until its decision can no longer be undone.
      next_at: sql<Date>`case when has_left or attempts > 0 then ${ctx.now()} else greatest(next_at, ${ctx.now()}) end`,
    })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'failed')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_events')
          .select('id')
          .whereRef('webhook_events.id', '=', 'webhook_deliveries.event_id')
          .where('kind', '!=', testKind),
      ),
    )
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count === 0)
    throw new Refusal('conflict', 'No delivery to this endpoint has failed, apart from test events')
  await ctx.record({
    action: 'resend failed webhooks',
    subject: subjectOf(row),
    after: { deliveries: count },
  })
  return { count }
}

/**
 * Gives up every delivery that waits, for this reason, in a database that was restored: the deliveries may have arrived after the
 * backup was made. They can be sent again as any that failed. Answers how many.
 */
export async function giveUpDeliveries(ctx: Context, reason: string): Promise<number> {
  const { rows } = await sql<Pick<EndpointRecord, 'id' | 'url'> & { deliveries: number }>`
    with failed as (
      update webhook_deliveries set status = 'failed', last_error = ${reason} where status = 'waiting' returning endpoint_id
    )
    select w.id, w.url, count(*)::int4 as deliveries from failed f join webhook_endpoints w on w.id = f.endpoint_id
    group by w.id, w.url order by w.id`.execute(ctx.db)
  await ctx.recordAll(
    rows.map(({ deliveries, ...endpoint }) => ({
      action: 'give up webhooks',
      subject: subjectOf(endpoint),
      after: { deliveries },
      reason,
    })),
  )
  return rows.reduce((sum, { deliveries }) => sum + deliveries, 0)
}

/** A delivery as before its first attempt, and due now. */
function fromTheStart(ctx: Context) {
  return {
    status: 'waiting',
    attempts: 0,
    next_at: ctx.now(),
    last_error: '',
    last_status: null,
    sent_at: null,
  }
}

async function withoutBody(
  ctx: Context,
  input: { id: string; delivery_id: string },
): Promise<WebhookDelivery> {
  const { body: _, ...delivery } = await readDelivery(ctx, input)
  return delivery
}

async function lockEndpoint(ctx: Context, id: string): Promise<EndpointRecord> {
  const row = await ctx.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no such endpoint')
  return row
}

function setEndpoint(
  ctx: Context,
  id: string,
  columns: Partial<Omit<EndpointRecord, 'id' | 'version'>>,
): Promise<EndpointRecord> {
  return ctx.db
    .updateTable('webhook_endpoints')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function refuseUnfit(ctx: Context, url: string): void {
  const message = ctx.services.outgoing.whyNot(url)
  if (message) throw fieldRefusal('url', message)
}

function refuseDisabled(row: EndpointRecord): void {
  if (row.status === 'disabled') throw new Refusal('conflict', 'This endpoint is disabled: enable it first')
}

function subjectOf({ id, url }: Pick<EndpointRecord, 'id' | 'url'>) {
  return { type: 'webhook_endpoint', id, name: url }
}

function inWords({ url, description, kinds }: Pick<EndpointRecord, 'url' | 'description' | 'kinds'>) {
  return { url, description, kinds: kinds.join(', ') }
}
