import { holdCustomer } from '#features/customers/server/commands.ts'
import { findNotedCustomer } from '#features/customers/server/queries.ts'
import { holdCustomerOfOrder } from '#features/orders/server/erasure-commands.ts'
import { findNotedOrder } from '#features/orders/server/queries.ts'
import { findNotedProduct } from '#features/products/server/queries.ts'
import { findNotedPerson, findNotedRole } from '#features/staff/server/queries.ts'
import { findNotedVendor } from '#features/vendors/server/queries.ts'
import type { Services } from '#kit/server/context.ts'

/** The record types that notes can be written on. */
export const notedRecords: Services['notedRecords'] = {
  vendor: findNotedVendor,
  product: findNotedProduct,
  customer: findNotedCustomer,
  order: findNotedOrder,
  person: findNotedPerson,
  role: findNotedRole,
}

/** The records that are about a customer, who can be erased. */
export const holdNoted: Services['holdNoted'] = {
  customer: (ctx, id) => holdCustomer(ctx, id),
  order: holdCustomerOfOrder,
}
