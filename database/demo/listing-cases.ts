import { type CheckName, checkNames, usualChecks } from '#features/products/checks/contract.ts'
import {
  type CheckedListing,
  findingsOf,
  modelOf,
  plainText,
  type UsualPrice,
} from '#features/products/checks/server/rules.ts'
import {
  differingBits,
  keysOf,
  likenessOf,
  plainName,
  skuKey,
} from '#features/products/likeness/server/rules.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { makeCategories } from './categories.ts'
import { makeMarketplace } from './marketplace.ts'
import { makeStaff } from './people.ts'
import type { DemoProduct } from './product.ts'
import { type Chance, seededChance } from './random.ts'

/** A listing of the demo with what is known to be wrong with it: planted, copied from it, or there from the start. */
interface Case {
  id: string
  vendor: string
  wrong: Set<CheckName>
  hashes: string[]
  listing: CheckedListing
}

export interface Measured {
  check: CheckName
  planted: number
  found: number
  /** Found where it was planted. */
  right: number
  precision: number
  recall: number
}

const now = new Date('2026-11-23T07:00:00Z')

/** How well each check finds what was planted, `each` times in `count` listings of the demo; by the usual settings. */
export function measureChecks(count: number, each: number): Measured[] {
  const cases = plantedCases(count, each)
  const model = modelOf(learned)
  const near = neighbours(cases)
  const settings = { checks: usualChecks, forbidden }
  const found = cases.map((one) => ({
    wrong: one.wrong,
    checks: new Set(
      findingsOf({ ...one.listing, alike: near(one) }, settings, model).map(({ check }) => check),
    ),
  }))
  return checkNames
    .filter((check) => usualChecks[check].is_on)
    .map((check) => {
      const planted = found.filter((one) => one.wrong.has(check))
      const hits = found.filter(({ checks }) => checks.has(check))
      const right = hits.filter((one) => one.wrong.has(check)).length
      return {
        ...{ check, planted: planted.length, found: hits.length, right },
        precision: hits.length === 0 ? 1 : right / hits.length,
        recall: planted.length === 0 ? 1 : right / planted.length,
      }
    })
}

/** The names of all listings, each once. */
export function demoNames(): string[] {
  return [...new Set(market.products.map(({ details }) => details.product_name))]
}

/** The names of up to `most` different pictures of listings. */
export function demoPictureNames(most: number): string[] {
  return [...new Set(market.products.flatMap(({ details }) => details.images))].slice(0, most)
}

const market = makeMarketplace(now, makeStaff(seededChance(1), now))
const tree = makeCategories(now)
const parents = new Map(
  tree.rows.map(({ id, parent_id }) => [String(id), parent_id ? String(parent_id) : '']),
)
const approved = market.products.filter(({ state }) => state === 'approved')

function categoriesOf({ details }: DemoProduct): string[] {
  const found: string[] = []
  for (let id = tree.ids.get(details.category) ?? ''; id !== ''; id = parents.get(id) ?? '') found.push(id)
  return found
}

/** What is approved and not among the cases, from which the words are learned and the usual prices taken. */
const others = approved.filter((_, index) => index % 2 === 1)
const learned = others.flatMap((product) => {
  const main = categoriesOf(product).at(-1)
  return main ? [{ product_name: product.details.product_name, main_id: main, main_name: main }] : []
})
const usual = usualPrices()

function usualPrices(): Map<string, UsualPrice> {
  const prices = new Map<string, number[]>()
  for (const product of others) {
    const [category] = categoriesOf(product)
    if (category) {
      prices.set(category, [
        ...(prices.get(category) ?? []),
        Number(parseRupees(product.details.product_price)),
      ])
    }
  }
  return new Map(
    [...prices].flatMap(([id, all]) =>
      all.length < 8 ? [] : [[id, usualOf(all.sort((a, b) => a - b))] as const],
    ),
  )
}

function usualOf(sorted: readonly number[]): UsualPrice {
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { low: at(0.1), middle: at(0.5), high: at(0.9) }
}

function plantedCases(count: number, each: number): Case[] {
  const chance = seededChance(18)
  const taken = new Set(others)
  // Those that wait have problems of their own in the demo.
  const from = market.products
    .filter((product) => !taken.has(product) && product.state !== 'submitted')
    .slice(0, count)
  const cases = from.map((product, index) => cleanCase(chance, product, index))
  const planted = checkNames.filter((check) => check in plants)
  const step = Math.floor(count / (each * planted.length))
  planted.forEach((check, n) => {
    for (let index = 0; index < each; index += 1) {
      const at = (index * planted.length + n) * step
      const one = cases[at]
      const plant = plants[check as keyof typeof plants]
      if (one && plant) {
        const main = one.listing.categories.at(-1)
        const later = [...cases.slice(at + 1), ...cases]
        // Nothing was made wrong with the other one, and it is of the same kind: its name fits the category.
        const other =
          later.find(
            (that) =>
              that.wrong.size === 0 &&
              Number(that.id) % step !== 0 &&
              that.listing.categories.at(-1) === main &&
              (check === 'duplicate_own' || that.vendor !== one.vendor),
          ) ?? one
        one.wrong.add(check)
        plant(one, chance, other, index)
        // Of two that are alike, each is found by the other.
        if (pairs.includes(check)) other.wrong.add(check)
        if (check === 'duplicate_other') for (const both of [one, other]) both.wrong.add('same_picture')
      }
    }
  })
  const clean = cases.filter(({ wrong }) => wrong.size === 0)
  clean.forEach((one, index) => {
    if (index % 3 === 0) decoys[(index / 3) % decoys.length]?.(one)
  })
  return cases
}

