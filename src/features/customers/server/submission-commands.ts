import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CustomerSubmission } from '#features/intake/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CustomerStatus } from '../contract.ts'
import { subjectOf } from './commands.ts'

export interface Submitted {
  id: string
  status: CustomerStatus
  /** False where the customer was known: the same body again, or newer data. */
  isNew: boolean
}

const fields = ['username', 'email', 'phone', 'city', 'address'] as const

/**
 * Takes what the shop front hands in for a customer. New: one that waits. The same body again: the same record. Another
 * body: its name and how to reach it are taken over, its state stays. Refuses (conflict) one that was erased.
 */
export async function submitCustomer(ctx: Context, body: CustomerSubmission): Promise<Submitted> {
  const bodyHash = ctx.services.keys.blind('customer', JSON.stringify(body))
  const { external_id, ...given } = body
  const id = uuidv7()
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('customers')
    .values({
      ...{ id, external_id, ...given },
      status: 'pending',
      created_at: now,
      updated_at: now,
      status_since: now,
      body_hash: bodyHash,
    })
    // Of two at once, one inserts and the other finds it.
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) {
    await ctx.record({ action: 'register', subject: subjectOf({ id }), after: { status: 'pending' } })
    return { id, status: 'pending', isNew: true }
  }
  const customer = await ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('external_id', '=', external_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = { id: customer.id, status: customer.status as CustomerStatus, isNew: false }
  if (customer.erased_at) throw new Refusal('conflict', 'This customer was erased')
  if (customer.body_hash?.equals(bodyHash)) {
    ctx.unchanged()
    return known
  }
  await ctx.db
    .updateTable('customers')
    .set({ ...given, body_hash: bodyHash, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', customer.id)
    .execute()
  const changed = fields.filter((field) => given[field] !== customer[field])
  // Which fields, and not their values: audit rows are kept for good, and outlive an erasure.
  await ctx.record({
    action: 'edit',
    subject: subjectOf(customer),
    after: { fields: changed.join(', ') },
  })
  return known
}
