import type { Paisa } from '#kit/contract/money.ts'

/** How a campaign makes a price: hundredths of a percent, and whole paisa for a piece. */
export interface Terms {
  discount_bp: number
  /** The most that is taken off a piece; null for no such bound. */
  discount_cap: Paisa | null
  /** What a piece never costs less than; null for no such bound. */
  price_floor: Paisa | null
}

export interface CampaignPrice {
  /** What a shopper pays for a piece: at least one paisa, and never more than before. */
  price: Paisa
  /** What is taken off. */
  off: Paisa
  /** Which bound kept the discount from being whole. */
  reached: 'cap' | 'floor' | null
}

/** Basis points of an amount that is not below zero, half a paisa upwards. */
function partOf(amount: Paisa, basisPoints: number): Paisa {
  return (amount * BigInt(basisPoints) + 5_000n) / 10_000n
}

/**
 * The price of a piece in a campaign. The discount is taken half a paisa upwards off what a shopper would pay otherwise,
 * never more than the cap and never below the floor; a floor above that price leaves it as it is.
 */
export function campaignPrice(before: Paisa, terms: Terms): CampaignPrice {
  const wanted = partOf(before, terms.discount_bp)
  const isCapped = terms.discount_cap !== null && wanted > terms.discount_cap
  const off = isCapped ? (terms.discount_cap ?? 0n) : wanted
  const floor = terms.price_floor ?? 0n
  const least = floor > 1n ? floor : 1n
  const isFloored = before - off < floor
  const price = least < before ? (before - off < least ? least : before - off) : before
  return { price, off: before - price, reached: isFloored ? 'floor' : isCapped ? 'cap' : null }
}

/** Who carries what is taken off: the seller their share, half a paisa upwards, the marketplace all the rest. */
export function costShares(off: Paisa, costShareBp: number): { vendor: Paisa; marketplace: Paisa } {
  const vendor = partOf(off, costShareBp)
  return { vendor, marketplace: off - vendor }
}

/** A campaign that holds for a product at a moment, with the price that it makes. */
export interface Offer {
  id: string
  price: Paisa
  starts_at: Date
}

/**
 * Of several campaigns on one product the lowest price holds, of equal ones that of the campaign that began first, then
 * the smaller id. They are never added together. Null where there is none.
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
 * A discount is real where the price that it is taken off is not above the lowest at which the listing stood in the
 * `lowDays` before the campaign, or since it is kept where that is shorter. One that has stood for less than `leastDays` has
 * no price to be held against (`low` is null): there it is not.
 */
export function isReal(before: Paisa, low: Paisa | null): boolean {
  return low !== null && before <= low
}

/** How many days before its start a campaign's prices are held against. */
export const lowDays = 30
/** For how many days before the start a listing must have had a price, that a discount off it may be real. */
export const leastDays = 7
