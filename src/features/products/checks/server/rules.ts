import { folded } from '#kit/contract/search-words.ts'
import type { CheckName, CheckSetting, Finding, ForbiddenWord, ListingChecks } from '../contract.ts'

/** What approved listings of a category cost, in paisa: the middle one, and what a tenth costs less and more than. */
export interface UsualPrice {
  low: number
  middle: number
  high: number
}

/** A listing as the checks see it: what is live, or the edit that waits. Amounts are paisa. */
export interface CheckedListing {
  product_name: string
  sku: string
  /** The description without its tags. */
  text: string
  price: number
  sale: number
  /** The price before, and what listings of the category cost; null where there is none. */
  priceBefore: number | null
  priceUsual: UsualPrice | null
  /** The weight of the package in kg and its sides in cm; 0 is unknown. */
  weight: number
  sides: readonly number[]
  /** The category and those above it, the main category last. */
  categories: readonly string[]
  pictures: readonly { width: number; height: number; writing: number }[]
  alike: readonly {
    product_id: string
    isOwn: boolean
    hasSameSku: boolean
    likeness: number
    picture: { index: number; bits: number } | null
  }[]
}

/** A finding before its weight, with the ids of the listings that look alike. */
export interface Found {
  check: CheckName
  field: string
  values: Record<string, string>
  products: string[]
}

/** What is stored of a finding. */
export type StoredFinding = Omit<Finding, 'products'> & { products: string[] }

type Rule = (listing: CheckedListing, threshold: number) => Omit<Found, 'check'> | null

