import {
  campaignPrice,
  costShares,
  leastDays,
  type Terms,
  winnerOf,
} from '#features/promotions/price/contract.ts'
import type { Paisa } from '#kit/contract/money.ts'
import type { DemoProduct } from './product.ts'
import type { Chance } from './random.ts'
import type { Past, Person } from './story.ts'
import { day, hour, minute } from './times.ts'

type Row = Record<string, unknown>

/** The rows of the campaigns, by table, in the order in which they can be inserted. */
export interface PromotionRows {
  promotions: Row[]
  promotion_sellers: Row[]
  audit: Past['audit']
  /** What a product costs in the campaign that holds for it; null where none does. */
  offerFor: (product: DemoProduct, before: Paisa, at: Date) => DemoOffer | null
}

export interface DemoOffer {
  id: string
  price: Paisa
  starts_at: Date
  /** What of the discount the vendor carries. */
  shareBp: number
}

interface Campaign extends Terms {
  id: string
  name: string
  share: number
  starts_at: Date
  ends_at: Date
  /** From when on it was more than a draft; null for a draft. */
  decided: Date | null
  sellers: { id: string; shareBp: number; joined: Date | null }[]
}

/** Campaigns as a marketplace of this size has them: one that is over, two that run, one that is to come, and a draft. */
export function makePromotions(
  chance: Chance,
  now: Date,
  products: readonly DemoProduct[],
  people: readonly Person[],
): PromotionRows {
  const sold = products.filter(
    ({ state, vendor, createdAt }) =>
      state === 'approved' && vendor.state === 'approved' && createdAt < days(now, -45),
  )
  const vendors = [...new Set(sold.map(({ vendor }) => vendor.id))]
  const campaign = (
    name: string,
    terms: Terms,
    [from, to]: readonly [number, number],
    joined: number,
    invited: number,
    isDraft = false,
  ): Campaign => {
    const starts_at = midnight(days(now, from))
    const decided = new Date(Math.min(starts_at.getTime() - 2 * day, now.getTime() - 20 * hour))
    const chosen = chance.shuffle(vendors).slice(0, joined + invited)
    return {
      ...terms,
      id: chance.idAt(new Date(decided.getTime() - 3 * day)),
      name,
      share: 5_000,
      starts_at,
      ends_at: new Date(midnight(days(now, to)).getTime() - minute),
      decided: isDraft ? null : decided,
      sellers: chosen.map((id, index) => ({
        id,
        shareBp: chance.pick([5_000, 5_000, 6_000, 10_000]),
        joined: index < joined ? new Date(decided.getTime() - chance.int(5, 40) * hour) : null,
      })),
    }
  }
  const none = { discount_cap: null, price_floor: null }
  const campaigns = [
    campaign('11.11 Mega Sale', { ...none, discount_bp: 2_500, discount_cap: 150_000n }, [-26, -18], 6, 1),
    campaign('Winter Clearance', { ...none, discount_bp: 1_500 }, [-6, 9], 4, 2),
    campaign(
      'Payday Deals',
      { discount_bp: 1_000, discount_cap: 50_000n, price_floor: 30_000n },
      [-2, 4],
      1,
      0,
    ),
    campaign('Eid Sale', { ...none, discount_bp: 2_000, discount_cap: 200_000n }, [12, 20], 3, 3),
    campaign('Azadi Sale', { ...none, discount_bp: 1_400 }, [40, 46], 0, 2, true),
  ]
  const [manager] = people
  return {
    promotions: campaigns.map((one) => promotionRow(one, now)),
    promotion_sellers: campaigns.flatMap(({ id, sellers, decided, share }) =>
      sellers.map(({ id: vendor_id, shareBp, joined }) => ({
        promotion_id: id,
        vendor_id,
        // Who is only invited is asked for what the campaign asks.
        cost_share_bp: joined ? shareBp : share,
        invited_at: days(decided ?? now, -3),
        joined_at: joined,
        joined_by_name: joined ? manager?.username : '',
        note: joined ? chance.pick(['Agreed on the phone', 'Agreed by e-mail', 'Agreed at the office']) : '',
      })),
    ),
    audit: campaigns.flatMap((one) => story(chance, now, one, manager)),
    offerFor: (product, before, at) => {
      const offers = campaigns.flatMap((one): DemoOffer[] => {
        const seller = one.sellers.find(({ id, joined }) => id === product.vendor.id && joined)
        const isIn =
          seller &&
          one.decided &&
          one.starts_at <= at &&
          at < one.ends_at &&
          product.createdAt <= days(one.starts_at, -leastDays)
        const { price, off } = campaignPrice(before, one)
        return isIn && off > 0n
          ? [{ id: one.id, price, starts_at: one.starts_at, shareBp: seller.shareBp }]
          : []
      })
      return winnerOf(offers)
    },
  }
}

/** What was bought in a campaign, as a line of an order takes it. */
export function boughtIn(offer: DemoOffer, before: Paisa, quantity: number) {
  const discount = (before - offer.price) * BigInt(quantity)
  return { id: offer.id, discount, grant: costShares(discount, offer.shareBp).marketplace }
}

function promotionRow(one: Campaign, now: Date): Row {
  const [begun, over] = [one.decided && one.starts_at <= now, one.decided && one.ends_at <= now]
  const created_at = days(one.decided ?? now, -4)
  const rupees = (paisa: Paisa | null) => (paisa === null ? null : String(paisa))
  return {
    id: one.id,
    name: one.name,
    discount_bp: one.discount_bp,
    discount_cap: rupees(one.discount_cap),
    price_floor: rupees(one.price_floor),
    cost_share_bp: one.share,
    starts_at: one.starts_at,
    ends_at: one.ends_at,
    decided_at: one.decided,
    // Whoever listens was told of it in its time.
    start_told_at: begun ? one.starts_at : null,
    end_told_at: over ? one.ends_at : null,
    created_at,
    updated_at: created_at,
  }
}

/** Who added and started it, and that it has begun and ended since. */
function story(chance: Chance, now: Date, one: Campaign, by: Person | undefined): Past['audit'] {
  const created = days(one.decided ?? now, -4)
  const row = (
    at: Date,
    action: string,
    after: Row,
    person: Person | null | undefined = by,
  ): Past['audit'][number] => ({
    id: chance.idAt(at),
    at,
    actor_kind: person ? 'person' : 'system',
    actor_id: person?.id ?? null,
    actor_name: person?.username ?? 'tell-of-promotions',
    action,
    subject_type: 'promotion',
    subject_id: one.id,
    subject_name: one.name,
    before: null,
    after,
    reason: null,
    request_id: chance.idAt(at),
  })
  const [starts_at, ends_at] = [one.starts_at.toISOString(), one.ends_at.toISOString()]
  return [
    row(created, 'add', { name: one.name, discount_bp: one.discount_bp, starts_at, ends_at }),
    ...(one.decided ? [row(one.decided, 'schedule', { starts_at, ends_at })] : []),
    ...(one.decided && one.starts_at <= now ? [row(one.starts_at, 'begin', { starts_at }, null)] : []),
    ...(one.decided && one.ends_at <= now ? [row(one.ends_at, 'finish', { ends_at }, null)] : []),
  ]
}

function days(from: Date, count: number): Date {
  return new Date(from.getTime() + count * day)
}

/** The beginning of the day of Asia/Karachi in which this moment lies. */
function midnight(at: Date): Date {
  return new Date(Math.floor((at.getTime() + 5 * hour) / day) * day - 5 * hour)
}
