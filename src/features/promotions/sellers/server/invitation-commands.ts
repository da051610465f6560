import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Invitation } from '../invitation-contract.ts'
import { join, leavePromotion, openRecord, sellerOf } from './commands.ts'
import { readInvitation } from './invitation-queries.ts'

/**
 * A vendor opts in through their own system, with the share that they were shown or a larger one. The share shown is
 * the one that the campaign asks for, or the one that staff agreed with the vendor. With the `terms` that were read, only
 * these are agreed to. Refuses (not-found), (invalid) a vendor who was not invited and a smaller share, and (conflict) as
 * `joinPromotion` does, and terms that have changed since.
 */
export async function acceptInvitation(
  ctx: Context,
  {
    id,
    seller_id,
    cost_share_bp,
    terms,
  }: { id: string; seller_id: string; cost_share_bp?: number | undefined; terms?: string | undefined },
): Promise<Invitation> {
  const record = await openRecord(ctx, id)
  const standing = await sellerOf(ctx, id, seller_id)
  const shown = standing?.cost_share_bp ?? record.cost_share_bp
  // An answer that is sent again changes nothing, although the share that it offered is already in the terms.
  const isIn = standing?.joined_at && !standing.left_at && (cost_share_bp ?? shown) === shown
  if (terms !== undefined && standing && !isIn) await refuseOtherTerms(ctx, { id, seller_id, terms })
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

/** What was changed since a vendor read it is not agreed to. Refuses (conflict) other terms, with the present ones. */
async function refuseOtherTerms(
  ctx: Context,
  { id, seller_id, terms }: { id: string; seller_id: string; terms: string },
): Promise<void> {
  const current = await readInvitation(ctx, id, seller_id)
  if (current.terms === terms) return
  throw new Refusal(
    'conflict',
    'The terms of this campaign have changed since they were read: read the invitation again',
    { current },
  )
}

/** A vendor declines or leaves through their own system. Refuses as `leavePromotion` does. */
export async function declineInvitation(
  ctx: Context,
  { id, seller_id }: { id: string; seller_id: string },
): Promise<Invitation> {
  await leavePromotion(ctx, { id, vendor_id: seller_id })
  return readInvitation(ctx, id, seller_id)
}