/** The words of names in each main category, from listings that people approved. */
export interface WordModel {
  /** How often each word occurs in each main category. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  totals: ReadonlyMap<string, number>
  names: ReadonlyMap<string, string>
}

/** Every finding of a listing by the checks that are on, with weights. */
export function findingsOf(
  listing: CheckedListing,
  { checks, forbidden }: ListingChecks,
  model: WordModel,
): StoredFinding[] {
  const all: Readonly<Record<CheckName, Rule>> = {
    ...rules,
    forbidden_words: (one) => forbiddenWords(one, forbidden),
    category_words: (one, times) => categoryWords(one, model, times),
  }
  return Object.entries(checks).flatMap(([name, setting]) => {
    const { is_on, weight, threshold } = setting as CheckSetting
    const found = is_on && all[name as CheckName](listing, threshold)
    return found ? [{ check: name as CheckName, weight, ...found }] : []
  })
}

/** The risk of a listing: the sum of the weights of what was found. */
export function riskOf(findings: readonly { weight: number }[]): number {
  return findings.reduce((sum, { weight }) => sum + weight, 0)
}

const of = (field: string, values: Record<string, string> = {}, products: string[] = []) => ({
  ...{ field, values, products },
})
const percentOf = (share: number) => String(Math.round(share * 100))

const rules: Readonly<Record<Exclude<CheckName, 'forbidden_words' | 'category_words'>, Rule>> = {
  duplicate_own: (listing, percent) => duplicates(listing, percent, true),
  duplicate_other: (listing, percent) => duplicates(listing, percent, false),
  same_picture: ({ alike }, most) => {
    const same = alike.flatMap(({ product_id, isOwn, picture }) =>
      picture && picture.bits <= most && !isOwn ? [{ product_id, index: picture.index }] : [],
    )
    const [first] = same
    return first && same.length <= mostShared
      ? of('pictures', { number: String(first.index + 1) }, firstOf(same))
      : null
  },
  price_category: ({ price, priceUsual }, times) => {
    if (!priceUsual || price <= 0) return null
    const { low, middle, high } = priceUsual
    const isHigh = price > middle * times && price > high * beyondTenth
    const isLow = price * times < middle && price * beyondTenth < low
    return isHigh || isLow ? of('product_price', { price: String(price), usual: String(middle) }) : null
  },
  price_history: ({ price, sale, priceBefore }, percent) => {
    const paid = sale > 0 ? sale : price
    return priceBefore && Math.abs(paid - priceBefore) * 100 > priceBefore * percent
      ? of('product_price', { before: String(priceBefore), price: String(paid) })
      : null
  },
  sale_above_retail: ({ price, sale }) =>
    sale > price ? of('discounted_price', { sale: String(sale), price: String(price) }) : null,
  deep_discount: ({ price, sale }, percent) => {
    const share = price > 0 && sale > 0 ? 1 - sale / price : 0
    return share * 100 > percent ? of('discounted_price', { share: percentOf(share) }) : null
  },
  no_picture: ({ pictures }) => (pictures.length === 0 ? of('pictures') : null),
  tiny_picture: ({ pictures }, least) => {
    const at = pictures.findIndex(({ width, height }) => Math.min(width, height) < least)
    const tiny = pictures[at]
    return tiny
      ? of('pictures', { number: String(at + 1), width: String(tiny.width), height: String(tiny.height) })
      : null
  },
  writing_on_picture: ({ pictures }, most) => {
    const at = pictures.findIndex(({ writing }) => writing > most)
    return at >= 0 ? of('pictures', { number: String(at + 1) }) : null
  },
  contact: ({ product_name, text }) => {
    const inName = contactIn(product_name)
    const found = inName ?? contactIn(text)
    return found ? of(inName ? 'product_name' : 'product_description', { found }) : null
  },
  capitals: ({ product_name }, least) => {
    const capitals = product_name.match(/\p{Lu}/gu)?.length ?? 0
    return capitals >= least && !/\p{Ll}/u.test(product_name) ? of('product_name') : null
  },
  language: ({ product_name, text }, percent) => {
    const [inName, inText] = [foreignShare(product_name), foreignShare(text)]
    const share = Math.max(inName, inText)
    if (share * 100 <= percent) return null
    return of(inName >= inText ? 'product_name' : 'product_description', { share: percentOf(share) })
  },
  measures: ({ weight, sides }, densest) => {
    const litres = sides.reduce((volume, side) => volume * side, 1) / 1000
    if (weight <= 0 || litres <= 0) return null
    const density = weight / litres
    // A litre of feathers weighs three grams.
    return density > densest || density < 0.002
      ? of('package_weight', { weight: String(weight), volume: String(Number(litres.toPrecision(3))) })
      : null
  },
  thin_text: ({ text }, least) => {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    return letters < least ? of('product_description', { letters: String(letters) }) : null
  },
}

/** In a category of cheap and dear goods, a price is far only if it is so many times beyond the outer tenths too. */
const beyondTenth = 1.5

const mostShown = 5
/** What more than so many listings of other vendors share is common merchandise, and the picture that of its maker. */
const mostShared = 5
/** So many bits may differ where the name is the same too. */
const likePicture = 12
const firstOf = (alike: readonly { product_id: string }[]) =>
  alike.slice(0, mostShown).map(({ product_id }) => product_id)

/** With the same SKU, so much of the name is enough at another vendor: short codes are not one product. */
const likeName = 0.5

/**
 * Of the same vendor the name or the SKU is enough. Many vendors sell the same, so of others a picture or the SKU has to be
 * alike too.
 */
function duplicates({ alike, sku }: CheckedListing, percent: number, isOwn: boolean) {
  const showsSame = ({ isOwn: own, picture }: (typeof alike)[number]) =>
    !own && picture !== null && picture.bits <= likePicture
  // A picture that many show is that of the maker, and says nothing of who copied from whom.
  const isCommon = alike.filter(showsSame).length > mostShared
  const same = alike.filter((one) => {
    if (one.isOwn !== isOwn) return false
    const isNamedSo = one.likeness * 100 >= percent
    if (isOwn) return isNamedSo || one.hasSameSku
    return (isNamedSo && !isCommon && showsSame(one)) || (one.hasSameSku && one.likeness >= likeName)
  })
  const [first] = same
  if (!first || (!isOwn && same.length > mostShared)) return null
  return first.likeness * 100 >= percent
    ? of('product_name', { share: percentOf(first.likeness) }, firstOf(same))
    : of('sku', { sku }, firstOf(same))
}

/** Anything between the digits of a phone number that people put there. */
const gap = String.raw`[\s.\-–_/()]{0,2}`
const contacts = [
  // A mobile number of Pakistan in any form; not a part of a longer number or of a code.
  new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:(?:\+|00)?92${gap}|0)3(?:${gap}\d){9}(?!\d)`, 'u'),
  // A landline: an area code and seven digits or more.
  /(?<![\p{L}\p{N}-])\(?0(?:21|42|51|41|61|91|81|52|55|71)\)?[\s-]?\d{7,8}(?!\d)/u,
  /[\p{L}\p{N}._+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+\s?(?:\.|\(dot\))\s?[a-z]{2,}/iu,
  /https?:\/\/[^\s<]+/i,
  /(?<![\p{L}\p{N}])www\.[^\s<]+/iu,
  /(?<![\p{L}\p{N}@.-])[a-z][a-z0-9-]+\.(?:com|pk|net|org|shop|store|info|online|site)(?![\p{L}\p{N}-])/iu,
  /(?<!\p{L})(?:whats\s?app|واٹس\s?ایپ)(?!\p{L})/iu,
]

/** A phone number, link or e-mail address in a text; null if there is none. */
export function contactIn(text: string): string | null {
  const plain = text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
  for (const contact of contacts) {
    const found = contact.exec(plain)
    if (found) return found[0].trim()
  }
  return null
}

/** The words of a text between spaces, folded as the search folds them. */
export function wordsOf(text: string): string {
  return ` ${folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `
}

function forbiddenWords(
  { product_name, text, categories }: CheckedListing,
  forbidden: readonly ForbiddenWord[],
) {
  if (forbidden.length === 0) return null
  const [name, words] = [wordsOf(product_name), wordsOf(text)]
  const found = forbidden.filter(({ word, category_id }) => {
    if (category_id !== null && !categories.includes(category_id)) return false
    const wanted = wordsOf(word)
    return wanted.trim() !== '' && (name.includes(wanted) || words.includes(wanted))
  })
  if (found.length === 0) return null
  const isInName = found.some(({ word }) => name.includes(wordsOf(word)))
  const list = [...new Set(found.map(({ word }) => word))].slice(0, 10).join(', ')
  return of(isInName ? 'product_name' : 'product_description', { found: list })
}

function foreignShare(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 4) return 0
  const known = text.match(/[\p{Script=Latin}\p{Script=Arabic}]/gu)?.length ?? 0
  return Math.max(0, 1 - known / letters)
}

/** A word that occurs in fewer approved names says nothing. */
const leastSeen = 3

function categoryWords({ product_name, categories }: CheckedListing, model: WordModel, times: number) {
  const own = categories.at(-1)
  if (!own || (model.totals.get(own) ?? 0) < 30) return null
  const known = [...new Set(wordsOf(product_name).trim().split(' '))].flatMap((word) => {
    const counts = model.counts.get(word)
    const seen = counts ? [...counts.values()].reduce((sum, count) => sum + count, 0) : 0
    return counts && seen >= leastSeen && /\p{L}{3}/u.test(word) ? [counts] : []
  })
  if (known.length === 0) return null
  const scoreOf = (category: string) => {
    const total = model.totals.get(category) ?? 0
    return known.reduce(
      (sum, counts) => sum + Math.log(((counts.get(category) ?? 0) + 0.2) / (total + 20)),
      0,
    )
  }
  const best = [...model.totals.keys()].reduce((top, one) => (scoreOf(one) > scoreOf(top) ? one : top), own)
  if (best === own || scoreOf(best) - scoreOf(own) < Math.log(times)) return null
  return of('category', { category: model.names.get(best) ?? '' })
}

/** The model of these approved names with their main categories. */
export function modelOf(
  rows: readonly { product_name: string; main_id: string; main_name: string }[],
): WordModel {
  const counts = new Map<string, Map<string, number>>()
  const totals = new Map<string, number>()
  const names = new Map<string, string>()
  for (const { product_name, main_id, main_name } of rows) {
    names.set(main_id, main_name)
    totals.set(main_id, (totals.get(main_id) ?? 0) + 1)
    for (const word of new Set(wordsOf(product_name).trim().split(' '))) {
      const of = counts.get(word) ?? new Map<string, number>()
      counts.set(word, of)
      of.set(main_id, (of.get(main_id) ?? 0) + 1)
    }
  }
  return { counts, totals, names }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** A description without its tags. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
