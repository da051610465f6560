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
    summary: 'How many orders the filters leave, exactly, up to what one job may work on',
    access: grants('Orders', 'view'),
    query: z.strictObject(searched),
    answer: z.object({ count: z.int(), is_more: z.boolean() }),
  }),
  moveMatching: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/move-matching',
    summary: 'Move every order that the filters leave, by a job; as many as were confirmed',
    access: grants('Orders', 'act'),
    body: z.strictObject({ move: bulkMoves, ...matching(searched) }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
  declineMatching: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/decline-matching',
    summary: 'Decline every order that the filters leave with a reason, by a job; as many as were confirmed',
    access: grants('Orders', 'decide'),
    body: z.strictObject({ ...Reason.shape, ...matching(searched) }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
}
