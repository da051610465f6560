import type { Pricing } from '#features/money/server/queries.ts'
import {
  mirror,
  type Posting,
  partOfShare,
  rateFor,
  type Share,
  salePostings,
  shareOf,
  type VendorAccount,
} from '#features/money/server/rules.ts'
import { mapped } from '#kit/contract/fields.ts'
import { type Paisa, parseRupees, splitByLargestRemainder } from '#kit/contract/money.ts'
import { type KeptName, keptFields } from '../fields-contract.ts'
import type { OrderSubmission } from '../submission-contract.ts'
import type { OrderRecord } from './tables.ts'

/** A line as it was handed in, with what the marketplace knows of its product. */
export interface OrderedLine {
  productId: string
  vendorId: string
  /** What its category is called: by its vendor, and in the tree from the main category down. */
  categories: readonly string[]
  unitPrice: Paisa
  quantity: number
  /** The campaign that it was bought in: what was taken off the whole line, and what of it the marketplace pays. */
  promotion?: { id: string; discount: Paisa; grant: Paisa } | null
}

export interface SplitLine extends OrderedLine {
  number: number
  total: Paisa
  discount: Paisa
  commissionRuleId: string | null
  commissionWhy: string
  commissionRateBp: number
  share: Share
}

export interface SplitPart {
  number: number
  vendorId: string
  itemsTotal: Paisa
  discountTotal: Paisa
  shippingTotal: Paisa
  total: Paisa
  vendorShare: Paisa
  lines: SplitLine[]
}

/**
 * Splits an order into a part for each vendor, in the order in which they first occur. Discount and shipping are shared
 * by what the goods cost, to the paisa; commission and taxes are frozen on each line. The discount is at most the goods.
 */
export function splitOrder(
  lines: readonly OrderedLine[],
  discount: Paisa,
  shipping: Paisa,
  pricing: Pricing,
): SplitPart[] {
  const totals = lines.map(({ unitPrice, quantity }) => unitPrice * BigInt(quantity))
  const discounts = splitByLargestRemainder(discount, totals)
  const split = lines.map((line, index): SplitLine => {
    const total = totals[index] ?? 0n
    const ownDiscount = discounts[index] ?? 0n
    const rate = rateFor(pricing.rules, pricing.default_rate_bp, line)
    return {
      ...line,
      number: index + 1,
      total,
      discount: ownDiscount,
      commissionRuleId: rate.rule_id,
      commissionWhy: rate.why,
      commissionRateBp: rate.rate_bp,
      share: shareOf(
        total - ownDiscount,
        { ...pricing, commission_bp: rate.rate_bp },
        line.promotion?.grant ?? 0n,
      ),
    }
  })
  const vendors = [...new Set(split.map(({ vendorId }) => vendorId))]
  const own = vendors.map((vendorId) => split.filter((line) => line.vendorId === vendorId))
  const goods = own.map((part) => sum(part, ({ total }) => total))
  const shippings = splitByLargestRemainder(shipping, goods)
  return vendors.map((vendorId, index): SplitPart => {
    const part = own[index] ?? []
    const itemsTotal = goods[index] ?? 0n
    const discountTotal = sum(part, (line) => line.discount)
    const shippingTotal = shippings[index] ?? 0n
    return {
      number: index + 1,
      vendorId,
      itemsTotal,
      discountTotal,
      shippingTotal,
      total: itemsTotal - discountTotal + shippingTotal,
      vendorShare: sum(part, ({ share }) => share.vendor_share),
      lines: part,
    }
  })
}

/** A line as it is stored, as far as its money goes. */
export interface StoredLine {
  id: string
  part_id: string
  line_total: Paisa
  discount: Paisa
  promotion_grant: Paisa
  commission: Paisa
  income_tax: Paisa
  sales_tax: Paisa
  vendor_share: Paisa
  reversed: Paisa
}

export interface StoredPart {
  id: string
  vendor_id: string
  shipping_total: Paisa
  shipping_reversed: Paisa
  released_at: Date | null
}

/** What of some lines and of the shipping is no longer charged, and what each side gives back for it. */
export interface Reversal {
  lines: { line: StoredLine; vendorId: string; from: VendorAccount; share: Share }[]
  shipping: { part: StoredPart; amount: Paisa }[]
  /** What the customer is no longer charged. */
  amount: Paisa
}

