import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { menuTexts } from './menu-texts.ts'
import { texts } from './texts.ts'

/** The marketplace's own ledger accounts, in display order. */
export const ownAccounts = [
  'commission',
  'shipping',
  'promotion',
  'bank',
  'courier',
  'courier_fee',
  'courier_tax',
  'courier_difference',
  'gateway',
  'customer_due',
  'income_tax',
  'sales_tax',
  'paying_out',
] as const
export type OwnAccount = (typeof ownAccounts)[number]

/** Labels of the marketplace's accounts. */
export const accountWords: Record<OwnAccount, string> = {
  commission: menuTexts.commission,
  shipping: texts.shipping,
  promotion: texts.campaigns,
  bank: texts.bank,
  courier: texts.courierCash,
  courier_fee: texts.courierFees,
  courier_tax: texts.courierTax,
  courier_difference: texts.courierDifferences,
  gateway: texts.gateways,
  customer_due: texts.customersOwe,
  income_tax: texts.incomeTax,
  sales_tax: texts.salesTax,
  paying_out: texts.payingOut,
}

/** The reasons for a movement of money. */
export const entryKinds = [
  'sale',
  'payment',
  'collection',
  'settlement',
  'settlement_undone',
  'write_off',
  'reversal',
  'refund',
  'release',
  'withdrawal',
  'withdrawal_back',
  'payout',
  'payout_back',
  'payout_undone',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** One line of an account: either a debit or a credit; the other field is empty. */
export const AccountLine = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: z.enum(entryKinds),
  words: z.string(),
  order_id: z.uuid().nullable(),
  order_number: z.string(),
  /** The withdrawal, refund or settlement that the line belongs to. */
  source_id: z.uuid().nullable(),
  /** The kind of owner who withdrew the money; null if the line is not a withdrawal. */
  withdrawn_by: z.enum(['vendor', 'customer']).nullable(),
  debit: z.string(),
  credit: z.string(),
  /**
   * The reference of the payment, refund, courier's payment or withdrawal at the bank or the gateway, as it is recorded
   * now; null if there is none.
   */
  reference: z.string().nullable(),
  /** The day on which a courier's payment reached the bank, which can be before `at`; null if the line is none. */
  bank_day: z.string().nullable(),
})
export type AccountLine = z.infer<typeof AccountLine>

/** The totals of an account's lines: debits, credits, and the number of lines. */
const AccountSum = z.object({ lines: z.int(), debit: z.string(), credit: z.string() })
export type AccountSum = z.infer<typeof AccountSum>

const Balances = z.object({
  /**
   * Debits less credits of each of the marketplace's own accounts; above zero is money it has, below zero money it
   * owes.
   */
  accounts: z.array(z.object({ account: z.enum(ownAccounts), balance: z.string() })),
  /**
   * The same balance for all accounts of vendors and customers together; with the marketplace's accounts it sums to
   * zero.
   */
  owners: z.string(),
})
export type LedgerBalances = z.infer<typeof Balances>

const which = {
  account: z.enum(ownAccounts),
  from: day.optional(),
  to: day.optional(),
  /** Filters by the day of the order instead of the day of the posting. */
  by: z.enum(['order']).optional(),
}
/** Totals by order day are kept for the commission account only. */
const isKept = ({ account, by }: { account: OwnAccount; by?: 'order' | undefined }) =>
  by === undefined || account === 'commission'
const notKept = { path: ['by'], message: texts.orderDaysNotKept }
const access = grants('Ledger', 'view')

/** The marketplace's own accounts: the source of the dashboards' and vendor statements' numbers. */
export const ledger = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/ledger',
    summary:
      'The lines of a marketplace account; days are in Asia/Karachi, both included, of the postings or (by=order, commission only) of their orders',
    access,
    query: listQuery(['-at'], which).omit({ q: true }).refine(isKept, notKept),
    layout: 'page',
    answer: AccountLine,
  }),
  balances: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/balances',
    summary: 'The balance of each marketplace account, and of all vendors and customers together',
    access,
    answer: Balances,
  }),
  sum: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/sum',
    summary: 'The totals of the lines of an account in a range of days',
    access,
    query: z.strictObject(which).refine(isKept, notKept),
    answer: AccountSum,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/export',
    summary: 'The lines of an account as CSV, streamed, newest first, with the reference at the bank',
    access: grants('Ledger', 'export'),
    query: z.strictObject({ ...which, sort: z.enum(['-at', 'at']).optional() }).refine(isKept, notKept),
    layout: 'csv',
    writes: true,
    transactions: 'own',
  }),
}
