import type { Paisa } from '#kit/contract/money.ts'
import { rateOf } from '#kit/contract/percent.ts'

/** The accounts of the ledger; those of vendors and customers have an owner. */
export const accountKinds = [
  'customer_due',
  'bank',
  'gateway',
  'courier',
  'courier_fee',
  'courier_tax',
  'courier_difference',
  'commission',
  'shipping',
  'promotion',
  'income_tax',
  'sales_tax',
  'paying_out',
  'vendor_held',
  'vendor_available',
  'customer_wallet',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** One line of a transaction: above zero a debit, below zero a credit. */
export interface Posting {
  account: AccountKind
  owner: string | null
  amount: Paisa
}

/**
 * Each side's part of the customer's payment for goods (`net`) and of the marketplace's payment for a campaign
 * (`promotion_grant`): the other four fields add up to these two.
 */
export interface Share {
  net: Paisa
  promotion_grant: Paisa
  commission: Paisa
  income_tax: Paisa
  sales_tax: Paisa
  vendor_share: Paisa
}

export interface RuleToMatch {
  id: string
  name: string
  vendor_id: string | null
  category: string
  price_from: Paisa | null
  price_to: Paisa | null
  rate_bp: number
}

export interface Rate {
  rule_id: string | null
  rate_bp: number
  /** The reason for the rate, in words: the name of the rule and the condition that matched. */
  why: string
}

/**
 * Returns the rate of a line item: that of the first rule that fits its vendor, category and unit price, or the
 * default. A rule for a category fits the category and everything below it, regardless of case; both price bounds are
 * included.
 */
export function rateFor(
  rules: readonly RuleToMatch[],
  defaultRateBp: number,
  line: { vendorId: string; categories: readonly string[]; unitPrice: Paisa },
): Rate {
  const rule = rules.find(
    ({ vendor_id, category, price_from, price_to }) =>
      (vendor_id === null || vendor_id === line.vendorId) &&
      (category === '' || line.categories.some((name) => name.toLowerCase() === category.toLowerCase())) &&
      (price_from === null || line.unitPrice >= price_from) &&
      (price_to === null || line.unitPrice <= price_to),
  )
  if (!rule) return { rule_id: null, rate_bp: defaultRateBp, why: 'No rule fits: the standard rate' }
  const fits = [
    ...(rule.vendor_id === null ? [] : ['the vendor']),
    ...(rule.category === '' ? [] : [`the category ${rule.category}`]),
    ...(rule.price_from === null && rule.price_to === null ? [] : ['the price']),
  ]
  return {
    rule_id: rule.id,
    rate_bp: rule.rate_bp,
    why: `${rule.name}: ${fits.length === 0 ? 'fits everything' : `fits ${fits.join(', ')}`}`,
  }
}

/**
 * Splits the payment for goods. Deductions never exceed the payment: commission comes first, then the taxes, each
 * computed from the customer's payment alone. The grant goes to the vendor; free goods have no grant.
 */
export function shareOf(
  net: Paisa,
  rates: { commission_bp: number; income_tax_bp: number; sales_tax_bp: number },
  grant: Paisa = 0n,
): Share {
  const promotion_grant = net > 0n ? grant : 0n
  let left = net
  const take = (basisPoints: number) => {
    const wanted = rateOf(net, basisPoints)
    const taken = wanted < left ? wanted : left
    left -= taken
    return taken
  }
  const commission = take(rates.commission_bp)
  const income_tax = take(rates.income_tax_bp)
  const sales_tax = take(rates.sales_tax_bp)
  return { net, promotion_grant, commission, income_tax, sales_tax, vendor_share: left + promotion_grant }
}

/**
 * The mirror of a part of a share: what each side gives back when `amount` is reversed after `before`. All sides use
 * the same proportion, so that the parts of a line item add up to its share to the paisa. Throws a RangeError if more
 * would be given back than was paid.
 */
export function partOfShare(share: Share, before: Paisa, amount: Paisa): Share {
  if (before < 0n || amount < 0n || before + amount > share.net)
    throw new RangeError('More would be given back than was paid')
  const until = (side: Paisa, at: Paisa) => (share.net === 0n ? 0n : (side * at) / share.net)
  const between = (side: Paisa) => until(side, before + amount) - until(side, before)
  const promotion_grant = between(share.promotion_grant)
  const commission = between(share.commission)
  const income_tax = between(share.income_tax)
  const sales_tax = between(share.sales_tax)
  return {
    net: amount,
    promotion_grant,
    commission,
    income_tax,
    sales_tax,
    vendor_share: amount + promotion_grant - commission - income_tax - sales_tax,
  }
}

/** Combines postings to one per account, without zero amounts, in the order in which the accounts first occur. */
export function combine(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>()
  for (const { account, owner, amount } of postings) {
    const key = `${account} ${owner ?? ''}`
    const sum = sums.get(key)
    sums.set(key, { account, owner, amount: (sum?.amount ?? 0n) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** Swaps the sign of every posting. */
export function mirror(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: -posting.amount }))
}

/** The account of a vendor's share: held until the part has arrived and the hold days are over. */
export type VendorAccount = 'vendor_held' | 'vendor_available'

/**
 * A sale: the customer owes the whole amount, the marketplace pays its part of a campaign, everybody else is owed a
 * share.
 */
export function salePostings(
  shares: readonly { vendorId: string; from: VendorAccount; share: Share }[],
  shipping: Paisa,
): Posting[] {
  const own = (account: AccountKind, amount: Paisa): Posting => ({ account, owner: null, amount })
  return combine([
    own(
      'customer_due',
      shares.reduce((sum, { share }) => sum + share.net, shipping),
    ),
    ...shares.flatMap(({ vendorId, from, share }) => [
      { account: from, owner: vendorId, amount: -share.vendor_share },
      own('promotion', share.promotion_grant),
      own('commission', -share.commission),
      own('income_tax', -share.income_tax),
      own('sales_tax', -share.sales_tax),
    ]),
    own('shipping', -shipping),
  ])
}

/** Moves an amount from one account to another. */
export function transfer(
  amount: Paisa,
  from: Omit<Posting, 'amount'>,
  to: Omit<Posting, 'amount'>,
): Posting[] {
  return combine([
    { ...to, amount },
    { ...from, amount: -amount },
  ])
}

/** The accounts from which vendors and customers can withdraw money. */
export type OwnerAccount = 'vendor_available' | 'customer_wallet'

/**
 * A requested withdrawal: the money leaves the owner's account and is on its way out. The mirror undoes the request.
 */
export function withdrawalPostings(account: OwnerAccount, owner: string, amount: Paisa): Posting[] {
  return transfer(amount, { account: 'paying_out', owner: null }, { account, owner })
}

/** A withdrawal that the bank has paid: the money on its way has left. */
export function payoutPostings(amount: Paisa): Posting[] {
  return transfer(amount, { account: 'bank', owner: null }, { account: 'paying_out', owner: null })
}

/**
 * A row of a courier's statement: the courier no longer holds the cash. The fee and tax that the courier kept are
 * posted separately, and the rest went to the bank. A row that corrects an excess payment is below zero.
 */
export function settlementPostings(cash: Paisa, fee: Paisa, tax: Paisa): Posting[] {
  const own = (account: AccountKind, amount: Paisa): Posting => ({ account, owner: null, amount })
  return combine([
    own('courier', -cash),
    own('courier_fee', fee),
    own('courier_tax', tax),
    own('bank', cash - fee - tax),
  ])
}

/** Writes off what a courier still owes; below zero, keeps what the courier paid in excess. */
export function writeOffPostings(open: Paisa): Posting[] {
  return transfer(open, { account: 'courier', owner: null }, { account: 'courier_difference', owner: null })
}

/** The fields of a tax rate that decide when it is valid. */
interface DatedRate {
  tax: string
  paid_by: string
  valid_from: string
  valid_to: string | null
}

/** Returns the index of the first rate that overlaps an earlier rate of the same kind; null if there is none. */
export function overlapOf(rates: readonly DatedRate[]): number | null {
  const meets = (a: DatedRate, b: DatedRate) =>
    a.tax === b.tax &&
    a.paid_by === b.paid_by &&
    (a.valid_to === null || a.valid_to >= b.valid_from) &&
    (b.valid_to === null || b.valid_to >= a.valid_from)
  const found = rates.findIndex((rate, index) => rates.slice(0, index).some((other) => meets(other, rate)))
  return found < 0 ? null : found
}
