import { formatRs, type Paisa } from '#kit/contract/money.ts'
import { texts } from './texts.ts'

/** The terms of a shipping method that decide its price. */
export interface MethodTerms {
  isOn: boolean
  /** The price without weight steps, and of goods whose weight is not known. */
  price: Paisa
  /** The value of the goods from which shipping is free; null for never. */
  freeFrom: Paisa | null
  /** Ascending in weight, and never cheaper for more of it. */
  steps: readonly { upToGrams: bigint; price: Paisa }[]
  /** Where the method delivers, as codes of provinces and names of cities; everywhere if both are empty. */
  provinces: readonly string[]
  cities: readonly string[]
  takesCash: boolean
}

/** The terms of a packaging; measures in tenths of a millimetre, and 0 where nothing was said. */
export interface PackagingTerms {
  isOn: boolean
  title: string
  price: Paisa
  sides: readonly number[]
  mostGrams: bigint
}

/** Goods of one kind: what a piece costs and weighs, and its measures in tenths of a millimetre. */
export interface Goods {
  price: Paisa
  grams: bigint
  sides: readonly number[]
  quantity: number
}

/** Where the goods go. The city is spelled as in the list of cities, and its province null if it is not in that list. */
export interface Place {
  city: string
  province: string | null
  /** The customer pays the courier. */
  isCash: boolean
}

/** What delivering costs, with the reason; or why these goods are not delivered like this. */
export type Quote =
  | { isOffered: true; shipping: Paisa; packaging: Paisa; price: Paisa; why: string }
  | { isOffered: false; why: string; about: 'method' | 'packaging' | 'pickup' }

/**
 * What it costs to deliver these goods: the one rule behind the quote that shoppers see and the check of orders. Shipping
 * follows the weight and is free from the agreed value on; a packaging is paid in addition. Without a method the customer
 * collects the goods and pays the packaging alone. More weight is never cheaper, and the order of the goods plays no part.
 */
export function quoteOf(
  method: MethodTerms | null,
  packaging: PackagingTerms | null,
  goods: readonly Goods[],
  place: Place,
): Quote {
  const grams = goods.reduce((sum, one) => sum + one.grams * BigInt(one.quantity), 0n)
  const value = goods.reduce((sum, one) => sum + one.price * BigInt(one.quantity), 0n)
  const refusal = method && whyNotShipped(method, grams, place)
  if (refusal) return { isOffered: false, why: refusal, about: 'method' }
  const unfit = packaging && whyNotPacked(packaging, grams, goods)
  if (unfit) return { isOffered: false, why: unfit, about: 'packaging' }
  const { shipping, why } = method ? shippingOf(method, grams, value) : { shipping: 0n, why: texts.pickedUp }
  const extra = packaging?.price ?? 0n
  const reasons = packaging
    ? [why, texts.packagingAdds({ title: packaging.title, amount: formatRs(extra) })]
    : [why]
  return { isOffered: true, shipping, packaging: extra, price: shipping + extra, why: reasons.join('; ') }
}

function whyNotShipped(method: MethodTerms, grams: bigint, { city, province, isCash }: Place): string | null {
  if (!method.isOn) return texts.switchedOff
  const { provinces, cities } = method
  const isEverywhere = provinces.length + cities.length === 0
  const isThere = cities.includes(city) || (province !== null && provinces.includes(province))
  if (!isEverywhere && !isThere) return texts.notThere({ city })
  const most = method.steps.at(-1)?.upToGrams
  if (most !== undefined && grams > most) return texts.tooHeavy({ weight: kg(grams), most: kg(most) })
  return isCash && !method.takesCash ? texts.noCash : null
}

function shippingOf(method: MethodTerms, grams: bigint, value: Paisa): { shipping: Paisa; why: string } {
  const { freeFrom, steps, price } = method
  if (freeFrom !== null && value >= freeFrom) {
    return { shipping: 0n, why: texts.freeFrom({ amount: formatRs(freeFrom) }) }
  }
  const step = grams > 0n ? steps.find(({ upToGrams }) => grams <= upToGrams) : undefined
  return step
    ? { shipping: step.price, why: texts.stepUpTo({ weight: kg(grams), most: kg(step.upToGrams) }) }
    : { shipping: price, why: texts.onePrice }
}

function whyNotPacked(packaging: PackagingTerms, grams: bigint, goods: readonly Goods[]): string | null {
  const { title, isOn, mostGrams } = packaging
  if (!isOn) return texts.packagingOff({ title })
  if (mostGrams > 0n && grams > mostGrams) {
    return texts.packagingTooHeavy({ title, weight: kg(grams), most: kg(mostGrams) })
  }
  return goods.every(({ sides }) => fits(sides, packaging.sides)) ? null : texts.packagingTooSmall({ title })
}

/** True if goods go into a packaging in some direction; measures that nobody stated hold nothing back. */
function fits(goods: readonly number[], packaging: readonly number[]): boolean {
  if (goods.includes(0) || packaging.includes(0)) return true
  const inside = packaging.toSorted((a, b) => a - b)
  return goods.toSorted((a, b) => a - b).every((side, index) => side <= (inside[index] ?? 0))
}

/** A weight in kilograms as people write it: 3.2. */
function kg(grams: bigint): string {
  const rest = String(grams % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return rest === '' ? String(grams / 1000n) : `${grams / 1000n}.${rest}`
}
