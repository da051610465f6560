import type { Tier, TierRule, TrustRules } from '../contract.ts'

/** The name under which the rule decides, in the audit log and in the history of a listing. */
export const ruleName = "Rule 'Trusted, low risk'"

/** What is known of a vendor; counts are of the last 90 days. */
export interface VendorFacts {
  is_approved: boolean
  days: number
  approved: number
  rejected: number
  sent_back: number
  sold_orders: number
  refunds: number
}

/** What is known of a listing that waits. */
export interface ListingFacts {
  status: string
  /** The first version that the vendor submitted, and nobody has decided on it. */
  is_first: boolean
  is_checked: boolean
  is_filed: boolean
  risk: number
  /** Paisa. */
  price: bigint
}

function reaches(rule: TierRule, facts: VendorFacts): boolean {
  const decided = facts.approved + facts.rejected + facts.sent_back
  return (
    facts.days >= rule.least_days &&
    facts.approved >= rule.least_approved &&
    (facts.rejected + facts.sent_back) * 100 <= decided * rule.most_rejected_percent &&
    facts.refunds * 100 <= facts.sold_orders * rule.most_refunded_percent
  )
}

/** How far a vendor is trusted. Nobody is trusted who would not be standard. */
export function tierOf(facts: VendorFacts, rules: TrustRules): Tier {
  if (!facts.is_approved || !reaches(rules.standard, facts)) return 'new'
  return reaches(rules.trusted, facts) ? 'trusted' : 'standard'
}

/** Why a person has to decide on a listing; empty where the rule may. */
export function whyPerson(
  listing: ListingFacts,
  vendor: VendorFacts,
  rules: TrustRules,
  mostPrice: bigint,
): string {
  if (!rules.is_on) return 'the rule is off'
  if (tierOf(vendor, rules) !== 'trusted') return 'the vendor is not trusted'
  if (listing.status !== 'submitted') return 'it was decided on before'
  if (!listing.is_first) return 'it is not the first version'
  if (!listing.is_checked) return 'it is not checked'
  if (!listing.is_filed) return 'it has no category in the tree'
  if (listing.risk > rules.most_risk) return 'its risk is too high'
  if (listing.price > mostPrice) return 'its price is too high'
  return ''
}

/**
 * Whether the next listing goes to people as a part of the sample, by a dice from 0 to 1. However it falls, the number
 * sampled stays within one of the share that is due.
 */
export function isSampled(
  { seen, sampled }: { seen: number; sampled: number },
  percent: number,
  dice: number,
): boolean {
  const due = Math.floor(((seen + 1) * percent) / 100)
  if (sampled < due) return true
  if (sampled > due || percent === 0) return false
  return dice * 100 < percent
}

/** Why the rule has to stop; empty if it may go on. */
export function whyStop(
  { settled, found }: { settled: number; found: number },
  rules: Pick<TrustRules, 'least_settled' | 'most_found_percent'>,
): string {
  if (settled < rules.least_settled || found * 100 <= settled * rules.most_found_percent) return ''
  return `People found ${found} of ${settled} listings wrong, more than ${rules.most_found_percent}%`
}
