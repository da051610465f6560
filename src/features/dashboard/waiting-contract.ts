import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The lists whose number of pending items is shown in the menu. */
export const waitingKinds = [
  'orders',
  'customers',
  'customer_withdrawals',
  'vendors',
  'vendor_withdrawals',
  'products',
  'refunds',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** The pending items of each list that the user may open; the other lists are left out. */
export const WaitingCounts = z.partialRecord(z.enum(waitingKinds), z.int())
export type WaitingCounts = z.infer<typeof WaitingCounts>

/** All numbers of the menu in one call, because every screen shows the menu. */
export const waitingWork = {
  count: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/counts',
    summary: 'How much is pending in each list that the person may open',
    access: { kind: 'signed-in' },
    answer: WaitingCounts,
  }),
}
