import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { BegunJob, matching } from '#kit/contract/bulk-job.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Reason } from '#kit/contract/reason.ts'
import { bulkMoves, searched } from '../contract.ts'

/** Every order that matches the list filters, at once. */
export const matchingOrders = {
  countMatching: endpoint({
    method: 'GET',
    path: '/api/admin/orders/matching',
    summary: 'The exact number of orders that match the filters, up to the limit of one job',
    access: grants('Orders', 'view'),
    query: z.strictObject(searched),
    answer: z.object({ count: z.int(), is_more: z.boolean() }),
  }),
  moveMatching: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/move-matching',
    summary: 'Move every order that matches the filters in a background job, up to the confirmed number',
    access: grants('Orders', 'act'),
    body: z.strictObject({ move: bulkMoves, ...matching(searched) }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
  declineMatching: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/decline-matching',
    summary:
      'Decline every order that matches the filters, with a reason, in a background job, up to the confirmed number',
    access: grants('Orders', 'decide'),
    body: z.strictObject({ ...Reason.shape, ...matching(searched) }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
}
