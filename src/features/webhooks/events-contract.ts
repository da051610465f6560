import { z } from 'zod'

const uuid = z.uuid()
const sellerId = uuid.meta({
  description: 'The id of the vendor, which the calls of the intake name seller_id',
})
const reasons = z
  .array(z.string())
  .optional()
  .meta({ description: 'The codes of the chosen reasons. Left out if there are none' })
const time = z.string().meta({ format: 'date-time' })

const vendor = <const S extends string>(...statuses: readonly [S, ...S[]]) =>
  z.object({ vendor_id: sellerId, status: z.enum(statuses), reasons })
const product = <const S extends string>(...statuses: readonly [S, ...S[]]) =>
  z.object({ product_id: uuid, status: z.enum(statuses), reasons })
const customer = <const S extends string>(...statuses: readonly [S, ...S[]]) =>
  z.object({ customer_id: uuid, status: z.enum(statuses), reasons })
const order = <const S extends string>(status: S) =>
  z.object({ order_id: uuid, order_status: z.enum([status]) })
const part = <const S extends string>(status: S) =>
  z.object({ order_id: uuid, part_id: uuid, seller_id: uuid, vendor_status: z.enum([status]) })
const withdrawal = <const S extends string>(status: S) =>
  z.object({
    withdrawal_id: uuid,
    owner_type: z.enum(['vendor', 'customer']),
    owner_id: uuid.meta({ description: 'The id of the vendor (seller_id of the intake) or of the customer' }),
    status: z.enum([status]),
  })
const period = z.object({
  promotion_id: uuid,
  starts_at: time,
  ends_at: time,
  is_early: z.boolean().meta({ description: 'Whether staff have ended the campaign before its time' }),
})
const subscriber = z.object({ subscriber_id: uuid })

/**
 * The events that an endpoint can subscribe to, in display order, each with its data: ids and statuses, never personal data.
 * Those of orders and their parts report a new state, however it was reached: an order is pending when it is submitted and
 * when it is put back, and paid also if it was submitted as paid. Of what changes within a state only another courier or
 * tracking number of a shipped part is reported.
 */
