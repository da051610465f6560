import { decline, numberOf, refuseChanged, setOrderStatus } from '#features/orders/server/commands.ts'
import { holdOrder } from '#features/orders/server/hold-commands.ts'
import { pickOrders } from '#features/orders/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type BulkWork, beginJob } from '#kit/server/bulk-jobs.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingOrders } from '../contract.ts'

/**
 * Starts a job that moves every order matching the filters. Refuses (conflict) if their number differs from the
 * confirmed count.
 */
export async function beginMove(
  ctx: Context,
  { move, filter, except, count }: Input<typeof matchingOrders.moveMatching>,
): Promise<{ job_id: string }> {
  const ids = await pickOrders(ctx, filter, except)
  const isUndoable = move === 'process'
  return beginJob(ctx, { kind: `${move}_orders`, input: {}, ids, count, noun: 'orders', isUndoable })
}

/** Starts a job that declines every order matching the filters. Refuses as `beginMove` does. */
export async function beginDecline(
  ctx: Context,
  { reason, filter, except, count }: Input<typeof matchingOrders.declineMatching>,
): Promise<{ job_id: string }> {
  const ids = await pickOrders(ctx, filter, except)
  return beginJob(ctx, { kind: 'decline_orders', input: { reason }, ids, count, noun: 'orders' })
}

const movedBy = { begunBy: matchingOrders.moveMatching, nameOf: numberOf }

/** The work that each kind of job does per order. */
export const orderWork: Readonly<Record<string, BulkWork>> = {
  process_orders: {
    ...movedBy,
    act: async (ctx, id) => {
      const { name, version } = await move(ctx, id, 'process')
      return { name, mark: String(version) }
    },
    // What somebody did to the order since is theirs, also if they moved it to processing once more.
    undo: async (ctx, id, mark) => (await move(ctx, id, 'put_back', Number(mark))).name,
  },
  put_back_orders: { ...movedBy, act: async (ctx, id) => (await move(ctx, id, 'put_back')).name },
  complete_orders: { ...movedBy, act: async (ctx, id) => (await move(ctx, id, 'complete')).name },
  decline_orders: {
    begunBy: matchingOrders.declineMatching,
    nameOf: numberOf,
    act: async (ctx, id, { reason }: { reason: string }) => {
      const held = await holdOrder(ctx, id)
      await decline(ctx, held, reason)
      return held.order.order_number
    },
  },
}

/** Moves one order of a job, if it has the expected version. Returns its number, and its version after the move. */
async function move(
  ctx: Context,
  id: string,
  name: 'process' | 'put_back' | 'complete',
  expected?: number,
): Promise<{ name: string; version: number }> {
  const held = await holdOrder(ctx, id)
  refuseChanged(held, expected)
  const version = await setOrderStatus(ctx, held, name)
  return { name: held.order.order_number, version }
}
