import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { OrderDetail } from '../contract.ts'
import { orderStatuses, paymentStatuses } from '../moves-contract.ts'
import { Refund, RefundAccount, refundMethods, refundStatuses } from './refund-contract.ts'

/** A refund in the list of all refunds, with its order and customer. */
export const RefundRow = Refund.omit({ lines: true }).extend({
  order_id: z.uuid(),
  order_number: z.string(),
  /**
   * The version that a change of the refund is checked against: an order, its parts and its refunds share one version.
   */
  order_version: z.int(),
  customer_name: z.string(),
})
export type RefundRow = z.infer<typeof RefundRow>

/** One refund with its order's money, for a person who sends refunds and may not see orders. */
export const RefundDetail = RefundRow.extend({
  order_status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  total_bill: z.string(),
  paid_total: z.string(),
  refunded_total: z.string(),
  lines: z.array(
    z.object({ line_id: z.uuid(), product_name: z.string(), quantity: z.int(), amount: z.string() }),
  ),
})
export type RefundDetail = z.infer<typeof RefundDetail>

/** What the list of refunds is asked for. */
export const RefundQuery = listQuery(['granted_at', 'amount'], {
  status: z.enum(refundStatuses).optional(),
  method: z.enum(refundMethods).optional(),
  /** Days in Asia/Karachi on which refunds were granted, both ends included. */
  from: day.optional(),
  to: day.optional(),
})

const access = grants('Orders', 'refund')
const refundOf = z.strictObject({ id: z.uuid(), refund_id: z.uuid() })

export const refunds = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/orders/refunds',
    summary: 'Refunds, oldest first by default; with `status`, those to send, sent or cancelled',
    access,
    query: RefundQuery,
    layout: 'page',
    answer: RefundRow,
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/admin/orders/refunds/counts',
    summary: 'The number of refunds to send, sent and cancelled',
    access,
    answer: z.object({ granted: z.int(), sent: z.int(), cancelled: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/orders/refunds/:id',
    summary: 'One refund with its order',
    access,
    params: z.strictObject({ id: z.uuid() }),
    answer: RefundDetail,
    refuses: ['not-found'],
  }),
  enterAccount: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds/:refund_id/account',
    summary: 'Enter or correct the bank account of a granted refund; another person sends it',
    access,
    params: refundOf,
    body: RefundAccount,
    answer: OrderDetail,
    refuses: ['not-found', 'conflict'],
    conditional: 'optional',
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds/:refund_id/reveal',
    summary: 'The unmasked IBAN of a refund; each access is recorded',
    access,
    params: refundOf,
    answer: z.object({ ibn_number: z.string() }),
    refuses: ['not-found'],
    stepUp: true,
  }),
}
