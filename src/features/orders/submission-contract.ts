import { z } from 'zod'
import { schemasOf } from '#kit/contract/fields.ts'
import { rupeesTotal } from '#kit/contract/money.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { email, filledLine, line, optional, paragraph } from '#kit/contract/text.ts'
import { lineFields } from './fields-contract.ts'
import { ToldMark } from './marks-contract.ts'
import { orderStatuses, paymentMethods, paymentStatuses, vendorStatuses } from './moves-contract.ts'

const amount = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupeesTotal)

/**
 * An order of the shop front. Sums are told and held against the lines, and the lines against the listings: what does not
 * add up is refused, what differs is refused or marked as the shop has set it.
 */
export const OrderSubmission = z.strictObject({
  external_id: filledLine(200),
  /** What the customer knows it by; made here when it is empty. */
  order_number: line(40).default(''),
  customer_id: z.uuid('Must be the id that was answered for the customer'),
  /** When the customer ordered; now, when it is left out. */
  placed_at: z.iso.datetime({ offset: true }).optional(),
  name: line(120).default(''),
  email: optional(email),
  phone: optional(phoneField),
  address: paragraph(500).default(''),
  area: line(120).default(''),
  landmark: line(120).default(''),
  city: line(60).default(''),
  province: line(60).default(''),
  note: paragraph(1_000).default(''),
  device_os: line(40).default(''),
  payment_method: z.enum(paymentMethods),
  /** The reference of a payment that is made already. */
  paid_reference: line(120).default(''),
  lines: z
    .array(z.strictObject(schemasOf(lineFields)))
    .min(1, 'An order has a line')
    .max(200, 'At most 200 lines'),
  items_total: amount,
  discount_total: amount.default('0'),
  shipping_total: amount.default('0'),
  total_bill: amount,
})
export type OrderSubmission = z.output<typeof OrderSubmission>

/**
 * The number that FBR gives to an invoice: the NTN of the seller in 7 characters or the CNIC in 13 digits, DI, and the
 * moment in milliseconds, such as 7000007DI1747119701593. So PRAL's Technical Specification for DI API, version 1.12 of
 * July 2025. It is a check of the form alone: whether FBR knows the number, its own app says.
 */
const fbrInvoiceNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^([A-Z0-9]{7}|\d{13})DI\d{13}$/,
    'An FBR invoice number has the NTN or CNIC, DI and 13 digits, such as 7000007DI1747119701593',
  )

/** What the courier or the shop front saw; `seller_id` says whose part, where the order has several. */
export const OrderEvent = z
  .strictObject({
    type: z.enum(['paid', 'shipped', 'attempted', 'delivered', 'returned', 'invoiced']),
    seller_id: optional(z.uuid()),
    courier: line(60).default(''),
    tracking_number: line(60).default(''),
    reference: line(120).default(''),
    reason: paragraph(1_000).default(''),
    fbr_invoice_number: optional(fbrInvoiceNumber),
    /** What the printed code says; the number itself where it is left out. */
    fbr_qr: line(500).default(''),
  })
  .superRefine((event, ctx) => {
    const needed = {
      paid: ['reference'],
      shipped: ['courier', 'tracking_number'],
      attempted: ['reason'],
      delivered: [],
      returned: ['reason'],
      invoiced: ['fbr_invoice_number'],
    } as const
    for (const path of needed[event.type]) {
      if (event[path] !== '') continue
      ctx.addIssue({ code: 'custom', path: [path], message: `Goes with ${event.type}` })
    }
  })

/** How an order stands, for the system that handed it in. */
export const OrderState = z.object({
  id: z.uuid(),
  external_id: z.string(),
  order_number: z.string(),
  order_status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  vendor_status: z.enum(vendorStatuses),
  /** The words that went with declining it; empty where it was not. */
  reason: z.string(),
  status_since: z.string(),
  marks: z.array(ToldMark).meta({
    description:
      'How lines differ from the listings that they name, where such an order is accepted: price, sale, stock',
  }),
})
