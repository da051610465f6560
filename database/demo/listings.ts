import { blankListing } from '#features/products/server/rules.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { kinds } from './catalogue.ts'
import { colourOf } from './drawing.ts'
import type { Kind } from './kind.ts'
import { type DrawingName, productPictureName } from './pictures.ts'
import type { ProductDetails } from './product.ts'
import type { Chance } from './random.ts'
import { trades } from './trades.ts'
import type { DemoVendor } from './vendor.ts'

/**
 * What has a detail beside the whole, in its first colourway only: every picture has to be drawn at the first start.
 */
const worthALook = new Set<DrawingName>([
  'lawnSuit',
  'kurta',
  'kurti',
  'suit',
  'dupatta',
  'ajrakShawl',
  'shawl',
  'topi',
  'quilt',
  'bedsheet',
  'rug',
  'prayerMat',
  'vase',
  'plate',
  'lamp',
  'woodenBox',
  'kettle',
  'khussa',
  'chappal',
  'phoneCase',
  'dates',
  'jhumka',
])

const promises = [
  'Cash on delivery all over Pakistan.',
  'Check the parcel before you pay.',
  'Exchange within seven days.',
  'Delivered in three to five working days.',
  'Made in our own workshop.',
]
const urduPromise = 'پورے پاکستان میں کیش آن ڈیلیوری۔'
const videos = ['https://www.youtube.com/watch?v=', 'https://youtu.be/', 'https://vimeo.com/']

/** Makes the next listing of a vendor; `number` tells its SKUs apart. */
export function listingOf(
  chance: Chance,
  vendor: DemoVendor,
  number: number,
  taken: Set<string>,
): ProductDetails {
  const trade = trades[vendor.trade]
  const kind = trade && kinds[chance.pick(trade.kinds)]
  if (!kind) throw new Error(`the catalogue has nothing for the trade ${vendor.trade}`)
  const colourAt = chance.int(0, kind.colours.length - 1)
  const variantAt = chance.int(0, kind.variants.length - 1)
  const isUrdu = kind.urdu !== undefined && chance.happens(0.05)
  const share = 0.25 * chance.next() + 0.7 * shareOf(kind.variants, variantAt)
  const price = priceLike(chance, kind.price[0] * (kind.price[1] / kind.price[0]) ** share)
  const amount = amountIn(kind.variants[variantAt] ?? '')
  return {
    ...blankListing,
    sku: `${initials(vendor)}-${kind.drawing.slice(0, 4).toUpperCase()}-${String(number).padStart(4, '0')}`,
    product_name: nameOf(chance, kind, colourAt, variantAt, isUrdu, taken),
    product_price: rupeesFromPaisa(price),
    discounted_price: rupeesFromPaisa(chance.happens(0.38) ? salePrice(chance, price) : 0n),
    product_stock: chance.happens(0.09)
      ? 0
      : Math.max(1, Math.round((kind.weight > 5 ? 14 : 160) * chance.next() ** 1.6)),
    package_weight: Number(
      (amount ? amount * 1.08 + 0.04 : kind.weight * (0.9 + chance.next() * 0.25)).toFixed(3),
    ),
    product_length: kind.box[0] + chance.int(-2, 3),
    product_width: Math.max(4, kind.box[1] + chance.int(-2, 2)),
    product_height: kind.box[2] + (chance.happens(0.3) ? 0.5 : 0),
    product_description: isUrdu ? urduDescription(kind) : description(chance, kind, colourAt),
    product_video_url: chance.happens(0.06) ? chance.pick(videos) + chance.digits(9) : '',
    category: kind.category,
    images: picturesOf(chance, kind, colourAt),
  }
}

/** The place of a variant among those of its product, from 0 to 1: by amount where it has one, else by its place. */
function shareOf(variants: readonly string[], at: number): number {
  const amounts = variants.map(amountIn)
  const [low, own, high] = [amounts[0], amounts[at], amounts.at(-1)]
  if (low && own && high && high > low) return Math.log(own / low) / Math.log(high / low)
  return variants.length > 1 ? at / (variants.length - 1) : 0.5
}

