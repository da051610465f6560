import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Invitation } from '../invitation-contract.ts'
import { join, leavePromotion, openRecord, sellerOf } from './commands.ts'
import { readInvitation } from './invitation-queries.ts'

/**
 * A vendor opts in through their own system, with the share that they were shown or a larger one. The share shown is
 * the one that the campaign asks for, or the one that staff agreed with the vendor. Refuses (not-found), (invalid) a
 * vendor who was not invited and a smaller share, and (conflict) as `joinPromotion` does.
 */
export async function acceptInvitation(
  ctx: Context,
  { id, seller_id, cost_share_bp }: { id: string; seller_id: string; cost_share_bp?: number | undefined },
): Promise<Invitation> {
  const record = await openRecord(ctx, id)
  const shown = (await sellerOf(ctx, id, seller_id))?.cost_share_bp ?? record.cost_share_bp
  if (cost_share_bp !== undefined && cost_share_bp < shown) {
    throw fieldRefusal('cost_share_bp', `This seller must carry at least ${shown / 100}%`)
  }
  await join(ctx, record, {
    vendor_id: seller_id,
    cost_share_bp: cost_share_bp ?? shown,
    note: '',
    path: 'seller_id',
  })
  return readInvitation(ctx, id, seller_id)
}

/** A vendor declines or leaves through their own system. Refuses as `leavePromotion` does. */
export async function declineInvitation(
  ctx: Context,
  { id, seller_id }: { id: string; seller_id: string },
): Promise<Invitation> {
  await leavePromotion(ctx, { id, vendor_id: seller_id })
  return readInvitation(ctx, id, seller_id)
}
