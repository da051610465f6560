import { pack, partOf, ship } from '#features/orders/parts/server/commands.ts'
import { holdOrder } from '#features/orders/server/hold-commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { parcels, TrackingOutcome } from '../contract.ts'
import { planParcels } from './tracking-queries.ts'

/**
 * Ships each parcel under its tracking number, in a transaction of its own; a part that is not packed yet is packed
 * with it. A parcel that is refused is reported, and the others continue.
 */
export async function trackParcels(
  ctx: Context,
  input: Input<typeof parcels.track>,
): Promise<TrackingOutcome[]> {
  const outcomes: TrackingOutcome[] = []
  for (const { part_id, outcome } of await planParcels(ctx, input)) {
    const { order_id } = outcome
    outcomes.push(part_id && order_id ? await track(ctx, { id: order_id, part_id }, outcome) : outcome)
  }
  return outcomes
}

async function track(
  ctx: Context,
  { id, part_id }: { id: string; part_id: string },
  outcome: TrackingOutcome,
): Promise<TrackingOutcome> {
  const { courier, tracking_number } = outcome
  try {
    await ctx.transact(async (own) => {
      const held = await holdOrder(own, id)
      const part = partOf(held, part_id)
      if (part.vendor_status === 'to_pack') await pack(own, held, part)
      const present = part.vendor_status === 'to_pack' ? await holdOrder(own, id) : held
      await ship(own, present, partOf(present, part_id), { courier, tracking_number })
    })
    return { ...outcome, outcome: 'done' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...outcome, outcome: 'refused', message: error.message }
  }
}
