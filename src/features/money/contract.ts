import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { type OwnerKind, withdrawalStatuses } from '#features/withdrawals/contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { rupees } from '#kit/contract/money.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The state of the money: held until a part has arrived and the hold days are over, or available to withdraw. */
const standings = ['held', 'available', 'wallet'] as const

/** A part whose share is held, and the reason. */
const HeldPart = z.object({
  part_id: z.uuid(),
  order_id: z.uuid(),
  order_number: z.string(),
  amount: z.string(),
  /** The day in Asia/Karachi when the share becomes available; null while that depends on a delivery or a refund. */
  free_on: z.string().nullable(),
  why: z.string(),
})
export type HeldPart = z.infer<typeof HeldPart>

export const OwnerMoney = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.string(),
  /** The bank account, masked; empty if there is none, and for customers, who name an account with each withdrawal. */
  account_title: z.string(),
  ibn_number: z.string(),
  /** A change of bank or identity data is pending: payouts are held until the change is decided. */
  is_change_waiting: z.boolean(),
  /** For a customer, the wallet balance. Below zero, the amount owed to the marketplace. */
  available: z.string(),
  held: z.string(),
  in_progress: z.string(),
  paid: z.string(),
  /** At most 100, in the order in which their shares become available. */
  held_parts: z.array(HeldPart),
  withdrawals: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      amount: z.string(),
      status: z.enum(withdrawalStatuses),
      is_returned: z.boolean(),
      requested_at: z.string(),
    }),
  ),
})
export type OwnerMoney = z.infer<typeof OwnerMoney>

/** One line of a statement; the balance is that of all its accounts after this line. */
export const StatementLine = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: z.string(),
  words: z.string(),
  order_id: z.uuid().nullable(),
  order_number: z.string(),
  standing: z.enum(standings),
  /** Above zero for money in, below zero for money out. */
  amount: z.string(),
  balance: z.string(),
  /** The amount released from held to available, which does not change the total of both; empty for other lines. */
  released: z.string(),
  /** The reference of a withdrawal at the bank; null until it is paid, and for other lines. */
  reference: z.string().nullable(),
})
export type StatementLine = z.infer<typeof StatementLine>

const id = z.strictObject({ id: z.uuid() })
const period = { from: day.optional(), to: day.optional(), standing: z.enum(standings).optional() }

function moneyOf(noun: OwnerKind, path: string, access: Access & { kind: 'area' }) {
  return {
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: `The balance of a ${noun}, the held funds with the reason, and the withdrawals in progress`,
      access,
      params: id,
      answer: OwnerMoney,
      refuses: ['not-found'],
    }),
    statement: endpoint({
      method: 'GET',
      path: `${path}/:id/statement`,
      summary: 'The ledger lines with a running balance; days are in Asia/Karachi, both included',
      access,
      params: id,
      query: listQuery(['-at'], period).omit({ q: true }),
      layout: 'page',
      answer: StatementLine,
      refuses: ['not-found'],
    }),
    export: endpoint({
      method: 'GET',
      path: `${path}/:id/statement/export`,
      summary: 'The statement as a CSV file, oldest line first; the export is recorded',
      access,
      params: id,
      query: z.strictObject(period),
      layout: 'csv',
      writes: true,
      guarded: true,
      transactions: 'own',
      refuses: ['not-found'],
    }),
  }
}

export const balances = {
  vendor: moneyOf('vendor', '/api/admin/vendor-money', grants('Vendors', 'pay')),
  customer: moneyOf('customer', '/api/admin/customer-money', grants('Customer', 'pay')),
}

/** A rate in hundredths of a percent. */
const basisPoints = z.int(texts.wholeNumberExpected).min(0, texts.rateExpected).max(10_000, texts.atMost100)

const CommissionRuleDraft = z
  .strictObject({
    name: filledLine(120, texts.ruleNameRequired),
    vendor_id: z.uuid().nullable().default(null),
    category: line(120).default(''),
    price_from: rupees.nullable().default(null),
    price_to: rupees.nullable().default(null),
    rate_bp: basisPoints,
  })
  .refine(
    ({ price_from, price_to }) =>
      price_from === null || price_to === null || Number(price_from) <= Number(price_to),
    { path: ['price_to'], message: texts.priceToTooLow },
  )
export type CommissionRuleDraft = z.output<typeof CommissionRuleDraft>

