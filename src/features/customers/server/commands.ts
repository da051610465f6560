import { decisionsOf } from '#features/decisions/server/status-commands.ts'
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

/**
 * How audit rows and decisions name a customer: they are kept permanently, so they must not contain the person's name.
 */
export function subjectOf({ id }: { id: string }): { type: 'customer'; id: string; name: string } {
  return { type: 'customer', id, name: customerNumber(id) }
}