/** Kilograms of an amount such as '500 g', '5 kg', '250 ml'; null where the words are no amount. */
function amountIn(variant: string): number | null {
  const [, count = '', unit = ''] = /^(\d+) (g|kg|ml)$/.exec(variant) ?? []
  return unit ? Number(count) / (unit === 'kg' ? 1 : 1000) : null
}

/** Whole paisa, with the endings that shops like. */
function priceLike(chance: Chance, rupees: number): bigint {
  const tens = Math.max(10, Math.round(rupees / (rupees > 3000 ? 50 : 10)) * (rupees > 3000 ? 50 : 10))
  const ending = chance.weigh([
    [0, 52],
    [-100, 30],
    [-500, 9],
    [50, 9],
  ] as const)
  return BigInt(tens * 100 + (ending === 50 && tens > 2000 ? -50 : ending))
}

function salePrice(chance: Chance, price: bigint): bigint {
  const cut = BigInt(chance.pick([5, 10, 10, 15, 20, 20, 25, 30, 40]))
  const sale = (price * (100n - cut)) / 100n
  const rounded = sale - (sale % 1000n) + (chance.happens(0.3) ? -100n : 0n)
  return rounded > 0n ? rounded : sale - (sale % 50n)
}

function nameOf(
  chance: Chance,
  kind: Kind,
  colourAt: number,
  variantAt: number,
  isUrdu: boolean,
  taken: Set<string>,
): string {
  const colour = colourOf(kind.colours[colourAt] ?? 'white')
  const variant = kind.variants[variantAt]
  const plain =
    isUrdu && kind.urdu
      ? chance.pick(kind.urdu.names) + (kind.isNamedByColour ? `، ${colour.urdu}` : '')
      : chance.pick(kind.names) +
        (kind.isNamedByColour ? `, ${colour.name.toLowerCase()}` : '') +
        (variant ? ` (${variant})` : '')
  let name = plain
  for (let number = 2; taken.has(name); number += 1) name = `${plain} ${isUrdu ? 'نمبر' : 'no.'} ${number}`
  taken.add(name)
  return name
}

function description(chance: Chance, kind: Kind, colourAt: number): string {
  const colour = colourOf(kind.colours[colourAt] ?? 'white').name.toLowerCase()
  const [length, width, height] = kind.box
  const points = [...kind.points, ...(kind.isNamedByColour ? [`Colour: <strong>${colour}</strong>`] : [])]
  const list = `<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>`
  const size = chance.happens(0.3) ? `<p>Packed: about ${length} × ${width} × ${height} cm.</p>` : ''
  return `<p>${kind.about}</p>${list}${size}<p>${chance.pick(promises)}</p>`
}

function urduDescription(kind: Kind): string {
  return `<p dir="rtl">${kind.urdu?.about ?? ''}</p><p dir="rtl"><strong>${urduPromise}</strong></p>`
}

function picturesOf(chance: Chance, kind: Kind, colourAt: number): string[] {
  if (chance.happens(0.012)) return []
  const picture = (at: number, isDetail: boolean) =>
    productPictureName(kind.drawing, kind.colours[at % kind.colours.length] ?? 'white', isDetail)
  const isDetailed = colourAt === 0 && worthALook.has(kind.drawing)
  const own = [picture(colourAt, false), ...(isDetailed ? [picture(0, true)] : [])]
  return chance.happens(0.35)
    ? [...own, picture(colourAt + 1, false)]
    : own.slice(0, chance.happens(0.3) ? 1 : 2)
}

function initials(vendor: DemoVendor): string {
  const letters = (vendor.details.shop?.shop_name ?? vendor.details.username).match(/\b[A-Za-z]/g) ?? []
  return (letters.join('').toUpperCase() || 'MK').slice(0, 3)
}
