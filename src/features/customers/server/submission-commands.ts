import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { HandedIn } from '#kit/contract/resend.ts'
import type { Context } from '#kit/server/context.ts'
import type { CustomerStatus } from '../contract.ts'
import type { CustomerSubmission } from '../submission-contract.ts'
import { subjectOf } from './commands.ts'

export interface Submitted {
  id: string
  status: CustomerStatus
  /** False where the customer was known: the same body again, or newer data. */
  isNew: boolean
}

const unreachable = 'An e-mail address or a phone number is needed'
const fields = ['username', 'email', 'phone', 'city', 'address'] as const

/**
 * Takes what the shop front hands in for a customer. New: one that waits. The same body again: the same record. Another
 * body: what it says of its name and how to reach it is taken over, its state stays. Refuses (conflict) one that was
 * erased, and (invalid) a new one that lacks something, and one that could not be reached any more.
 */
export async function submitCustomer(
  ctx: Context,
  { given: body, whole, missing }: HandedIn<CustomerSubmission>,
): Promise<Submitted> {
  const hashOf = (value: unknown) => ctx.services.keys.blind('customer', JSON.stringify(value))
  const bodyHash = hashOf(body)
  const { external_id } = whole
  const { external_id: _, ...given } = body
  const now = ctx.now()
  const isLacking = missing.length > 0 || (whole.email === '' && whole.phone === '')
  const id = isLacking ? null : await insertCustomer(ctx, whole, bodyHash)
  if (id) return { id, status: 'pending', isNew: true }
  const customer = await ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('external_id', '=', external_id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw missing.length > 0 ? fieldsRefusal(missing) : fieldRefusal('phone', unreachable)
  const known = { id: customer.id, status: customer.status as CustomerStatus, isNew: false }
  if (customer.erased_at) throw new Refusal('conflict', 'This customer was erased')
  // A body that was stored before fields could be left out was stored with all of them.
  const same = [bodyHash, ...(isLacking ? [] : [hashOf(whole)])]
  if (same.some((hash) => customer.body_hash?.equals(hash))) {
    ctx.unchanged()
    return known
  }
  const { email, phone } = { ...customer, ...given }
  if (email === '' && phone === '') throw fieldRefusal('phone', unreachable)
  await ctx.db
    .updateTable('customers')
    .set({ ...given, body_hash: bodyHash, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', customer.id)
    .execute()
  const changed = fields.filter((field) => field in given && given[field] !== customer[field])
  // Which fields, and not their values: audit rows are kept for good, and outlive an erasure.
  await ctx.record({
    action: 'edit',
    subject: subjectOf(customer),
    after: { fields: changed.join(', ') },
  })
  return known
}

/** Null where this external id is known: of two at once, one inserts and the other finds it. */
async function insertCustomer(
  ctx: Context,
  whole: CustomerSubmission,
  bodyHash: Buffer,
): Promise<string | null> {
  const id = uuidv7()
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('customers')
    .values({
      ...{ id, ...whole },
      status: 'pending',
      created_at: now,
      updated_at: now,
      status_since: now,
      body_hash: bodyHash,
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return null
  await ctx.record({ action: 'register', subject: subjectOf({ id }), after: { status: 'pending' } })
  return id
}
