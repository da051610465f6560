import '#features/customers/server/tables.ts'
import { holdDelivery } from '#features/delivery/server/quote-queries.ts'
import { markPlaceAgain } from '#features/orders/checks/server/commands.ts'
import { deliveryDifferences } from '#features/orders/checks/server/queries.ts'
import type { OrderDetail } from '#features/orders/contract.ts'
import type { OrderStatus } from '#features/orders/moves-contract.ts'
import { holdCustomerOfOrder } from '#features/orders/server/erasure-commands.ts'
import { change, type Held, moved, record } from '#features/orders/server/hold-commands.ts'
import { contactColumns } from '#features/orders/server/rules.ts'
import type { OrderRecord } from '#features/orders/server/tables.ts'
import { mapped, namesOf } from '#kit/contract/fields.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type ContactChange,
  type ContactField,
  contactFields,
  placeFields,
  whyNotCorrected,
  whyPlaceIsFixed,
} from '../contact-contract.ts'

/**
 * Corrects who gets an order and where it goes: the given fields replace those of the order, and a name, phone or email that
 * is given empty becomes the customer's own. In another city or province the delivery is compared again with what was offered,
 * and a difference is marked; what is charged stays. The hash of the submission stays too, so the same submission again is
 * answered as before and brings nothing back. Refuses (not-found, stale), and (conflict) a closed order, a customer who was
 * erased, and another place once a part was shipped.
 */
export async function correctContact(
  ctx: Context,
  { id, ...given }: { id: string } & ContactChange,
): Promise<OrderDetail> {
  // Before the order is locked: an erasure locks the customer first, too.
  await holdCustomerOfOrder(ctx, id)
  return moved(ctx, id, (held) => correct(ctx, held, given))
}

async function correct(ctx: Context, held: Held, given: ContactChange): Promise<void> {
  const { order, parts } = held
  const columns = await columnsOf(ctx, order, given)
  const changed = namesOf(contactFields).filter(
    (name) => given[name] !== undefined && columns[columnOf(name)] !== order[columnOf(name)],
  )
  const why =
    whyNotCorrected(order.order_status as OrderStatus) ??
    (changed.some((name) => placeFields.includes(name)) ? whyPlaceIsFixed(parts) : null)
  if (why) throw new Refusal('conflict', why)
  if (changed.length === 0) return ctx.unchanged()
  const values = Object.fromEntries(changed.map((name) => [columnOf(name), columns[columnOf(name)]]))
  await change(ctx, order, values as Partial<OrderRecord>)
  if (changed.includes('city') || changed.includes('province')) await holdDeliveryAgain(ctx, held, columns)
  // Only the field names, not the values: audit rows are kept permanently and outlive an erasure.
  await record(ctx, order, 'correct contact', { after: { fields: changed.join(', ') } })
}

/** The contact columns of the order after this change. */
async function columnsOf(ctx: Context, order: OrderRecord, given: ContactChange) {
  const customer = await ctx.db
    .selectFrom('customers')
    .select(['username', 'email', 'phone'])
    .where('id', '=', order.customer_id)
    .executeTakeFirstOrThrow()
  return contactColumns(
    mapped(contactFields, (_, name) => given[name] ?? order[columnOf(name)]),
    customer,
  )
}

/** The column of an order that stores the field. */
function columnOf(name: ContactField) {
  return name === 'name' ? 'customer_name' : name === 'note' ? 'customer_note' : name
}

/** Marks how the delivery of a locked order differs in another place from what was in force when the order was placed. */
async function holdDeliveryAgain(
  ctx: Context,
  { order, lines }: Held,
  { city, province }: { city: string; province: string },
): Promise<void> {
  const shipping = order.shipping_total
  const held = await holdDelivery(
    ctx.db,
    {
      shipping_method_id: order.shipping_method_id ?? undefined,
      packaging_id: order.packaging_id ?? undefined,
      pickup_location_id: order.pickup_location_id ?? undefined,
      lines: lines.map(({ product_id, unit_price, quantity }) => ({
        product_id,
        unit_price: rupeesFromPaisa(unit_price),
        quantity,
      })),
      city,
      province,
      isCash: order.payment_method === 'cod',
      shipping,
    },
    // As on its submission: a sender whose clock is ahead is compared with the terms of the moment of the submission.
    order.placed_at > order.created_at ? order.created_at : order.placed_at,
  )
  await markPlaceAgain(ctx, order, deliveryDifferences(held, shipping))
}
