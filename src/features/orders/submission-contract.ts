import { z } from 'zod'
import { mapped, schemasOf } from '#kit/contract/fields.ts'
import { rupeesTotal } from '#kit/contract/money.ts'
import { filledLine, line, optional, paragraph } from '#kit/contract/text.ts'
import { ToldMark } from './checks/marks-contract.ts'
import { contactFields } from './contact/contact-contract.ts'
import { lineFields } from './fields-contract.ts'
import { orderStatuses, paymentMethods, paymentStatuses, vendorStatuses } from './moves-contract.ts'
import { refundMethods, refundStatuses } from './refunds/refund-contract.ts'
import { texts } from './texts.ts'

const amount = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupeesTotal)

type Contact = typeof contactFields
/** A field that is left out is empty. */
const contact = mapped(contactFields, (schema) => (schema as z.ZodType<string>).default('')) as {
  [N in keyof Contact]: z.ZodDefault<Contact[N]>
}

/**
 * An order from the shop front. Sums are submitted and checked against the line items, and the line items against the
 * listings: wrong sums are refused, differences are refused or marked according to the shop's settings.
 */
export const OrderSubmission = z.strictObject({
  external_id: filledLine(200),
  /** The number that the customer knows; generated if empty. */
  order_number: line(40).default(''),
  customer_id: z.uuid(texts.customerIdExpected),
  /** When the customer placed the order; now, if left out. */
  placed_at: z.iso.datetime({ offset: true }).optional(),
  ...contact,
  device_os: line(40).default(''),
  payment_method: z.enum(paymentMethods),
  /** The reference of a payment that was already made. */
  paid_reference: line(120).default(''),
  lines: z
    .array(z.strictObject(schemasOf(lineFields)))
    .min(1, texts.lineRequired)
    .max(200, texts.atMost200Lines),
  items_total: amount,
  discount_total: amount.default('0'),
  shipping_total: amount.default('0'),
  total_bill: amount,
  /**
   * How the goods travel: a shipping method or a pickup location, and what they are packed in. The shipping total is then
   * compared with the quote that was in force. Last, because a repeated submission is recognised by its hash.
   */
  shipping_method_id: z.uuid().optional(),
  packaging_id: z.uuid().optional(),
  pickup_location_id: z.uuid().optional(),
})
export type OrderSubmission = z.output<typeof OrderSubmission>

/**
 * The number that FBR gives to an invoice: the seller's NTN in 7 characters or CNIC in 13 digits, then DI, then the
 * time in milliseconds, such as 7000007DI1747119701593. Source: PRAL, Technical Specification for DI API, version 1.12,
 * July 2025. This checks the format only; FBR's own app tells whether FBR knows the number.
 */
const fbrInvoiceNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z0-9]{7}|\d{13})DI\d{13}$/, texts.fbrNumberSigns)

/**
 * An event that the courier or the shop front reports; `seller_id` names the part if the order has several. The customer
 * confirms and cancels an order as a whole.
 */
export const OrderEvent = z
  .strictObject({
    type: z.enum([
      'paid',
      'confirmed',
      'cancelled',
      'shipped',
      'attempted',
      'delivered',
      'returned',
      'invoiced',
    ]),
    seller_id: optional(z.uuid()),
    courier: line(60).default(''),
    tracking_number: line(60).default(''),
    reference: line(120).default(''),
    amount: amount.optional().meta({
      description:
        'What came in with the event paid. More than is payable is booked and the rest owed back; less is refused. The payable amount if left out',
    }),
    reason: paragraph(1_000).default(''),
    fbr_invoice_number: optional(fbrInvoiceNumber),
    /** The content of the printed QR code; the invoice number itself if left out. */
    fbr_qr: line(500).default(''),
  })
  .superRefine((event, ctx) => {
    const needed = {
      paid: ['reference'],
      confirmed: [],
      cancelled: ['reason'],
      shipped: ['courier', 'tracking_number'],
      attempted: ['reason'],
      delivered: [],
      returned: ['reason'],
      invoiced: ['fbr_invoice_number'],
    } as const
    for (const path of needed[event.type]) {
      if (event[path] !== '') continue
      ctx.addIssue({ code: 'custom', path: [path], message: texts.requiredForEvent({ type: event.type }) })
    }
    if (event.type !== 'paid' && event.amount !== undefined) {
      ctx.addIssue({ code: 'custom', path: ['amount'], message: texts.amountOfPaidOnly })
    }
    const isOfWholeOrder = event.type === 'confirmed' || event.type === 'cancelled'
    if (isOfWholeOrder && event.seller_id !== '') {
      ctx.addIssue({ code: 'custom', path: ['seller_id'], message: texts.ofWholeOrder({ type: event.type }) })
    }
  })

/** One seller's part of an order, as the shop front shows it to the customer. */
const PartState = z.object({
  id: z.uuid(),
  seller_id: z.uuid(),
  vendor_status: z.enum(vendorStatuses),
  is_cancelled: z.boolean().meta({
    description:
      'Never shipped, because the part or the whole order was cancelled. A part that was cancelled by itself has the status returned',
  }),
  courier: z.string().meta({ description: 'Empty until the part is shipped' }),
  tracking_number: z.string(),
  delivery_attempts: z.int().meta({ description: 'Failed attempts to deliver' }),
  invoice_number: z.int().nullable().meta({
    description: 'The invoice number of the seller, printed as INV-000001; null until the part is packed',
  }),
  total: z.string().meta({ description: 'What the part was sold for, with its shipping, less its discount' }),
})

const RefundState = z.object({
  id: z.uuid(),
  status: z.enum(refundStatuses),
  amount: z.string(),
  method: z.enum(refundMethods),
  sent_at: z.string().nullable().meta({ description: 'When the money was sent; null until then' }),
})

/** The state of an order, for the system that submitted it. Amounts are decimal rupee strings. */
export const OrderState = z.object({
  id: z.uuid(),
  external_id: z.string(),
  order_number: z.string(),
  order_status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  vendor_status: z.enum(vendorStatuses),
  /** The reason for declining the order; empty if it was not declined. */
  reason: z.string(),
  status_since: z.string(),
  paid_total: z.string(),
  refunded_total: z.string().meta({ description: 'What was sent back to the customer' }),
  payable: z.string().meta({
    description:
      'What the customer still has to pay; below zero, what is owed to the customer. Of a declined order, what was due when it was declined: a payment of it that still arrives is owed back',
  }),
  parts: z.array(PartState),
  refunds: z.array(RefundState).meta({ description: 'The latest first' }),
  marks: z.array(ToldMark).meta({
    description:
      'How line items differ from their listings, if such an order is accepted: price, sale, stock',
  }),
})
export type OrderState = z.infer<typeof OrderState>
