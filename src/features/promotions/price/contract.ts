import type { Paisa } from '#kit/contract/money.ts'
import { rateOf } from '#kit/contract/percent.ts'

/** The terms from which a campaign computes a price: hundredths of a percent, and whole paisa per piece. */
export interface Terms {
  discount_bp: number
  /** The largest discount on a piece; null for no cap. */
  discount_cap: Paisa | null
  /** The floor price of a piece; null for no floor. */
  price_floor: Paisa | null
}

export interface CampaignPrice {
  /** What a shopper pays for a piece: at least one paisa, and never more than the price before the campaign. */
  price: Paisa
  /** The discount. */
  off: Paisa
  /** The bound that limited the discount; null if the discount is complete. */
  reached: 'cap' | 'floor' | null
}

/**
 * The price of a piece in a campaign. The discount is taken off the price without a campaign and half a paisa is
 * rounded up. The discount never exceeds the cap, and the price never falls below the floor. A floor above the price
 * leaves the price unchanged.
 */
export function campaignPrice(before: Paisa, terms: Terms): CampaignPrice {
  const wanted = rateOf(before, terms.discount_bp)
  const isCapped = terms.discount_cap !== null && wanted > terms.discount_cap
  const off = isCapped ? (terms.discount_cap ?? 0n) : wanted
  const floor = terms.price_floor ?? 0n
  const least = floor > 1n ? floor : 1n
  const isFloored = before - off < floor
  const price = least < before ? (before - off < least ? least : before - off) : before
  return { price, off: before - price, reached: isFloored ? 'floor' : isCapped ? 'cap' : null }
}

/**
 * Splits a discount: the vendor carries their share, with half a paisa rounded up, and the marketplace carries the
 * rest.
 */
export function costShares(off: Paisa, costShareBp: number): { vendor: Paisa; marketplace: Paisa } {
  const vendor = rateOf(off, costShareBp)
  return { vendor, marketplace: off - vendor }
}

/** A campaign that applies to a product at a moment, with the price that it sets. */
export interface Offer {
  id: string
  price: Paisa
  starts_at: Date
}

/**
 * Of several campaigns on one product the lowest price applies. If prices are equal, the campaign that began first
 * applies, then the smaller id. Discounts are never added together. Null if there is no campaign.
 */
export function winnerOf<T extends Offer>(offers: readonly T[]): T | null {
  const isBefore = (a: T, b: T) => {
    if (a.price !== b.price) return a.price < b.price
    const [begun, other] = [a.starts_at.getTime(), b.starts_at.getTime()]
    return begun === other ? a.id < b.id : begun < other
  }
  return offers.reduce<T | null>((best, offer) => (best && !isBefore(offer, best) ? best : offer), null)
}

/**
 * A discount is real if the price before the discount is not above the lowest price at which the listing was offered in
 * the `lowDays` before the campaign, or since it is listed if that period is shorter. A listing that was first offered
 * less than `leastDays` before has no price to compare with (`low` is null), so its discount is not real.
 */
export function isReal(before: Paisa, low: Paisa | null): boolean {
  return low !== null && before <= low
}

/** How many days before its start a campaign's prices are compared with. */
export const lowDays = 30
/** How many days before the start a listing must have been offered for its discount to be real. */
export const leastDays = 7
