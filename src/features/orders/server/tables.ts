import { type RawBuilder, type Selectable, sql } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const orders = table('orders', {
  id: 'uuid',
  external_id: 'text',
  body_hash: 'bytea?',
  order_number: 'text',
  customer_id: 'uuid',
  customer_name: 'text',
  email: 'text=',
  phone: 'text=',
  address: 'text=',
  area: 'text=',
  landmark: 'text=',
  city: 'text=',
  province: 'text=',
  device_os: 'text=',
  customer_note: 'text=',
  payment_method: 'text',
  order_status: 'text',
  payment_status: 'text',
  vendor_status: 'text',
  items_total: 'int8',
  discount_total: 'int8=',
  shipping_total: 'int8=',
  total_bill: 'int8',
  total_qty: 'int4',
  paid_total: 'int8=',
  reversed_total: 'int8=',
  refunded_total: 'int8=',
  due_when_declined: 'int8=',
  confirmed_at: 'timestamptz?',
  call_attempts: 'int4=',
  payment_reference: 'text=',
  status_reason: 'text=',
  version: 'int4=',
  placed_at: 'timestamptz',
  status_since: 'timestamptz=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  skus: 'text=',
  shipping_method_id: 'uuid?',
  packaging_id: 'uuid?',
  pickup_location_id: 'uuid?',
  shipping_method: 'text=',
  packaging: 'text=',
  pickup_location: 'text=',
  list: 'text!',
})

const orderSearch = table('order_search', searchColumns)

const orderParts = table('order_parts', {
  id: 'uuid',
  order_id: 'uuid',
  vendor_id: 'uuid',
  number: 'int4',
  shop_name: 'text',
  vendor_status: 'text',
  items_total: 'int8',
  discount_total: 'int8',
  shipping_total: 'int8',
  total: 'int8',
  vendor_share: 'int8',
  shipping_reversed: 'int8=',
  courier: 'text=',
  tracking_number: 'text=',
  delivery_attempts: 'int4=',
  return_reason: 'text=',
  packed_at: 'timestamptz?',
  shipped_at: 'timestamptz?',
  delivered_at: 'timestamptz?',
  returned_at: 'timestamptz?',
  return_decided_at: 'timestamptz?',
  released_at: 'timestamptz?',
  placed_at: 'timestamptz',
  invoice_number: 'int4?',
  invoiced_at: 'timestamptz?',
  fbr_invoice_number: 'text=',
  fbr_qr: 'text=',
  courier_cash: 'int8=',
  settlement_id: 'uuid?',
  settled_at: 'timestamptz?',
})

const invoiceCounters = table('invoice_counters', { vendor_id: 'uuid', last_number: 'int4' })

const personCouriers = table('person_couriers', {
  person_id: 'uuid',
  courier: 'text',
  chosen_at: 'timestamptz',
})

const orderLines = table('order_lines', {
  id: 'uuid',
  order_id: 'uuid',
  part_id: 'uuid',
  number: 'int4',
  product_id: 'uuid',
  sku: 'text',
  product_name: 'text',
  image: 'text=',
  unit_price: 'int8',
  quantity: 'int4',
  line_total: 'int8',
  discount: 'int8=',
  short: 'int4=',
  commission_rule_id: 'uuid?',
  commission_why: 'text',
  commission_rate_bp: 'int4',
  commission: 'int8',
  income_tax: 'int8=',
  sales_tax: 'int8=',
  vendor_share: 'int8',
  reversed: 'int8=',
  restocked: 'int4=',
  promotion_id: 'uuid?',
  promotion_discount: 'int8=',
  promotion_grant: 'int8=',
})

const refunds = table('refunds', {
  id: 'uuid',
  order_id: 'uuid',
  status: 'text',
  amount: 'int8',
  kind: 'text',
  shipping: 'int8=',
  restock: 'bool=',
  reason: 'text',
  method: 'text',
  account_title: 'text=',
  bank_code: 'text=',
  iban_sealed: 'text?',
  iban_masked: 'text=',
  account_by: 'uuid?',
  account_by_name: 'text=',
  account_at: 'timestamptz?',
  granted_by: 'uuid?',
  granted_by_name: 'text',
  granted_at: 'timestamptz',
  closed_by: 'uuid?',
  closed_by_name: 'text=',
  closed_at: 'timestamptz?',
  reference: 'text=',
  version: 'int4=',
})

const refundLines = table('refund_lines', {
  refund_id: 'uuid',
  line_id: 'uuid',
  quantity: 'int4',
  amount: 'int8',
  commission: 'int8',
  income_tax: 'int8',
  sales_tax: 'int8',
  vendor_share: 'int8',
  promotion_grant: 'int8=',
})

const orderChecks = table('order_checks', {
  id: 'int4',
  version: 'int4=',
  price: 'text',
  not_sold: 'text',
  short: 'text',
  unknown: 'text',
  shipping: 'text=',
  not_delivered: 'text=',
  shipping_unnamed: 'text=',
})

const orderMarks = table('order_marks', {
  id: 'uuid',
  order_id: 'uuid',
  line_id: 'uuid?',
  kind: 'text',
  expected: 'int8?',
  detail: 'text=',
  created_at: 'timestamptz',
  checked_at: 'timestamptz?',
  checked_by: 'uuid?',
  checked_by_name: 'text=',
  note: 'text=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    orders: TableOf<typeof orders>
    order_search: TableOf<typeof orderSearch>
    order_parts: TableOf<typeof orderParts>
    order_lines: TableOf<typeof orderLines>
    person_couriers: TableOf<typeof personCouriers>
    invoice_counters: TableOf<typeof invoiceCounters>
    refunds: TableOf<typeof refunds>
    refund_lines: TableOf<typeof refundLines>
    order_checks: TableOf<typeof orderChecks>
    order_marks: TableOf<typeof orderMarks>
  }
}

/** Rows as stored in the database; they never leave the server in this form. */
export type OrderRecord = Selectable<TableOf<typeof orders>>
export type PartRecord = Selectable<TableOf<typeof orderParts>>
export type LineRecord = Selectable<TableOf<typeof orderLines>>
export type RefundRecord = Selectable<TableOf<typeof refunds>>

/** Condition that an order (by alias) has a granted refund that is not sent yet: until then no share of it is released. */
export function hasGrantedRefund(order: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from refunds r where r.order_id = ${sql.ref(`${order}.id`)} and r.status = 'granted')`
}

/** Condition that a refund of a part (by alias) is granted and not sent yet. */
export function hasGrantedRefundOf(part: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from refunds r join refund_lines rl on rl.refund_id = r.id join order_lines l on l.id = rl.line_id
    where r.order_id = ${sql.ref(`${part}.order_id`)} and r.status = 'granted' and l.part_id = ${sql.ref(`${part}.id`)})`
}

/**
 * Condition that the held share of a part (by alias) of an order (by alias) that is not declined is released when the
 * hold days after the delivery are over, without anything that a person must do first.
 */
export function isReleasedByTime(part: string, order: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${part}.${column}`)
  return sql<boolean>`(${of('delivered_at')} is not null
    and (${of('vendor_status')} = 'delivered' or ${of('return_decided_at')} is not null)
    and not ${hasGrantedRefund(order)})`
}
