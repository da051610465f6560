import { sql } from 'kysely'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import { type ExportRows, exportRows } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import type { OrderDetail, OrderRow } from '../contract.ts'
import { type Filters, orderSource } from './queries.ts'
import { dueOf } from './rules.ts'
import type { OrderRecord } from './tables.ts'

/** Where and how an order is delivered. */
type Placed = Pick<
  OrderRecord,
  | 'address'
  | 'area'
  | 'landmark'
  | 'province'
  | 'customer_note'
  | 'confirmed_at'
  | 'shipping_method'
  | 'pickup_location'
>

/** An order of a list with its delivery and its money, as the page of the order shows it. */
export type ExportedOrder = OrderRow &
  Pick<
    OrderDetail,
    | 'items_total'
    | 'discount_total'
    | 'shipping_total'
    | 'reversed_total'
    | 'paid_total'
    | 'refunded_total'
    | 'due'
    | 'payment_reference'
  > &
  Placed

/**
 * Reads every order that matches these filters, or the given ones of them, in list order, in batches of 500; `count`
 * counts them up to a limit.
 */
export function readAllOrders(
  ctx: Context,
  { ids, ...input }: Filters & { sort?: string | undefined; ids?: readonly string[] | undefined },
): ExportRows<ExportedOrder> {
  const source = orderSource(ctx.db, input)
  const exported: ListSource<ExportedOrder> = {
    ...source,
    filters: ids ? [...source.filters, sql`o.id = any(${[...ids]}::uuid[])`] : source.filters,
    shape: (row) => ({ ...source.shape(row), ...placeOf(row), ...moneyOf(row) }),
  }
  return exportRows(ctx.db, exported, input.sort)
}

function placeOf(order: OrderRecord): Placed {
  const { address, area, landmark, province, customer_note, confirmed_at, shipping_method, pickup_location } =
    order
  return { address, area, landmark, province, customer_note, confirmed_at, shipping_method, pickup_location }
}

function moneyOf(order: OrderRecord) {
  return {
    items_total: rupeesFromPaisa(order.items_total),
    discount_total: rupeesFromPaisa(order.discount_total),
    shipping_total: rupeesFromPaisa(order.shipping_total),
    reversed_total: rupeesFromPaisa(order.reversed_total),
    paid_total: rupeesFromPaisa(order.paid_total),
    refunded_total: rupeesFromPaisa(order.refunded_total),
    due: rupeesFromPaisa(dueOf(order)),
    payment_reference: order.payment_reference,
  }
}
