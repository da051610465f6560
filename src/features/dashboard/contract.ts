import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { orderStatuses } from '#features/orders/moves-contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'

/** What waits for us, in the order in which it is shown. */
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

/** Who may open the list of a heap, and is therefore told of it. */
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

/** One heap of work: how much waits for us, and since when the oldest has. */
export const Waiting = z.object({
  kind: z.enum(heapKinds),
  count: z.int(),
  oldest_since: z.string().nullable(),
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

/** Holds only what the person may open: heaps and decisions of other areas are left out. */
export const Work = z.object({
  waiting: z.array(Waiting),
  decisions: z.array(LatestDecision),
})
export type Work = z.infer<typeof Work>

/** Days of Asia/Karachi, both included; at most two years. Without them the last 30. */
const FiguresQuery = z
  .strictObject({
    from: day.optional(),
    to: day.optional(),
    /** What the figures are held against: the same number of days before, or the same days a year ago. */
    compare: z.enum(['previous', 'year']).default('previous'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'A range has two ends',
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'Ends before it begins' })
  .refine(({ from, to }) => !from || !to || daysBetween(from, to) <= 731, {
    path: ['from'],
    message: 'At most two years',
  })

/** How many days a range has, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** A sum of one kind: how many, and what they come to in rupees. */
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
  /** Those whose list this person may open (of what was earned: the ledger), now and in the range it is held against. */
  cards: z.array(z.object({ kind: z.enum(cardKinds), now: Sum, before: Sum })),
  /** One for each day of the range, also where nothing was. */
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

/** The latest of each kind that this person may open. */
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
      image: z.string(),
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
    summary: 'What waits, how old it is, and the latest decisions',
    access: { kind: 'area', area: 'Dashboard', action: 'view' },
    answer: Work,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/figures',
    summary: 'What was ordered, earned and won in a range of days, against another',
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
