import { z } from 'zod'
import { promotionStatuses, sellerStates } from './contract.ts'

/** A campaign as a seller's own system sees it. */
export const Invitation = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(promotionStatuses),
  /** Hundredths of a percent; rupees for a piece. */
  discount_bp: z.int(),
  discount_cap: z.string().nullable(),
  price_floor: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** How the seller stands to it, and what of the discount they carry, or are asked to. */
  seller_state: z.enum(sellerStates),
  cost_share_bp: z.int(),
})
export type Invitation = z.infer<typeof Invitation>

/** What a seller says to an invitation; without a share they carry what they are asked to. */
export const InvitationAnswer = z.strictObject({
  seller_id: z.uuid('Must be the id that was answered for the seller'),
  cost_share_bp: z.int('Must be a whole number').min(0).max(10_000, 'At most 100 %').optional(),
})
