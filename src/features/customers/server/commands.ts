import { sql } from 'kysely'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf, recordDecision, takeBackDecision } from '#features/decisions/server/commands.ts'
import type { EventKind } from '#features/webhooks/contract.ts'
import { queueEvent, withdrawEvents } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type CustomerDetail,
  type CustomerStatus,
  type CustomerVerb,
  customerMoves,
  customerNumber,
} from '../contract.ts'
import { readCustomer } from './queries.ts'
import type { CustomerRecord } from './tables.ts'

/** Approves a customer that waits; an approved one is answered unchanged. Refuses (not-found, conflict). */
export function approveCustomer(ctx: Context, { id }: { id: string }): Promise<CustomerDetail> {
  return decide(ctx, 'approve', id, '')
}

/** Disables a customer with a reason. Refuses (not-found, conflict). */
export function disableCustomer(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<CustomerDetail> {
  return decide(ctx, 'disable', id, reason)
}

/** Enables a disabled customer: it is approved then. Refuses (not-found), and (conflict) one that was erased. */
export function enableCustomer(ctx: Context, { id }: { id: string }): Promise<CustomerDetail> {
  return decide(ctx, 'enable', id, '')
}

/** Approves each customer in a transaction of its own; one that cannot be is told of, the others go on. */
export function approveCustomers(ctx: Context, { ids }: { ids: string[] }): Promise<BulkOutcome[]> {
  const records = ids.map((id) => ({ id }))
  return eachOf(ctx, records, nameOfId, async (own, { id }) => {
    const { customer, decision } = await move(own, 'approve', id, '')
    return { name: customer.username, unchanged: decision ? null : 'Already approved', decision }
  })
}

/**
 * Takes the standing decision back. Refuses (not-found), and (conflict) when the window has passed or the customer
 * changed since.
 */
export async function undoCustomerDecision(
  ctx: Context,
  { id, decision_id }: { id: string; decision_id: string },
): Promise<CustomerDetail> {
  const taken = await takeBackDecision(ctx, { type: 'customer', id }, decision_id)
  await withdrawEvents(ctx, taken.id, 'customer.undone', { customer_id: id, status: taken.from_status })
  const customer = await ctx.db
    .updateTable('customers')
    .set({
      status: taken.from_status,
      status_reason: taken.from_reason,
      status_since: taken.from_since ?? ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', taken.to_status)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!customer) throw new Refusal('conflict', 'The customer has changed since: this decision stands')
  await ctx.record({
    action: 'undo',
    subject: subjectOf(customer),
    before: { status: taken.to_status },
    after: { status: taken.from_status },
    reason: `${taken.action} was taken back`,
  })
  return readCustomer(ctx, { id })
}

/** How audit rows and decisions name a customer: they are kept for good, and must not keep the name of the person. */
export function subjectOf({ id }: { id: string }): { type: 'customer'; id: string; name: string } {
  return { type: 'customer', id, name: customerNumber(id) }
}

/** The row, locked, so that the state it is moved from is the one that is written down. Refuses (not-found). */
export async function lockCustomer(ctx: Context, id: string): Promise<CustomerRecord> {
  const customer = await ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw new Refusal('not-found', 'There is no such customer')
  return customer
}

/** Refuses (stale) a customer that was changed since the version that was read. */
export async function refuseStale(ctx: Context, customer: CustomerRecord): Promise<void> {
  if (ctx.ifMatch === null || ctx.ifMatch === customer.version) return
  throw new Refusal('stale', 'This customer was changed since you read it. Look at it again', {
    current: await readCustomer(ctx, customer),
  })
}

async function decide(ctx: Context, verb: CustomerVerb, id: string, reason: string): Promise<CustomerDetail> {
  await move(ctx, verb, id, reason)
  return readCustomer(ctx, { id })
}

interface MoveOutcome {
  customer: CustomerRecord
  /** Null: the customer was where the move leads already. */
  decision: { id: string; undoUntil: Date } | null
}

async function move(ctx: Context, verb: CustomerVerb, id: string, reason: string): Promise<MoveOutcome> {
  const { from, to } = customerMoves[verb]
  const before = await lockCustomer(ctx, id)
  const status = before.status as CustomerStatus
  if (before.erased_at) {
    throw new Refusal('conflict', 'This customer was erased: nothing is decided about them any more', {
      current: await readCustomer(ctx, { id }),
    })
  }
  if (status === to) {
    ctx.unchanged()
    return { customer: before, decision: null }
  }
  if (!(from as readonly string[]).includes(status)) throw await wrongState(ctx, before, verb)
  await refuseStale(ctx, before)
  const customer = await ctx.db
    .updateTable('customers')
    .set({
      status: to,
      status_reason: reason,
      status_since: ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirstOrThrow()
  const subject = subjectOf(customer)
  const decision = await recordDecision(ctx, {
    subject,
    action: verb,
    reason,
    from: status,
    to,
    version: customer.version,
    before: { reason: before.status_reason, since: before.status_since },
  })
  await queueEvent(ctx, events[verb], { customer_id: id, status: to }, decision)
  await ctx.record({
    action: verb,
    subject,
    before: { status },
    after: { status: to },
    ...(reason ? { reason } : {}),
  })
  return { customer, decision }
}

const events: Record<CustomerVerb, EventKind> = {
  approve: 'customer.approved',
  disable: 'customer.disabled',
  enable: 'customer.enabled',
}

const pastWords: Record<CustomerVerb, string> = {
  approve: 'approved',
  disable: 'disabled',
  enable: 'enabled',
}

async function wrongState(ctx: Context, customer: CustomerRecord, verb: CustomerVerb): Promise<Refusal> {
  const current = await readCustomer(ctx, customer)
  const { decision } = current
  const by = decision ? `, decided by ${decision.decided_by}` : ''
  return new Refusal(
    'conflict',
    `This customer is ${customer.status}${by}: it cannot be ${pastWords[verb]} now`,
    { current },
  )
}

async function nameOfId(ctx: Context, id: string): Promise<string> {
  const customer = await ctx.db
    .selectFrom('customers')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst()
  return customer?.username ?? ''
}
