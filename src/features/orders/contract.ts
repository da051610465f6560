import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { BulkOutcome } from '#features/decisions/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, paging, selectionOf } from '#kit/contract/export.ts'
import { answersOf } from '#kit/contract/fields.ts'
import { parseRupees, rupeesTotal } from '#kit/contract/money.ts'
import { listQuery, searchText } from '#kit/contract/page.ts'
import { Reason } from '#kit/contract/reason.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { markKinds, OrderMark } from './checks/marks-contract.ts'
import { exportedFieldNames } from './export-contract.ts'
import { keptFields } from './fields-contract.ts'
import { orderStatuses, paymentMethods, paymentStatuses, presets, vendorStatuses } from './moves-contract.ts'
import { PartSettlement } from './parts/cash-contract.ts'
import { Payment } from './payment-contract.ts'
import { Refund, RefundAccount, RefundEffect, RefundRequest } from './refunds/refund-contract.ts'
import { texts } from './texts.ts'

/** An order as shown in the lists. Amounts are decimal rupee strings. */
export const OrderRow = z.object({
  id: z.uuid(),
  order_number: z.string(),
  customer_id: z.uuid(),
  customer_name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  total_bill: z.string(),
  total_qty: z.int(),
  payment_method: z.enum(paymentMethods),
  order_status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  vendor_status: z.enum(vendorStatuses),
  placed_at: z.string(),
  status_since: z.string(),
  /** The marks that the order got on submission and that nobody has checked yet. */
  open_marks: z.array(z.enum(markKinds)),
  /** True if the customer collects the order at a pickup location. */
  is_pickup: z.boolean(),
  version: z.int(),
})
export type OrderRow = z.infer<typeof OrderRow>

