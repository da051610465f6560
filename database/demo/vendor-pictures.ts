import { formatCnic } from '#kit/contract/pakistan.ts'
import { type ColourCode, colourOf } from './drawing.ts'
import { cardBack, cardFront, cheque } from './drawings-papers.ts'
import { banner, logo, shopFront } from './drawings-shop.ts'
import type { PictureOrder } from './pictures.ts'
import type { Chance } from './random.ts'
import type { DemoVendor } from './vendor.ts'

export interface VendorPicture {
  slot: string
  order: PictureOrder
}

const shades: readonly ColourCode[] = ['maroon', 'indigo', 'emerald', 'teal', 'rust', 'plum']
const bannerCount = 8
const frontCount = 6

/**
 * The pictures and papers that a vendor has handed in. Who is under review has papers with the own name; of the
 * others many share one, because each has to be drawn.
 */
export function vendorPictures(chance: Chance, vendor: DemoVendor): VendorPicture[] {
  const { shop, seller } = vendor.details
  const own = vendor.state === 'submitted' || vendor.state === 'changes_requested' || vendor.wanted !== null
  const pictures: VendorPicture[] = []
  const add = (slot: string, name: string, svg: () => string) =>
    pictures.push({ slot, order: { name, shelf: 'vendors', svg } })
  if (shop) {
    if (!vendor.problems.includes('no cheque')) addCheque(add, vendor, own)
    if (chance.happens(0.92)) addLogo(chance, add, shop.shop_name)
    if (chance.happens(0.75)) addBanner(chance, add)
    if (chance.happens(0.8)) addFront(chance, add)
  }
  // One in seven of those under review has not sent the card, for the checks to find.
  const isUnderReview = own && vendor.state !== 'approved'
  if (seller && (!isUnderReview || chance.happens(0.85))) addCard(chance, add, vendor, own)
  return pictures
}

type Add = (slot: string, name: string, svg: () => string) => void

function addCard(chance: Chance, add: Add, vendor: DemoVendor, own: boolean): void {
  const { seller, username } = vendor.details
  if (!seller) return
  const { isWoman } = vendor
  const card = own
    ? { name: username, number: formatCnic(seller.cnic), isWoman }
    : { name: '', number: '', isWoman }
  const shared = isWoman ? 'woman' : 'man'
  add('cnic_front', `card/${own ? vendor.id : shared}`, () => cardFront(card))
  const turn = chance.int(0, 1)
  add('cnic_back', `card/back/${turn}`, () => cardBack(turn))
}

function addCheque(add: Add, vendor: DemoVendor, own: boolean): void {
  const { shop } = vendor.details
  if (!shop) return
  const shown = own
    ? { title: shop.account_title, iban: shop.ibn_number, branch: shop.branch_code, city: vendor.place.city }
    : { title: '', iban: '', branch: '0001', city: 'Karachi' }
  // The cheque of a vendor who names another bank than the account's is still that bank's paper.
  const paper = { ...shown, bank: shop.bank_name, number: own ? shop.account_number.slice(0, 8) : '00000000' }
  add('cheque_copy', own ? `cheque/${vendor.id}` : `cheque/${shop.bank_name}`, () => cheque(paper))
}

function addLogo(chance: Chance, add: Add, shopName: string): void {
  const letter = shopName.match(/[A-Za-z]/)?.[0]?.toUpperCase() ?? 'م'
  const shade = chance.int(0, 1)
  const colour = shades[(letter.charCodeAt(0) + shade * 2) % shades.length] ?? 'maroon'
  add('shop_logo', `logo/${letter}/${shade}`, () =>
    logo(letter, colourOf(colour), (letter.charCodeAt(0) + shade) % 3),
  )
}

function addBanner(chance: Chance, add: Add): void {
  const index = chance.int(0, bannerCount - 1)
  add('shop_banner', `banner/${index}`, () =>
    banner(colourOf(shades[index % shades.length] ?? 'maroon'), index),
  )
}

function addFront(chance: Chance, add: Add): void {
  const index = chance.int(0, frontCount - 1)
  const [first, second] = [
    shades[index % shades.length] ?? 'maroon',
    shades[(index * 2 + 1) % shades.length] ?? 'teal',
  ]
  add('shop_image', `front/${index}`, () => shopFront(colourOf(first), colourOf(second)))
}
