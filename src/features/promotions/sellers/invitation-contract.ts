import { z } from 'zod'
import { promotionStatuses, sellerStates } from '../contract.ts'
import { texts } from './texts.ts'

/** A campaign as a vendor's own system sees it. */
export const Invitation = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(promotionStatuses),
  /** Hundredths of a percent; rupees per piece. */
  discount_bp: z.int(),
  discount_cap: z.string().nullable(),
  price_floor: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** The vendor's state in the campaign, and the share of the discount that they carry or are asked to carry. */
  seller_state: z.enum(sellerStates),
  cost_share_bp: z.int(),
  /** Names these terms: discount, period, share and scope. It differs as soon as one of them does. */
  terms: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/**
 * A vendor's answer to an invitation; without a share, the vendor carries the share that the campaign asks for. With
 * `terms` as they were read, other terms are not agreed to; without, the vendor agrees to the present ones.
 */
export const InvitationAnswer = z.strictObject({
  seller_id: z.uuid(texts.sellerIdFormat),
  cost_share_bp: z.int(texts.mustBeAWholeNumber).min(0).max(10_000, texts.atMost100).optional(),
  terms: z.string().max(64).optional(),
})