export const events = {
  'vendor.approved': { summary: 'A vendor was approved', data: vendor('approved') },
  'vendor.rejected': { summary: 'An application was rejected', data: vendor('rejected') },
  'vendor.update_requested': {
    summary: 'Changes of an application were requested',
    data: vendor('changes_requested'),
  },
  'vendor.disabled': { summary: 'A vendor was disabled', data: vendor('disabled') },
  'vendor.enabled': { summary: 'A vendor was enabled again', data: vendor('approved') },
  'vendor.reopened': { summary: 'A rejected application is reviewed once more', data: vendor('submitted') },
  'vendor.closed': { summary: 'A vendor was closed for good', data: vendor('closed') },
  'vendor.undone': {
    summary: 'A decision on a vendor that was reported was undone',
    data: vendor('submitted', 'in_review', 'changes_requested', 'rejected', 'approved', 'disabled'),
  },
  'vendor_change.accepted': { summary: 'Changed data of a vendor is in force', data: vendor('accepted') },
  'vendor_change.declined': { summary: 'Changed data of a vendor was declined', data: vendor('declined') },
  'vendor_change.undone': {
    summary: 'A decision on changed data that was reported was undone',
    data: vendor('waiting'),
  },
  'product.approved': { summary: 'A product was approved', data: product('approved') },
  'product.rejected': { summary: 'A product was rejected', data: product('rejected') },
  'product.update_requested': {
    summary: 'Changes of a product were requested',
    data: product('changes_requested'),
  },
  'product.reopened': { summary: 'A rejected product is reviewed once more', data: product('submitted') },
  'product.undone': {
    summary: 'A decision on a product that was reported was undone',
    data: product('submitted', 'in_review', 'changes_requested', 'rejected'),
  },
  'product.available': {
    summary: 'A product was switched on',
    data: z.object({ product_id: uuid, is_available: z.literal(true) }),
  },
  'product.unavailable': {
    summary: 'A product was switched off',
    data: z.object({ product_id: uuid, is_available: z.literal(false) }),
  },
  'product_edit.approved': { summary: 'An edit of an approved product is live', data: product('approved') },
  'product_edit.rejected': {
    summary: 'An edit of an approved product was rejected',
    data: product('rejected'),
  },
  'product_edit.undone': {
    summary: 'A decision on an edit that was reported was undone',
    data: product('waiting'),
  },
  'customer.approved': { summary: 'A customer was approved', data: customer('approved') },
  'customer.disabled': { summary: 'A customer was disabled', data: customer('disabled') },
  'customer.enabled': { summary: 'A customer was enabled again', data: customer('approved') },
  'customer.undone': {
    summary: 'A decision on a customer that was reported was undone',
    data: customer('pending', 'approved', 'disabled'),
  },
  'customer.erased': {
    summary: 'The personal data of a customer was erased',
    data: z.object({ customer_id: uuid, status: z.enum(['disabled']) }),
  },
  'order.pending': { summary: 'An order was submitted, or returned to pending', data: order('pending') },
  'order.processing': { summary: 'An order is being processed', data: order('processing') },
  'order.completed': { summary: 'An order was completed', data: order('completed') },
  'order.declined': { summary: 'An order was declined', data: order('declined') },
  'order.paid': {
    summary: 'An order was paid, or submitted as paid',
    data: z.object({ order_id: uuid, payment_status: z.enum(['paid']) }),
  },
  'order_part.packed': { summary: 'A part of an order was packed', data: part('packed') },
  'order_part.shipped': { summary: 'A part of an order was shipped', data: part('shipped') },
  'order_part.corrected': {
    summary: 'A shipped part of an order has another courier or tracking number',
    data: part('shipped'),
  },
  'order_part.delivered': { summary: 'A part of an order was delivered', data: part('delivered') },
  'order_part.returned': { summary: 'A part of an order was returned', data: part('returned') },
  'refund.sent': {
    summary: 'A refund was sent',
    data: z.object({
      order_id: uuid,
      refund_id: uuid,
      payment_status: z.enum(['part_refunded', 'refunded']),
    }),
  },
  'withdrawal.approved': { summary: 'A withdrawal was approved', data: withdrawal('approved') },
  'withdrawal.undone': {
    summary: 'The approval of a withdrawal that was reported was undone',
    data: withdrawal('requested'),
  },
  'withdrawal.paid': { summary: 'A withdrawal was paid', data: withdrawal('paid') },
  'withdrawal.declined': {
    summary: 'A withdrawal was declined, or returned by the bank',
    data: withdrawal('declined'),
  },
  'promotion.invited': {
    summary: 'A campaign asks sellers to join, or asks again for other terms',
    data: z.object({ promotion_id: uuid, seller_ids: z.array(uuid) }),
  },
  'promotion.started': { summary: 'A campaign has started', data: period },
  'promotion.ended': { summary: 'A campaign has ended', data: period },
  'post.published': {
    summary: 'A post was published',
    data: z.object({
      post_id: uuid,
      slug: z.string(),
      is_first: z.boolean().meta({ description: 'False if the post was published before' }),
    }),
  },
  'content.published': {
    summary: 'The content of the shop was published',
    data: z.object({
      release_id: uuid,
      is_roll_back: z.boolean().meta({ description: 'Whether an earlier release was published again' }),
    }),
  },
  'subscriber.confirmed': { summary: 'A subscriber has confirmed the address', data: subscriber },
  'subscriber.unsubscribed': { summary: 'A subscriber has unsubscribed', data: subscriber },
  'subscriber.erased': { summary: 'The personal data of a subscriber was erased', data: subscriber },
} as const satisfies Readonly<Record<string, { summary: string; data: z.ZodObject }>>

export type EventKind = keyof typeof events
export const eventKinds = Object.keys(events) as [EventKind, ...EventKind[]]

/** The data of an event of this kind. */
export type EventData<K extends EventKind> = z.output<(typeof events)[K]['data']>

/** The event kind of a test; endpoints cannot subscribe to it. */
export const testKind = 'webhook.test'
export const testEvent = {
  summary: 'A test that staff have sent to one endpoint',
  data: z.object({ endpoint_id: uuid }),
}