/** What a line was sold for, and how that was shared. */
function shareOfLine(line: StoredLine): Share {
  return {
    net: line.line_total - line.discount,
    promotion_grant: line.promotion_grant,
    commission: line.commission,
    income_tax: line.income_tax,
    sales_tax: line.sales_tax,
    vendor_share: line.vendor_share,
  }
}

/** What of a vendor's shares in these lines is left, whatever took the rest: by the measure of `partOfShare`, to the paisa. */
export function vendorShareLeft(lines: readonly StoredLine[]): Paisa {
  return sum(
    lines,
    (line) => line.vendor_share - partOfShare(shareOfLine(line), 0n, line.reversed).vendor_share,
  )
}

/** What of a line is still charged. */
export function chargedOf(line: StoredLine): Paisa {
  return line.line_total - line.discount - line.reversed
}

/**
 * The exact mirror of what was sold: amounts by line id, and an amount of the shipping, which is taken from the parts
 * in their order. Throws a RangeError when more is asked for than is charged.
 */
export function reversalOf(
  parts: readonly StoredPart[],
  lines: readonly StoredLine[],
  wanted: { amounts: ReadonlyMap<string, Paisa>; shipping: Paisa },
): Reversal {
  const partOf = new Map(parts.map((part) => [part.id, part]))
  const reversed = lines.flatMap((line) => {
    const amount = wanted.amounts.get(line.id) ?? 0n
    const part = partOf.get(line.part_id)
    if (amount === 0n || !part) return []
    const share = partOfShare(shareOfLine(line), line.reversed, amount)
    const from: VendorAccount = part.released_at ? 'vendor_available' : 'vendor_held'
    return [{ line, vendorId: part.vendor_id, from, share }]
  })
  let left = wanted.shipping
  const shipping = parts.flatMap((part) => {
    const open = part.shipping_total - part.shipping_reversed
    const amount = left < open ? left : open
    left -= amount
    return amount === 0n ? [] : [{ part, amount }]
  })
  if (left !== 0n) throw new RangeError('More of the shipping would be given back than was paid')
  return {
    lines: reversed,
    shipping,
    amount: sum(reversed, ({ share }) => share.net) + wanted.shipping,
  }
}

/** Everything of these parts that is still charged, reversed. */
export function wholeReversalOf(parts: readonly StoredPart[], lines: readonly StoredLine[]): Reversal {
  const ids = new Set(parts.map(({ id }) => id))
  return reversalOf(parts, lines, {
    amounts: new Map(lines.filter((line) => ids.has(line.part_id)).map((line) => [line.id, chargedOf(line)])),
    shipping: sum(parts, (part) => part.shipping_total - part.shipping_reversed),
  })
}

/** The postings of a reversal: those of the sale, the other way round. */
export function reversalPostings(reversal: Reversal): Posting[] {
  return mirror(
    salePostings(
      reversal.lines,
      sum(reversal.shipping, ({ amount }) => amount),
    ),
  )
}

export function sum<T>(from: readonly T[], amountOf: (one: T) => Paisa): Paisa {
  return from.reduce((total, one) => total + amountOf(one), 0n)
}

/** What the customer still has to pay; below zero, what they are owed. */
export function dueOf(order: {
  total_bill: Paisa
  reversed_total: Paisa
  paid_total: Paisa
  refunded_total: Paisa
}): Paisa {
  return order.total_bill - order.reversed_total - order.paid_total + order.refunded_total
}

/** What a payment of the order comes to: what is due, or what was due when the order was declined. */
export function payableOf(order: OrderRecord): Paisa {
  return order.order_status === 'declined' ? order.due_when_declined : dueOf(order)
}

/** A line as it was handed in. */
export type SaidLine = OrderSubmission['lines'][number]

/** The columns of a line that have what was handed in. */
export function keptOf(said: SaidLine) {
  const columns = mapped(keptFields, ({ kind }, name) =>
    kind === 'rupees' ? parseRupees(String(said[name])) : said[name],
  )
  return columns as { [N in KeptName]: (typeof keptFields)[N]['kind'] extends 'rupees' ? Paisa : SaidLine[N] }
}