/** The commission rules in the order in which they are tried, and the default for when no rule fits. */
export const CommissionDraft = z.strictObject({
  rules: z.array(CommissionRuleDraft).max(200, texts.atMost200Rules),
  default_rate_bp: basisPoints,
  hold_days: z.int(texts.wholeNumberExpected).min(0, texts.mustNotBeBelowZero).max(90, texts.atMost90Days),
})
export type CommissionDraft = z.output<typeof CommissionDraft>

export const Commission = z.object({
  version: z.int(),
  default_rate_bp: z.int(),
  hold_days: z.int(),
  rules: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      vendor_id: z.uuid().nullable(),
      vendor_name: z.string(),
      category: z.string(),
      price_from: z.string().nullable(),
      price_to: z.string().nullable(),
      rate_bp: z.int(),
    }),
  ),
})
export type Commission = z.infer<typeof Commission>

/** The commission that a month's orders would have brought under other rules. */
export const CommissionTrial = z.object({
  from: z.string(),
  to: z.string(),
  lines: z.int(),
  commission: z.string(),
  would_be: z.string(),
  difference: z.string(),
  /** The twenty vendors with the largest change. */
  vendors: z.array(
    z.object({
      vendor_id: z.uuid(),
      shop_name: z.string(),
      commission: z.string(),
      would_be: z.string(),
      difference: z.string(),
    }),
  ),
})
export type CommissionTrial = z.infer<typeof CommissionTrial>

export const taxes = ['income_tax', 'sales_tax'] as const
export const paidBys = ['cash', 'digital'] as const
export const taxWords = { income_tax: texts.incomeTax, sales_tax: texts.salesTax } as const
export const paidByWords = { cash: texts.cashOnDelivery, digital: texts.digitalPayment } as const

const TaxRate = z
  .strictObject({
    tax: z.enum(taxes),
    paid_by: z.enum(paidBys),
    rate_bp: basisPoints,
    valid_from: day,
    valid_to: day.nullable().default(null),
    /** The law or letter that sets the rate. */
    source: line(300).default(''),
  })
  .refine(({ valid_from, valid_to }) => valid_to === null || valid_to >= valid_from, {
    path: ['valid_to'],
    message: texts.validToTooEarly,
  })
export type TaxRate = z.output<typeof TaxRate>
export const TaxRates = z.object({ version: z.int(), rates: z.array(TaxRate) })
export type TaxRates = z.infer<typeof TaxRates>

const setUp = grants('General Setting', 'configure')

/** Commission and withholding tax on a sale, for staff with permission to set up the shop. */
export const commission = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/commission',
    summary: 'The commission rules in order, the standard rate and the hold period',
    access: grants('General Setting', 'view'),
    answer: Commission,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/commission',
    summary: 'Save the commission rules as a whole; the rules apply to new orders',
    access: setUp,
    body: CommissionDraft,
    answer: Commission,
    conditional: true,
    refuses: ['stale'],
  }),
  try: endpoint({
    method: 'POST',
    path: '/api/admin/commission/try',
    summary: 'Preview the commission of last month’s orders under these rules; nothing is stored',
    access: setUp,
    body: CommissionDraft,
    answer: CommissionTrial,
    writes: false,
  }),
  vendors: endpoint({
    method: 'GET',
    path: '/api/admin/commission/vendors',
    summary: 'Vendors to choose for a rule, at most 20',
    access: setUp,
    query: z.strictObject({ q: z.string().trim().max(100).default('') }),
    answer: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/admin/commission/categories',
    summary: 'Category names to choose for a rule, each once, in the order of the tree',
    access: setUp,
    answer: z.array(z.string()),
  }),
  taxRates: endpoint({
    method: 'GET',
    path: '/api/admin/tax-rates',
    summary: 'The withholding tax rates, by date',
    access: grants('General Setting', 'view'),
    answer: TaxRates,
  }),
  saveTaxRates: endpoint({
    method: 'PUT',
    path: '/api/admin/tax-rates',
    summary: 'Save the tax rates as a whole; rates of one tax and payment type must not overlap',
    access: setUp,
    body: z.strictObject({ rates: z.array(TaxRate).max(200, texts.atMost200Rates) }),
    answer: TaxRates,
    conditional: true,
    refuses: ['stale'],
  }),
}
