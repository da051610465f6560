import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { orderStatuses } from '#features/orders/moves-contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

/** The kinds of pending work, in the order in which they are shown. */
export const heapKinds = [
  'orders',
  'marked_orders',
  'refunds',
  'customers',
  'customer_withdrawals',
  'vendors',
  'vendor_changes',
  'vendor_withdrawals',
  'products',
  'product_revisions',
] as const
export type HeapKind = (typeof heapKinds)[number]

/** The permission for the list of a heap, which is also required to see the heap's count. */
export const heapAccess: Record<HeapKind, Access> = {
  orders: grants('Orders', 'view'),
  marked_orders: grants('Orders', 'view'),
  refunds: grants('Orders', 'refund'),
  customers: grants('Customer', 'view'),
  customer_withdrawals: grants('Customer', 'pay'),
  vendors: grants('Vendor Verifications', 'view'),
  vendor_changes: grants('Vendor Verifications', 'view'),
  vendor_withdrawals: grants('Vendors', 'pay'),
  products: grants('Products', 'view'),
  product_revisions: grants('Products', 'view'),
}

/** One heap of work: the number of items waiting for us, and the time of the oldest. */
export const Waiting = z.object({
  kind: z.enum(heapKinds),
  count: z.int(),
  oldest_since: z.string().nullable(),
  /** What is reviewed is late by the limits of the review desk, everything else by days. Counted up to 1,000. */
  late: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

export const LatestDecision = z.object({
  id: z.uuid(),
  subject_type: z.enum(['vendor', 'vendor_change', 'product', 'product_revision']),
  subject_id: z.uuid(),
  subject_name: z.string(),
  action: z.string(),
  reason: z.string(),
  to_status: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  undone_at: z.string().nullable(),
})
export type LatestDecision = z.infer<typeof LatestDecision>

/** What a new installation needs before the first order, in this order. */
export const startSteps = ['company', 'staff', 'intake_key', 'categories', 'vendor'] as const
export type StartStep = (typeof startSteps)[number]

/** Contains only what the user may open: heaps and decisions of other areas are left out. */
export const Work = z.object({
  /** The steps of a new installation that are done; null once there is an order, or every step is done. */
  start: z.array(z.enum(startSteps)).nullable(),
  waiting: z.array(Waiting),
  decisions: z.array(LatestDecision),
})
export type Work = z.infer<typeof Work>

/** Days in Asia/Karachi, both included; at most two years. Defaults to the last 30 days. */
const FiguresQuery = z
  .strictObject({
    from: day.optional(),
    to: day.optional(),
    /** The comparison range: the same number of days before, or the same days a year ago. */
    compare: z.enum(['previous', 'year']).default('previous'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: texts.bothDaysNeeded,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: texts.daysInOrder })
  .refine(({ from, to }) => !from || !to || daysBetween(from, to) <= 731, {
    path: ['from'],
    message: texts.atMostTwoYears,
  })

/** The number of days in a range, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** The total of one kind: the count and the amount in rupees. */
const Sum = z.object({ n: z.int(), amount: z.string() })
export type Sum = z.infer<typeof Sum>
const Keyed = Sum.extend({ key: z.string() })
export type Keyed = z.infer<typeof Keyed>

export const cardKinds = ['orders', 'sales', 'completed', 'declined', 'customers', 'commission'] as const
export type CardKind = (typeof cardKinds)[number]

export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  before_from: z.string(),
  before_to: z.string(),
  /**
   * The cards whose list the user may open (for commission: the ledger), for the range and for the comparison range.
   */
  cards: z.array(z.object({ kind: z.enum(cardKinds), now: Sum, before: Sum })),
  /** One item for each day of the range, including days without orders. */
  days: z.array(
    z.object({
      day: z.string(),
      pending: z.int(),
      processing: z.int(),
      completed: z.int(),
      declined: z.int(),
      sales: z.string(),
      sales_before: z.string(),
      customers: z.int(),
    }),
  ),
  methods: z.array(Keyed),
  cities: z.array(Keyed),
  devices: z.array(Keyed),
  products: z.array(
    Keyed.extend({
      product_name: z.string(),
      shop_name: z.string(),
      cover_image: z.string(),
      stock: z.int(),
    }),
  ),
})
export type Figures = z.infer<typeof Figures>

/** The latest records of each kind that the user may open. */
export const Latest = z.object({
  orders: z.array(
    z.object({
      id: z.uuid(),
      order_number: z.string(),
      customer_name: z.string(),
      total_bill: z.string(),
      order_status: z.enum(orderStatuses),
      placed_at: z.string(),
    }),
  ),
  customers: z.array(
    z.object({
      id: z.uuid(),
      username: z.string(),
      city: z.string(),
      status: z.string(),
      created_at: z.string(),
    }),
  ),
  products: z.array(
    z.object({
      id: z.uuid(),
      product_name: z.string(),
      shop_name: z.string(),
      product_price: z.string(),
      status: z.string(),
      cover_image: z.string(),
      created_at: z.string(),
    }),
  ),
})
export type Latest = z.infer<typeof Latest>

export const dashboard = {
  work: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/work',
    summary: 'Pending work with its age, and the latest decisions',
    access: { kind: 'area', area: 'Dashboard', action: 'view' },
    answer: Work,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/figures',
    summary: 'Orders, earnings and new customers in a range of days, compared with another range',
    access: { kind: 'area', area: 'Dashboard', action: 'view' },
    query: FiguresQuery,
    answer: Figures,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/latest',
    summary: 'The latest orders, customers and products',
    access: { kind: 'area', area: 'Dashboard', action: 'view' },
    answer: Latest,
  }),
}