function cleanCase(chance: Chance, product: DemoProduct, index: number): Case {
  const { details, vendor } = product
  const categories = categoriesOf(product)
  const price = Number(parseRupees(details.product_price))
  const sale = Number(parseRupees(details.discounted_price))
  return {
    id: `${index}`,
    vendor: vendor.id,
    wrong: new Set(details.images.length === 0 ? ['no_picture'] : []),
    hashes: details.images.map(() => hashBy(chance)),
    listing: {
      product_name: details.product_name,
      sku: details.sku,
      text: plainText(details.product_description),
      ...{ price, sale },
      priceBefore: chance.happens(0.3) ? Math.round((sale || price) * (0.8 + 0.4 * chance.next())) : null,
      priceUsual: usual.get(categories[0] ?? '') ?? null,
      weight: details.package_weight,
      sides: [details.product_length, details.product_width, details.product_height],
      categories,
      pictures: details.images.map(() => ({ width: 640, height: 640, writing: 0 })),
      alike: [],
    },
  }
}

function hashBy(chance: Chance): string {
  return Array.from({ length: 32 }, () => chance.int(0, 15).toString(16)).join('')
}

/** The same picture, saved again: a bit or two differ. */
function savedAgain(chance: Chance, hash: string): string {
  const at = chance.int(0, 31)
  const digit = Number.parseInt(hash[at] ?? '0', 16) ^ chance.pick([1, 2, 4, 8])
  return hash.slice(0, at) + digit.toString(16) + hash.slice(at + 1)
}

type Plant = (one: Case, chance: Chance, other: Case, index: number) => void

const contactsOf = [
  'Order on 0300-1234567 today.',
  'Call +92 321 765 4321 for more colours.',
  'واٹس ایپ ۰۳۰۱۲۳۴۵۶۷۸',
  'See www.my-own-shop.pk for the whole range.',
  'Mail orders to sales (at) shop.pk please.',
  'https://wa.me/923001234567',
  'Visit karachibazaar.com',
]

const pairs: readonly CheckName[] = ['duplicate_own', 'duplicate_other', 'same_picture']
const plants: Partial<Record<CheckName, Plant>> = {
  duplicate_own: (one, chance, other, index) => {
    one.vendor = other.vendor
    // One in five is listed again under another name, with its SKU written in another way.
    if (index % 5 === 0) {
      one.listing.sku = other.listing.sku.toLowerCase().replaceAll('-', ' ')
      return
    }
    const words = other.listing.product_name.split(' ')
    one.listing.product_name = `${chance.pick(['New ', 'Original ', ''])}${words.slice(1).join(' ')} ${words[0]}`
  },
  duplicate_other: (one, chance, other) => {
    one.listing.product_name = `${other.listing.product_name}${chance.pick([' !!', ' - Best Quality', ''])}`
    one.hashes = other.hashes.map((hash) => savedAgain(chance, hash))
  },
  same_picture: (one, chance, other) => {
    one.hashes = [savedAgain(chance, other.hashes[0] ?? hashBy(chance))]
    one.listing.pictures = [{ width: 640, height: 640, writing: 0 }]
  },
  price_category: ({ listing }, chance) => {
    const factor = chance.pick([12, 20, 1 / 12, 1 / 20])
    listing.price = Math.round((listing.priceUsual?.middle ?? listing.price) * factor)
    listing.sale = 0
    listing.priceBefore = null
  },
  price_history: ({ listing }, chance) => {
    listing.priceBefore = Math.round((listing.sale || listing.price) / chance.pick([1.7, 2.5, 10, 0.45, 0.1]))
  },
  sale_above_retail: ({ listing }) => {
    listing.sale = Math.round(listing.price * 1.2)
    listing.priceBefore = null
  },
  deep_discount: ({ listing }, chance) => {
    listing.sale = Math.round(listing.price * chance.pick([0.05, 0.1, 0.15]))
    listing.priceBefore = null
  },
  no_picture: (one) => {
    one.hashes = []
    one.listing.pictures = []
  },
  tiny_picture: ({ listing }, chance) => {
    listing.pictures = [{ width: chance.int(40, 390), height: 480, writing: 0 }]
  },
  contact: ({ listing }, _, __, index) => {
    const words = contactsOf[index % contactsOf.length] ?? ''
    if (index % 3 === 0) listing.product_name += ` ${words}`
    else listing.text += ` ${words}`
  },
  forbidden_words: ({ listing }, chance) => {
    const word = isClothing(listing)
      ? 'Tester piece'
      : chance.pick(['Replica', 'FIRST COPY', 'first-copy', 'نقلی'])
    listing.text = word === 'first-copy' ? `A first copy. ${listing.text}` : `${listing.text} ${word}.`
  },
  capitals: ({ listing }, chance) => {
    listing.product_name = `${chance.pick(['BEST', 'ORIGINAL', 'LATEST'])} SUMMER COLLECTION ${listing.product_name.toUpperCase()}`
  },
  language: ({ listing }, chance) => {
    listing.text = chance.pick([
      'सूती कपड़ा, तीन टुकड़े, मुलायम और टिकाऊ, घर पर धो सकते हैं',
      '高品质棉布三件套，柔软耐用，包邮，颜色多样，尺寸齐全，欢迎选购，七天退换',
      'Хлопковая ткань высокого качества',
    ])
  },
  measures: ({ listing }, chance) => {
    listing.weight = Number((volumeOf(listing) * chance.pick([15, 40, 0.0005])).toFixed(5))
  },
  category_words: (one, chance) => {
    const own = one.listing.categories.at(-1)
    const far = approved.filter((product) => {
      const main = categoriesOf(product).at(-1)
      return main && main !== own
    })
    one.listing.product_name = chance.pick(far).details.product_name
  },
  writing_on_picture: ({ listing }, chance) => {
    listing.pictures = listing.pictures.map((picture, index) =>
      index === 0 ? { ...picture, writing: chance.int(15, 40) } : picture,
    )
  },
  thin_text: ({ listing }, chance) => {
    listing.text = chance.pick(['', 'Good', 'Nice product', 'عمدہ'])
  },
}