export const OrderLine = z.object({
  id: z.uuid(),
  ...answersOf(keptFields),
  sku: z.string(),
  product_name: z.string(),
  image: z.string(),
  line_total: z.string(),
  /** `line_total` less this line item's share of the discount: the amount charged. */
  net_total: z.string(),
  discount: z.string(),
  /** Units that were not in stock when the order was submitted. */
  short: z.int(),
  /** Units returned to stock. */
  restocked: z.int(),
  commission: z.string(),
  /** In hundredths of a percent. */
  commission_rate_bp: z.int(),
  commission_why: z.string(),
  income_tax: z.string(),
  sales_tax: z.string(),
  vendor_share: z.string(),
  /** The campaign that applied, its discount, and the part of it that the marketplace pays to the vendor. */
  promotion: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  promotion_discount: z.string(),
  promotion_grant: z.string(),
  /** The part of `line_total` less `discount` that is no longer charged. */
  reversed: z.string(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderPart = z.object({
  id: z.uuid(),
  number: z.int(),
  vendor_id: z.uuid(),
  shop_name: z.string(),
  vendor_status: z.enum(vendorStatuses),
  items_total: z.string(),
  discount_total: z.string(),
  shipping_total: z.string(),
  shipping_reversed: z.string(),
  total: z.string(),
  /** The part of `total` that is no longer charged, goods and shipping together. */
  reversed_total: z.string(),
  vendor_share: z.string(),
  /** The vendor's share without what it lost to cancelled and refunded items. */
  vendor_share_left: z.string(),
  courier: z.string(),
  tracking_number: z.string(),
  delivery_attempts: z.int(),
  return_reason: z.string(),
  packed_at: z.string().nullable(),
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  returned_at: z.string().nullable(),
  /**
   * When it was decided what becomes of the money for a part that had arrived and came back; until then the vendor's share
   * is held.
   */
  return_decided_at: z.string().nullable(),
  /** The seller's own invoice number, numbered without gaps; null until the part is first packed. */
  invoice_number: z.int().nullable(),
  invoiced_at: z.string().nullable(),
  /** The invoice number from the tax authority (FBR); empty if the seller's software has not reported one. */
  fbr_invoice_number: z.string(),
  /** The content of the QR code printed next to the number. */
  fbr_qr: z.string(),
  /** When the vendor's share became available to withdraw; until then the share is held. */
  released_at: z.string().nullable(),
  /** The customer's cash that the courier still holds; below zero, the amount that the courier paid in excess. */
  courier_cash: z.string(),
  /** The latest courier statement that includes the part; `settled_at` is null while a difference is open. */
  settlement: PartSettlement.nullable(),
  lines: z.array(OrderLine),
})
export type OrderPart = z.infer<typeof OrderPart>

/** What is charged for a part: its total less what is no longer charged, in paisa. The courier collects it of a COD order. */
export function chargedOf({ total, reversed_total }: OrderPart): bigint {
  return parseRupees(total) - parseRupees(reversed_total)
}

/** Everything about one order. */
export const OrderDetail = OrderRow.extend({
  address: z.string(),
  area: z.string(),
  landmark: z.string(),
  province: z.string(),
  device_os: z.string(),
  customer_note: z.string(),
  /** The shipping method or pickup location and the packaging, as named when the order was placed; empty if none was. */
  shipping_method_id: z.uuid().nullable(),
  packaging_id: z.uuid().nullable(),
  pickup_location_id: z.uuid().nullable(),
  shipping_method: z.string(),
  packaging: z.string(),
  pickup_location: z.string(),
  items_total: z.string(),
  discount_total: z.string(),
  shipping_total: z.string(),
  paid_total: z.string(),
  reversed_total: z.string(),
  refunded_total: z.string(),
  /** What the customer still has to pay; below zero, the amount owed to the customer. */
  due: z.string(),
  /** The amount of a payment recorded now. Of a declined order, what was due then, which is owed back. */
  payable: z.string(),
  payment_reference: z.string(),
  confirmed_at: z.string().nullable(),
  call_attempts: z.int(),
  status_reason: z.string(),
  parts: z.array(OrderPart),
  refunds: z.array(Refund),
  marks: z.array(OrderMark),
  history: z.array(TimelineEntry),
})
export type OrderDetail = z.infer<typeof OrderDetail>

const id = z.strictObject({ id: z.uuid() })
const partOf = z.strictObject({ id: z.uuid(), part_id: z.uuid() })
const refundOf = z.strictObject({ id: z.uuid(), refund_id: z.uuid() })
const manage = (action: 'view' | 'act' | 'decide' | 'export' | 'refund') => grants('Orders', action)

/** Filters of the lists; days are in Asia/Karachi, both ends included. */
const filters = {
  status: z.enum(orderStatuses).optional(),
  /** Excludes declined orders. */
  without: z.enum(['declined']).optional(),
  payment_status: z.enum(paymentStatuses).optional(),
  vendor_status: z.enum(vendorStatuses).optional(),
  payment_method: z.enum(paymentMethods).optional(),
  /** Orders with a refund that is granted but not sent. */
  refund: z.enum(['granted']).optional(),
  /** One of the preset views. */
  preset: z.enum(presets).optional(),
  /** Orders with an open mark, of any kind or of this kind. */
  mark: z.enum(['open', ...markKinds]).optional(),
  vendor_id: z.uuid().optional(),
  customer_id: z.uuid().optional(),
  /** Orders with a line item bought in this campaign. */
  promotion_id: z.uuid().optional(),
  courier: line(60).optional(),
  /** Cash that the courier holds and has not settled, or that the courier settled with a different amount. */
  cash: z.enum(['with_courier', 'overdue', 'difference']).optional(),
  city: line(60).optional(),
  /** The operating system of the customer's device. */
  device_os: line(40).optional(),
  from: day.optional(),
  to: day.optional(),
  least: rupeesTotal.optional(),
  most: rupeesTotal.optional(),
}
const sorts = ['-placed_at', 'order_number', 'customer_name', 'total_bill', 'total_qty'] as const
const OrderQuery = listQuery(sorts, filters)

export const Shipment = z.strictObject({
  courier: filledLine(60, texts.courierRequired),
  tracking_number: filledLine(60, texts.trackingNumberRequired),
})
export const SentRefund = z.strictObject({ reference: line(120).default('') })
const moved = {
  answer: OrderDetail,
  refuses: ['not-found', 'conflict'] as const,
  conditional: 'optional' as const,
}

type Action = Parameters<typeof manage>[0]

/** A change of an order; without an action, it requires permission to work on orders. */
function moving<const P extends string>(verb: P, summary: string, action: Action = 'act') {
  return endpoint({
    method: 'POST',
    path: `/api/admin/orders/:id/${verb}`,
    summary,
    access: manage(action),
    params: id,
    ...moved,
  })
}

/** A change of one vendor's part. */
function movingPart<const P extends string>(verb: P, summary: string, action: Action = 'act') {
  return endpoint({ ...moving(`parts/:part_id/${verb}`, summary, action), params: partOf })
}

/** A change of a granted refund. */
function movingRefund<const P extends string>(verb: P, summary: string) {
  return endpoint({ ...moving(`refunds/:refund_id/${verb}`, summary, 'refund'), params: refundOf })
}

export const bulkMoves = z.enum(['process', 'put_back', 'complete'])
/** What became of one of several orders, with its version after the move; null unless it was moved. */
const MoveOutcome = BulkOutcome.extend({ version: z.int().nullable() })
export type MoveOutcome = z.infer<typeof MoveOutcome>
/** The list filters and the search, as sent by a call that acts on every matching order. */
export const searched = { q: searchText, ...filters }

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/orders',
    summary: 'Orders with their order, payment and vendor status',
    access: manage('view'),
    query: OrderQuery,
    layout: 'page',
    answer: OrderRow,
  }),
  sum: endpoint({
    method: 'GET',
    path: '/api/admin/orders/sum',
    summary: 'The total bill of the matching orders; null if no total is kept for these filters',
    access: manage('view'),
    query: OrderQuery.omit({ limit: true, cursor: true, page: true, sort: true }),
    answer: z.object({ amount: z.string().nullable() }),
  }),
  vendors: endpoint({
    method: 'GET',
    path: '/api/admin/orders/vendors',
    summary: 'Shops by name or by id, for the filter of the lists; at most 20',
    access: manage('view'),
    query: z.strictObject({ q: z.string().trim().max(100).optional(), id: z.uuid().optional() }),
    answer: z.array(z.object({ id: z.uuid(), shop_name: z.string() })),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/orders/export',
    summary:
      'Stream the matching orders, or the selected ones of them, as CSV or XLSX. Contains all fields, or the given fields in the given order',
    access: manage('export'),
    query: OrderQuery.omit(paging).extend({
      ...selectionOf(exportedFieldNames),
    }),
    ...exported,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id',
    summary: 'One order with its parts, money and history',
    access: manage('view'),
    params: id,
    answer: OrderDetail,
    refuses: ['not-found'],
  }),
  process: moving('process', texts.processSummary),
  putBack: moving('put-back', texts.putBackSummary),
  complete: moving('complete', texts.completeSummary),
  decline: endpoint({
    ...moving('decline', texts.declineSummary, 'decide'),
    body: Reason,
  }),
  confirm: endpoint({
    ...moving('call', texts.callSummary),
    body: z.strictObject({ is_confirmed: z.boolean() }),
  }),
  markPaid: endpoint({
    ...moving('mark-paid', texts.markPaidSummary, 'decide'),
    body: Payment,
  }),
  pack: movingPart('pack', texts.packSummary),
  unpack: movingPart('unpack', texts.unpackSummary),
  ship: endpoint({
    ...movingPart('ship', texts.shipSummary),
    body: Shipment,
  }),
  correct: endpoint({
    ...movingPart('correct', texts.correctSummary),
    body: Shipment,
  }),
  cancel: endpoint({
    ...movingPart('cancel', texts.cancelSummary, 'decide'),
    body: Reason,
  }),
  attempt: endpoint({
    ...movingPart('attempt', texts.attemptSummary),
    body: Reason,
  }),
  deliver: movingPart('deliver', texts.deliverSummary),
  return: endpoint({
    ...movingPart('return', texts.returnSummary),
    body: Reason,
  }),
  closeReturn: endpoint({
    ...movingPart('close-return', texts.closeReturnSummary, 'refund'),
    body: Reason,
  }),
  previewRefund: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds/preview',
    summary: 'Preview the effect of a refund; nothing is stored',
    access: manage('refund'),
    params: id,
    body: RefundRequest,
    writes: false,
    answer: RefundEffect,
    refuses: ['not-found', 'conflict'],
  }),
  refundEffect: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/refunds/:refund_id/effect',
    summary: 'Preview the effect of sending a granted refund now',
    access: manage('refund'),
    params: refundOf,
    answer: RefundEffect,
    refuses: ['not-found', 'conflict'],
  }),
  grantRefund: endpoint({
    ...moving('refunds', texts.grantRefundSummary, 'refund'),
    body: RefundRequest.extend({ ...Reason.shape, account: RefundAccount.optional() }),
  }),
  sendRefund: endpoint({
    ...movingRefund('send', texts.sendRefundSummary),
    body: SentRefund,
    stepUp: true,
  }),
  cancelRefund: endpoint({
    ...movingRefund('cancel', texts.cancelRefundSummary),
    body: Reason,
  }),
  bulkMove: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/move',
    summary: 'Move up to 100 orders; each has its own outcome',
    access: manage('act'),
    body: z.strictObject({
      move: bulkMoves,
      ids: z.array(z.uuid()).min(1).max(100),
      /** Orders that are moved only if nobody changed them since this version: an undo takes back no other change. */
      versions: z
        .array(z.strictObject({ id: z.uuid(), version: z.int() }))
        .max(100)
        .default([]),
    }),
    answer: z.array(MoveOutcome),
    transactions: 'own',
  }),
  bulkDecline: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/decline',
    summary: 'Decline up to 100 orders with a reason; each has its own outcome',
    access: manage('decide'),
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100), ...Reason.shape }),
    answer: z.array(BulkOutcome),
    transactions: 'own',
  }),
}
