import { comparePayloads } from '#features/products/server/rules.ts'
import { parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { kinds } from './catalogue.ts'
import { withProblem } from './listing-problems.ts'
import { listingOf } from './listings.ts'
import { type DrawingName, productPictureName } from './pictures.ts'
import type { DemoProduct, ProductDetails, ProductState } from './product.ts'
import type { Chance } from './random.ts'
import { productReasons } from './reasons.ts'
import type { Person, Step } from './story.ts'
import { before, day, hour, minute, officeTime } from './times.ts'
import type { DemoVendor } from './vendor.ts'

/** How many products stand where; 'off' is approved with the Available switch off. */
export const productCounts: Readonly<Record<ProductState, number>> = {
  approved: 3600,
  off: 150,
  submitted: 180,
  changes_requested: 25,
  rejected: 40,
  draft: 5,
}
const resubmittedProducts = 24
export const waitingRevisions = 12

/** The listings of the demo. Who has sold for longer and better has more of them. */
export function makeProducts(
  chance: Chance,
  now: Date,
  vendors: readonly DemoVendor[],
  staff: readonly Person[],
): DemoProduct[] {
  const sellers = vendors
    .filter(({ state }) => state === 'approved' || state === 'disabled')
    .map((vendor) => [vendor, 0.15 + chance.next() ** 3 * 2] as const)
  // Some hand in their first listings while they wait themselves.
  const hopeful = vendors.filter(({ state, details }) => state === 'submitted' && details.shop !== null)
  const taken = new Map<string, Set<string>>()
  const states = Object.entries(productCounts) as [ProductState, number][]
  let number = 0
  return states.flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => {
      const isHopeful = state === 'submitted' && index >= resubmittedProducts && chance.happens(0.14)
      const vendor = isHopeful ? chance.pick(hopeful) : chance.weigh(sellers)
      const names = taken.get(vendor.id) ?? new Set()
      taken.set(vendor.id, names)
      number += 1
      const details = listingOf(chance, vendor, number, names)
      const isNew = state === 'submitted' && index >= resubmittedProducts
      const handedIn = isNew ? withProblem(details, index) : details
      return productIn(chance, now, staff, vendor, handedIn, state, index)
    }),
  )
}

function productIn(
  chance: Chance,
  now: Date,
  staff: readonly Person[],
  vendor: DemoVendor,
  details: ProductDetails,
  state: ProductState,
  index: number,
): DemoProduct {
  const isResubmitted = state === 'submitted' && index < resubmittedProducts
  const createdAt = cameAt(chance, now, vendor, state, isResubmitted)
  const after = (span: number) => officeTime(new Date(createdAt.getTime() + span), createdAt, now)
  const by = () => chance.pick(staff)
  const came: Step = { kind: 'came', at: createdAt, action: 'submit', after: { status: 'submitted' } }
  const refused = (verb: keyof typeof productReasons): Step => {
    const at = after(chance.int(2, 60) * hour)
    return { kind: 'decided', verb, at, by: by(), reason: chance.pick(productReasons[verb]) }
  }
  const product: DemoProduct = {
    id: chance.idAt(createdAt),
    external_id: '',
    vendor,
    state,
    createdAt,
    details,
    available: state !== 'off' && !(state === 'submitted' && chance.happens(0.1)),
    earlier: null,
    wanted: null,
    steps: [came],
  }
  if (state === 'approved' || state === 'off') {
    const at = after(chance.int(30, 3800) * minute)
    product.steps.push({ kind: 'decided', verb: 'approve', at, by: by(), reason: '' })
    const sinceApproval = now.getTime() - at.getTime()
    if (state === 'off') {
      product.steps.push({
        kind: 'switched off',
        at: before(now, sinceApproval * (0.05 + 0.9 * chance.next())),
        by: by(),
      })
    }
  }
  if (state === 'rejected' || state === 'changes_requested') {
    product.steps.push(refused(state === 'rejected' ? 'reject' : 'request_update'))
  }
  if (isResubmitted) resubmit(chance, now, product, refused('request_update'), index)
  if (state === 'approved' && index < waitingRevisions) revise(chance, now, product, index)
  return product
}