const clothing = String(tree.rows.find(({ name }) => name === 'Clothing')?.id)
const isClothing = ({ categories }: CheckedListing) => categories.at(-1) === clothing
const forbidden = [
  ...['replica', 'first copy', 'نقلی'].map((word) => ({ word, category_id: null })),
  { word: 'tester', category_id: clothing },
]
const volumeOf = ({ sides }: CheckedListing) => sides.reduce((volume, side) => volume * side, 1) / 1000

/** What looks wrong and is not: each check has to leave it alone. */
const decoys: readonly ((one: Case) => void)[] = [
  ' Model SM-A03001234567, EAN 8964000203001.',
  ' Batch 92-300-11, lot 0312 4567, use by 03/2027.',
  ' Fits iPhone 15 Pro.Max, 3.5 m x 0.9 m, 300-350 GSM.',
  ' Pick it up at our stall in Karachi. Call it a day.',
  ' Never replicated. A copy of the first edition.',
  ' नमस्ते',
]
  .map((words) => ({ listing }: Case) => {
    listing.text += words
  })
  .concat([
    ({ listing }) => {
      if (!isClothing(listing)) listing.text += ' Comes with a tester.'
    },
    ({ listing }) => {
      listing.text = 'خالص سوتی کپڑا، تین ٹکڑے، نرم اور پائیدار، گھر پر دھویا جا سکتا ہے'
    },
    ({ listing }) => {
      listing.product_name = `LED HDMI ${listing.product_name}`
    },
    ({ listing }) => {
      listing.priceBefore = Math.round((listing.sale || listing.price) / 1.4)
    },
    ({ listing }) => {
      listing.sale = Math.round(listing.price * 0.4)
      listing.priceBefore = null
    },
    ({ listing }) => {
      listing.pictures = listing.pictures.map((picture) => ({ ...picture, width: 420 }))
    },
    ({ listing }) => {
      listing.weight = Number((volumeOf(listing) * 6).toFixed(3))
    },
    ({ listing }) => {
      listing.weight = Number((volumeOf(listing) * 0.01).toFixed(5))
    },
    ({ listing }) => {
      listing.weight = 0
    },
  ])

/** The listings that share a key, compared as the database's candidates are. */
function neighbours(cases: readonly Case[]): (one: Case) => CheckedListing['alike'] {
  const named = new Map(cases.map((one) => [one.id, plainName(one.listing.product_name)]))
  const keyed = new Map<string, Case[]>()
  const keys = new Map<string, string[]>()
  for (const one of cases) {
    const own = keysOf({ plain: named.get(one.id) ?? '', sku: one.listing.sku, pictures: one.hashes })
    keys.set(one.id, own)
    for (const key of own) keyed.set(key, [...(keyed.get(key) ?? []), one])
  }
  return (one) => {
    const near = new Set((keys.get(one.id) ?? []).flatMap((key) => keyed.get(key) ?? []))
    near.delete(one)
    return [...near].map((other) => ({
      product_id: other.id,
      isOwn: other.vendor === one.vendor,
      hasSameSku: skuKey(one.listing.sku) !== null && skuKey(one.listing.sku) === skuKey(other.listing.sku),
      likeness: likenessOf(named.get(one.id) ?? '', named.get(other.id) ?? ''),
      picture: nearest(one.hashes, other.hashes),
    }))
  }
}

function nearest(own: readonly string[], others: readonly string[]) {
  let best: { index: number; bits: number } | null = null
  own.forEach((hash, index) => {
    for (const other of others) {
      const bits = differingBits(hash, other)
      if (!best || bits < best.bits) best = { index, bits }
    }
  })
  return best
}
