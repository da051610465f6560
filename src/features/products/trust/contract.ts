import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { rupees } from '#kit/contract/money.ts'
import { texts } from './texts.ts'

export const tiers = ['new', 'standard', 'trusted'] as const
export type Tier = (typeof tiers)[number]

const whole = (least: number, most: number) =>
  z.int(texts.wholeNumber).min(least, texts.atLeast({ least })).max(most, texts.atMost({ most }))
const percent = whole(0, 100)

/** What a vendor has to have shown. Counts and shares are of the last 90 days. */
const TierRule = z.strictObject({
  /** Days since the vendor was added. */
  least_days: whole(0, 3650),
  least_approved: whole(0, 100_000),
  most_rejected_percent: percent,
  most_refunded_percent: percent,
})
export type TierRule = z.infer<typeof TierRule>

/** The rules of trust. */
export const TrustRules = z.strictObject({
  is_on: z.boolean(),
  standard: TierRule,
  trusted: TierRule,
  /** The highest risk that the rule approves. */
  most_risk: whole(0, 100),
  /** The highest retail price that the rule approves, in rupees. */
  most_price: rupees,
  /** Of the listings that the rule could approve, this share goes to people all the same. */
  sample_percent: whole(1, 100),
  /** The rule stops when people find more than this share of the sample wrong. */
  most_found_percent: percent,
  /** Only so many decided listings of the sample, or more, say something. */
  least_settled: whole(1, 1000),
  /** How long an approval by the rule can be undone. The vendor hears of it afterwards. */
  undo_minutes: whole(1, 1440),
})
export type TrustRules = z.infer<typeof TrustRules>

/** What is in force until somebody changes it. */
export const usualRules: TrustRules = {
  is_on: false,
  standard: { least_days: 30, least_approved: 5, most_rejected_percent: 30, most_refunded_percent: 20 },
  trusted: { least_days: 90, least_approved: 30, most_rejected_percent: 5, most_refunded_percent: 5 },
  most_risk: 0,
  most_price: '25000',
  sample_percent: 20,
  most_found_percent: 5,
  least_settled: 20,
  undo_minutes: 60,
}

export const SavedTrustRules = TrustRules.extend({
  version: z.int(),
  on_since: z.string().nullable(),
  /** What the rule has come to since it was switched on. */
  approved: z.int(),
  sampled: z.int(),
  settled: z.int(),
  found: z.int(),
  /** Why the rule stopped by itself; empty if it did not. */
  stopped_because: z.string(),
  stopped_at: z.string().nullable(),
})
export type SavedTrustRules = z.infer<typeof SavedTrustRules>

/** Who sells a listing, as far as it helps to decide. Shares are of the last 90 days. */
export const VendorRecord = z.object({
  id: z.uuid(),
  shop_name: z.string(),
  since: z.string(),
  tier: z.enum(tiers),
  approved: z.int(),
  rejected: z.int(),
  sent_back: z.int(),
  sold_orders: z.int(),
  refunds: z.int(),
  returned: z.int(),
  /** Complaints that are open: orders with a refund that was granted and not sent. */
  open_refunds: z.int(),
  /** Other listings of the vendor that wait for a decision, counted to 1,000. */
  waiting: z.int(),
})
export type VendorRecord = z.infer<typeof VendorRecord>

/** Trust in vendors, and what is approved by rule because of it. */
export const trust = {
  record: endpoint({
    method: 'GET',
    path: '/api/admin/products/:id/vendor-record',
    summary:
      'The record of the vendor of a listing: decisions and refunds of 90 days, trust, other listings that wait',
    access: grants('Products', 'view'),
    params: z.strictObject({ id: z.uuid() }),
    answer: VendorRecord,
    refuses: ['not-found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/trust-rules',
    summary: 'The rules of trust in vendors, and what they have come to',
    access: grants('General Setting', 'view'),
    answer: SavedTrustRules,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/trust-rules',
    summary:
      'Save the rules of trust. Switching them on resets their counts; rules that are on need permission to decide on products',
    access: grants('General Setting', 'configure'),
    stepUp: true,
    body: TrustRules,
    answer: SavedTrustRules,
    conditional: true,
    refuses: ['stale'],
  }),
}
