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
import { spellCity } from '#kit/contract/pakistan-cities.ts'
import type { ContactField } from '../contact/contact-contract.ts'
import { type KeptName, keptFields } from '../fields-contract.ts'
import type { OrderSubmission } from '../submission-contract.ts'
import type { OrderRecord } from './tables.ts'

/** A submitted line item, with the marketplace's data about its product. */
export interface OrderedLine {
  productId: string
  vendorId: string
  /** The names of its category: the vendor's name for it, and the names in the tree from the main category down. */
  categories: readonly string[]
  unitPrice: Paisa
  quantity: number
  /**
   * The campaign of the purchase: the discount on the whole line item, and the part of it that the marketplace pays.
   */
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
 * Splits an order into one part per vendor, in the order of first occurrence. Discount and shipping are shared in
 * proportion to the price of the goods, to the paisa; commission and taxes are frozen on each line item. The discount
 * is at most the price of the goods.
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

/** The money columns of a stored line item. */
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

/** A line item that was read as JSON, where amounts are text or numbers, with its amounts in paisa. */
export function storedLineOf(
  line: Readonly<Pick<StoredLine, 'id' | 'part_id'> & Record<MoneyColumn, string | number>>,
): StoredLine {
  const amount = (column: MoneyColumn) => BigInt(line[column])
  return {
    id: line.id,
    part_id: line.part_id,
    line_total: amount('line_total'),
    discount: amount('discount'),
    promotion_grant: amount('promotion_grant'),
    commission: amount('commission'),
    income_tax: amount('income_tax'),
    sales_tax: amount('sales_tax'),
    vendor_share: amount('vendor_share'),
    reversed: amount('reversed'),
  }
}

type MoneyColumn = Exclude<keyof StoredLine, 'id' | 'part_id'>

export interface StoredPart {
  id: string
  vendor_id: string
  shipping_total: Paisa
  shipping_reversed: Paisa
  released_at: Date | null
}

/** The amounts of line items and shipping that are no longer charged, and what each side gives back for them. */
export interface Reversal {
  lines: { line: StoredLine; vendorId: string; from: VendorAccount; share: Share }[]
  shipping: { part: StoredPart; amount: Paisa }[]
  /** The amount that the customer is no longer charged. */
  amount: Paisa
}

/** The price of a line item, and how it was shared. */
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

/**
 * The vendor's remaining shares in these line items, to the paisa, however the rest was reversed; computed with
 * `partOfShare`.
 */
export function vendorShareLeft(lines: readonly StoredLine[]): Paisa {
  return sum(
    lines,
    (line) => line.vendor_share - partOfShare(shareOfLine(line), 0n, line.reversed).vendor_share,
  )
}

/** The amount still charged for a line item. */
export function chargedOf(line: StoredLine): Paisa {
  return line.line_total - line.discount - line.reversed
}

/**
 * Builds the exact mirror of a sale: amounts by line id, and an amount of shipping, which is taken first from the parts
 * that it is given back for. Throws a RangeError if more is requested than is charged.
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
  const shipping = inTurn(parts, lines, wanted.amounts).flatMap((part) => {
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

/**
 * The parts in the order in which they give back shipping: first those of which no goods are charged after this refund,
 * so that none of them stays charged for its shipping alone, then the others with refunded lines, then the rest.
 */
function inTurn(
  parts: readonly StoredPart[],
  lines: readonly StoredLine[],
  amounts: ReadonlyMap<string, Paisa>,
): StoredPart[] {
  const turnOf = ({ id }: StoredPart) => {
    const own = lines.filter((line) => line.part_id === id)
    const refunded = sum(own, (line) => amounts.get(line.id) ?? 0n)
    const isWhole = sum(own, (line) => line.reversed) + refunded > 0n && sum(own, chargedOf) === refunded
    return (isWhole ? 0 : 2) + (refunded > 0n ? 0 : 1)
  }
  return parts.toSorted((one, other) => turnOf(one) - turnOf(other))
}

/** Reverses everything that is still charged for these parts. */
export function wholeReversalOf(parts: readonly StoredPart[], lines: readonly StoredLine[]): Reversal {
  const ids = new Set(parts.map(({ id }) => id))
  return reversalOf(parts, lines, {
    amounts: new Map(lines.filter((line) => ids.has(line.part_id)).map((line) => [line.id, chargedOf(line)])),
    shipping: sum(parts, (part) => part.shipping_total - part.shipping_reversed),
  })
}

/** The postings of a reversal: those of the sale with the signs swapped. */
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

/** What the customer still has to pay; below zero, the amount owed to the customer. */
export function dueOf(order: {
  total_bill: Paisa
  reversed_total: Paisa
  paid_total: Paisa
  refunded_total: Paisa
}): Paisa {
  return order.total_bill - order.reversed_total - order.paid_total + order.refunded_total
}

/**
 * The amount of a payment of the order: the amount due, or, for a declined order, the amount due when it was declined.
 */
export function payableOf(
  order: Parameters<typeof dueOf>[0] & Pick<OrderRecord, 'order_status' | 'due_when_declined'>,
): Paisa {
  return order.order_status === 'declined' ? order.due_when_declined : dueOf(order)
}

/**
 * The columns of an order for who gets it and where it goes, as submitted or as corrected: a name, email or phone that is
 * empty is the customer's own.
 */
export function contactColumns(
  said: Readonly<Record<ContactField, string>>,
  customer: { username: string; email: string; phone: string },
) {
  return {
    customer_name: said.name || customer.username,
    email: said.email || customer.email,
    phone: said.phone || customer.phone,
    address: said.address,
    area: said.area,
    landmark: said.landmark,
    // In the spelling of the list, which the lists are filtered by and the days are counted by.
    city: spellCity(said.city),
    province: said.province,
    customer_note: said.note,
  }
}

/** A line item as submitted. */
export type SaidLine = OrderSubmission['lines'][number]

/** The columns that store the submitted fields of a line item. */
export function keptOf(said: SaidLine) {
  const columns = mapped(keptFields, ({ kind }, name) =>
    kind === 'rupees' ? parseRupees(String(said[name])) : said[name],
  )
  return columns as { [N in KeptName]: (typeof keptFields)[N]['kind'] extends 'rupees' ? Paisa : SaidLine[N] }
}
