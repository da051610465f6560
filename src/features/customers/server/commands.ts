import { decisionsOf } from '#features/decisions/server/status-commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type CustomerDetail,
  type CustomerVerb,
  customerMoves,
  customerNumber,
  reasonLabels,
} from '../contract.ts'
import { readCustomer } from './queries.ts'
import type { CustomerRecord } from './tables.ts'

/** The decisions on customers: enabling sets a customer to approved, and an erased customer cannot be decided on. */
export const customerDecisions = decisionsOf<CustomerVerb, CustomerRecord, CustomerDetail>({
  noun: 'customer',
  table: 'customers',
  none: 'Customer not found',
  moves: customerMoves,
  read: readCustomer,
  nameOf: ({ username }) => username,
  loggedAs: ({ id }) => customerNumber(id),
  events: {
    approve: 'customer.approved',
    disable: 'customer.disabled',
    enable: 'customer.enabled',
  },
  fields: {
    labels: reasonLabels,
    values: async (_, { username, email, phone, city, address, image }) => ({
      ...{ username, email, phone, city, address, image },
    }),
  },
  closed: {
    is: ({ erased_at }) => erased_at !== null,
    words: 'This customer was erased and cannot be changed',
  },
})

/** Keeps a customer from being erased until the transaction ends. Refuses (conflict) one who was erased. */
export async function holdCustomer(ctx: Context, id: string): Promise<void> {
  const held = await ctx.db
    .selectFrom('customers')
    .select('erased_at')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (held) refuseErased(held)
}

/** Refuses (conflict) a customer who was erased. */
export function refuseErased({ erased_at }: { erased_at: Date | null }): void {
  if (erased_at) throw new Refusal('conflict', 'This customer was erased')
}

/**
 * How audit rows and decisions name a customer: they are kept permanently, so they must not contain the person's name.
 */
export function subjectOf({ id }: { id: string }): { type: 'customer'; id: string; name: string } {
  return { type: 'customer', id, name: customerNumber(id) }
}