/** After its vendor; what waits came within the last days, most of it lately. */
function cameAt(
  chance: Chance,
  now: Date,
  vendor: DemoVendor,
  state: ProductState,
  isResubmitted: boolean,
): Date {
  const vendorAge = now.getTime() - vendor.createdAt.getTime()
  const recent = (days: number) => before(now, Math.min(days * day, vendorAge * 0.95))
  if (isResubmitted) return recent(4 + chance.next() * 6)
  if (state === 'submitted') return recent(0.003 + 6.5 * chance.next() ** 2)
  if (state === 'draft') return recent(chance.next() * 9)
  if (state === 'changes_requested') return recent(3.5 + chance.next() * 12)
  if (state === 'rejected') return recent(4 + chance.next() * 50)
  const since = Math.min(vendorAge - 3 * day, vendorAge * 0.96)
  return before(
    now,
    3 * day * (vendorAge > 6 * day ? 1 : 0.2) + Math.max(0, since - 3 * day) * chance.next() ** 1.3,
  )
}

const earlierNames = [
  (name: string) => `${name.toUpperCase()} BEST QUALITY 0300-XXXXXXX`,
  (name: string) => `${name} !!! SALE SALE`,
  (name: string) => name,
]

function resubmit(chance: Chance, now: Date, product: DemoProduct, request: Step, index: number): void {
  const { details } = product
  product.earlier = {
    ...details,
    product_name: earlierNames[index % earlierNames.length]?.(details.product_name) ?? details.product_name,
    product_description: index % 2 ? '<p>Best quality.</p>' : details.product_description,
    package_weight:
      index % 3 === 2 ? Number((details.package_weight * 1000).toFixed(0)) : details.package_weight,
    images: index % 4 === 0 ? details.images.slice(0, 1) : details.images,
  }
  const again = before(
    now,
    Math.min(chance.int(9, 2600) * minute, (now.getTime() - request.at.getTime()) / 2),
  )
  product.steps.push(request, {
    kind: 'came',
    at: again,
    action: 'submit again',
    ...asChange(product.earlier, details),
  })
}

/** An edit of a live listing: a new title, price, description, category or cover. */
function revise(chance: Chance, now: Date, product: DemoProduct, index: number): void {
  const { details } = product
  const at = before(now, chance.int(15, 5200) * minute)
  const dearer = (price: string) => rupeesFromPaisa((parseRupees(price) * 125n) / 100n)
  const edits: Partial<ProductDetails>[] = [
    { product_name: `${details.product_name}, new season` },
    { product_price: dearer(details.product_price) },
    { product_description: `${details.product_description}<p>Now with free gift wrapping.</p>` },
    { images: [...details.images].reverse(), product_name: `${details.product_name}, 2 pieces` },
    { category: 'New arrivals', product_price: dearer(details.product_price) },
    {
      images: details.images.length > 0 ? [...details.images, otherPicture(details.images)] : details.images,
      product_video_url: `https://youtu.be/${chance.digits(9)}`,
    },
  ]
  const wanted = { ...details, ...edits[index % edits.length] }
  product.wanted = { at, details: wanted }
  const lastStep = product.steps.at(-1)
  // An edit comes after the approval of what it edits.
  if (lastStep && lastStep.at >= at) product.wanted.at = new Date((lastStep.at.getTime() + now.getTime()) / 2)
  product.steps.push({
    kind: 'came',
    at: product.wanted.at,
    action: 'ask for an edit',
    ...asChange(details, wanted),
  })
}

/** A view of the same drawing that is not among the pictures yet. */
function otherPicture(images: readonly string[]): string {
  const drawing = (images[0] ?? '').split('/')[0] as DrawingName
  const codes = kinds[drawing]?.colours ?? []
  const views = codes.flatMap((code) =>
    [true, false].map((isDetail) => productPictureName(drawing, code, isDetail)),
  )
  return views.find((view) => !images.includes(view)) ?? ''
}

function asChange(was: ProductDetails, is: ProductDetails) {
  const differing = comparePayloads(was, is)
  return {
    before: Object.fromEntries(differing.map(({ path, before: text }) => [path, text])),
    after: Object.fromEntries(differing.map(({ path, after }) => [path, after])),
  }
}
