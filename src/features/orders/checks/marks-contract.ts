import { z } from 'zod'
import { formatRs, type Paisa } from '#kit/contract/money.ts'
import { texts } from './texts.ts'

/** The ways in which a line item can differ from its listing, and the delivery from what was offered. */
export const markKinds = [
  'price',
  'switched_off',
  'not_approved',
  'vendor_not_approved',
  'short',
  'unknown',
  'shipping_price',
  'not_delivered',
  'shipping_unnamed',
  'shipping_unknown',
] as const
export type MarkKind = (typeof markKinds)[number]

/** A mark in two or three words, for lists and filters. */
export const markLabels: Readonly<Record<MarkKind, string>> = {
  price: texts.priceDiffers,
  switched_off: texts.switchedOff,
  not_approved: texts.notApproved,
  vendor_not_approved: texts.vendorNotApproved,
  short: texts.shortOfStock,
  unknown: texts.priceNotKnown,
  shipping_price: texts.shippingDiffers,
  not_delivered: texts.notDelivered,
  shipping_unnamed: texts.shippingUnnamed,
  shipping_unknown: texts.shippingNotKnown,
}

/** The cases that have their own setting, in the order of the screen. */
export const checkCases = [
  'price',
  'not_sold',
  'short',
  'shipping',
  'not_delivered',
  'shipping_unnamed',
  'unknown',
] as const
export type CheckCase = (typeof checkCases)[number]

/** The setting that each kind of difference falls under, and the field of the line item or order that a refusal names. */
export const caseOf: Readonly<Record<MarkKind, { case: CheckCase; field: string }>> = {
  price: { case: 'price', field: 'unit_price' },
  switched_off: { case: 'not_sold', field: 'product_id' },
  not_approved: { case: 'not_sold', field: 'product_id' },
  vendor_not_approved: { case: 'not_sold', field: 'product_id' },
  short: { case: 'short', field: 'quantity' },
  unknown: { case: 'unknown', field: 'product_id' },
  shipping_price: { case: 'shipping', field: 'shipping_total' },
  not_delivered: { case: 'not_delivered', field: 'shipping_method_id' },
  shipping_unnamed: { case: 'shipping_unnamed', field: 'shipping_method_id' },
  shipping_unknown: { case: 'unknown', field: 'shipping_method_id' },
}

/** The facts of one difference in a line item, or in the delivery: its price is then the shipping of the order. */
export interface Difference {
  kind: MarkKind
  /** The price in force when the order was placed, in paisa; null if the difference is not about the price. */
  expected: Paisa | null
  /** The campaign that set that price, the vendor's state at the time, or why delivery has that price or is not offered. */
  detail: string
  unitPrice: Paisa
  quantity: number
  /** Units that were not in stock. */
  short: number
}

/** Describes a difference in words: the submitted value and the expected one. */
export function markWords({ kind, expected, detail, unitPrice, quantity, short }: Difference): string {
  switch (kind) {
    case 'price': {
      const prices = { unitPrice: formatRs(unitPrice), listed: formatRs(expected ?? 0n) }
      return detail ? texts.priceNotInCampaign({ ...prices, campaign: detail }) : texts.priceNotListed(prices)
    }
    case 'switched_off':
      return texts.switchedOffThen
    case 'not_approved':
      return texts.notApprovedThen
    case 'vendor_not_approved':
      return detail === 'disabled' ? texts.vendorDisabledThen : texts.vendorNotApprovedThen
    case 'short':
      return texts.shortBy({ short, quantity, inStock: quantity - short })
    case 'unknown':
      return texts.priceThenUnknown
    case 'shipping_price':
      return texts.shippingNotQuoted({
        shipping: formatRs(unitPrice),
        quoted: formatRs(expected ?? 0n),
        why: detail,
      })
    case 'not_delivered':
      return texts.notDeliveredWhy({ why: detail })
    case 'shipping_unnamed':
      return texts.shippingNamesNothing({ shipping: formatRs(unitPrice) })
    case 'shipping_unknown':
      return texts.shippingThenUnknown
  }
}

const markFields = {
  /** The line item's number in the order, from 1; null for a mark about the delivery. */
  line: z.int().nullable(),
  product_id: z.uuid().nullable(),
  kind: z.enum(markKinds),
  message: z.string().meta({ description: 'The submitted value and the expected value, in words' }),
  /** The unit price, or the shipping, when the order was placed; null if the mark is not about a price. */
  expected_price: z
    .string()
    .nullable()
    .meta({ description: 'The unit price or the shipping when the order was placed; null for other marks' }),
  short: z.int().meta({ description: 'Units that were not in stock; 0 for other marks' }),
}

/** A mark as returned to the system that submitted the order. */
export const ToldMark = z.object({
  ...markFields,
  /** False once somebody has checked the mark. */
  is_open: z.boolean(),
})
export type ToldMark = z.infer<typeof ToldMark>

/** A mark that the order got when it was accepted, and the person who checked the mark. */
export const OrderMark = z.object({
  ...markFields,
  id: z.uuid(),
  line_id: z.uuid().nullable(),
  checked_at: z.string().nullable(),
  checked_by_name: z.string(),
  note: z.string(),
})
export type OrderMark = z.infer<typeof OrderMark>

const refuseOrMark = z.enum(['refuse', 'mark'])
const refuseMarkOrAccept = z.enum(['refuse', 'mark', 'accept'])
/** Whether an order that differs from its listings is refused or marked, by case. */
export const OrderChecks = z.strictObject({
  price: refuseOrMark.meta({ description: 'A price that was not in force when the order was placed' }),
  not_sold: refuseOrMark.meta({
    description: 'A listing that was switched off or not approved, or whose vendor was not approved',
  }),
  short: refuseOrMark.meta({ description: 'More than is in stock' }),
  shipping: refuseOrMark.meta({ description: 'Another shipping total than the quote that was in force' }),
  not_delivered: refuseOrMark.meta({
    description:
      'A shipping method, packaging or pickup location that was switched off or does not take these goods there',
  }),
  shipping_unnamed: refuseMarkOrAccept.meta({
    description: 'No shipping method and no pickup location, although there was one to choose',
  }),
  unknown: refuseMarkOrAccept.meta({
    description: 'Placed before the product or shipping method was kept here, so its price then is not known',
  }),
})
export type OrderChecks = z.infer<typeof OrderChecks>

export const SavedOrderChecks = OrderChecks.extend({ version: z.int() })
export type SavedOrderChecks = z.infer<typeof SavedOrderChecks>
