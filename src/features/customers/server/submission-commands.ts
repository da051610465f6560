import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { spellCity } from '#kit/contract/pakistan-cities.ts'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { HandedIn } from '#kit/contract/resend.ts'
import type { Context } from '#kit/server/context.ts'
import type { CustomerStatus } from '../contract.ts'
import type { CustomerSubmission } from '../submission-contract.ts'
import { subjectOf } from './commands.ts'

export interface Submitted {
  id: string
  status: CustomerStatus
  /** False if the customer existed: the same body again, or newer data. */
  isNew: boolean
}

const unreachable = 'An email address or a phone number is required'
const fields = ['username', 'email', 'phone', 'city', 'address'] as const

/**
 * Stores a customer that the shop front submits. A new customer is pending. The same body again returns the same
 * record. A different body updates the name and contact details and keeps the status. Refuses (conflict) an erased
 * customer, and (invalid) a new customer with missing fields or a body that would leave no e-mail and no phone.
 */
export async function submitCustomer(
  ctx: Context,
  { given: body, whole, missing }: HandedIn<CustomerSubmission>,
): Promise<Submitted> {
  const hashOf = (value: unknown) => ctx.services.keys.blind('customer', JSON.stringify(value))
  const bodyHash = hashOf(body)
  const { external_id } = whole
  const { external_id: _, ...given } = asStored(body)
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
  // Bodies stored before fields became optional contain every field, so the completed body is compared too.
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
  // Only the field names, not the values: audit rows are kept permanently and outlive an erasure.
  await ctx.record({
    action: 'edit',
    subject: subjectOf(customer),
    after: { fields: changed.join(', ') },
  })
  return known
}

/** What is stored of a body: its city in the spelling of the list, which the lists are filtered by. */
function asStored<Body extends { city?: string | undefined }>(body: Body): Body {
  return body.city === undefined ? body : { ...body, city: spellCity(body.city) }
}

/** Null if this external id exists: of two simultaneous requests, one inserts the customer and the other reads it. */
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
      ...{ id, ...asStored(whole) },
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
