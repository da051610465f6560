import { parseRupees } from '#kit/contract/money.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import { type DemoCustomer, makeCustomers, customerRows as rowsOfCustomers } from './customers.ts'
import type { DemoStaff } from './people.ts'
import { type MadePicture, orderNamed, type PictureOrder } from './pictures.ts'
import type { DemoProduct, ProductDetails } from './product.ts'
import { makeProducts } from './products.ts'
import { type Chance, seededChance } from './random.ts'
import { failSomeLetters, type Past, type Standing, tell } from './story.ts'
import type { DemoVendor } from './vendor.ts'
import { type VendorPicture, vendorPictures } from './vendor-pictures.ts'
import { hashOf, vendorRow, vendorSubmissionRows } from './vendor-rows.ts'
import { makeVendors } from './vendors.ts'

type Row = Record<string, unknown>

/** Everything of the demo before it meets a database, and without any picture drawn. */
export interface Marketplace {
  vendors: DemoVendor[]
  products: DemoProduct[]
  /** The first came first. */
  customers: DemoCustomer[]
  pictures: Map<string, VendorPicture[]>
  /** What the listings show, and what the vendors have handed in. */
  orders: { products: PictureOrder[]; vendors: PictureOrder[] }
}

const seed = 20_241

/** Makes up the marketplace: the same day gives the same one. */
export function makeMarketplace(now: Date, staff: DemoStaff): Marketplace {
  const chance = seededChance(seed)
  const vendors = makeVendors(chance, now, staff.vendorDesk)
  const products = makeProducts(chance, now, vendors, staff.catalogueDesk)
  for (const [index, vendor] of vendors.entries()) vendor.external_id = `seller-${10_001 + index}`
  for (const [index, product] of products.entries()) product.external_id = `listing-${500_001 + index}`
  const pictures = new Map(vendors.map((vendor) => [vendor.id, vendorPictures(chance, vendor)]))
  const named = products.flatMap(({ details, wanted }) => [
    ...details.images,
    ...(wanted?.details.images ?? []),
  ])
  return {
    vendors,
    products,
    customers: makeCustomers(seededChance(seed + 5), now, staff.customerDesk),
    pictures,
    orders: {
      products: [...new Set(named)].map(orderNamed),
      vendors: [...pictures.values()].flat().map(({ order }) => order),
    },
  }
}

/** The rows of the vendors and of what happened to them. */
export function vendorRows(keys: FieldKeys, now: Date, { vendors }: Marketplace) {
  const chance = seededChance(seed + 1)
  const past: Past = { decisions: [], audit: [], messages: [] }
  const submissions: Row[] = []
  const rows = vendors.map((vendor) => {
    const { username, email, shop } = vendor.details
    const subject = {
      type: 'vendor' as const,
      id: vendor.id,
      name: shop?.shop_name || username,
      vendorName: username,
      recipient: email,
    }
    const standing = tell(vendor.state === 'draft' ? unheard() : past, chance, now, subject, vendor.steps)
    submissions.push(...vendorSubmissionRows(keys, chance, vendor))
    return vendorRow(keys, vendor, standing)
  })
  failSomeLetters(past)
  return { rows, submissions, past }
}

/** The rows of the customers and of what happened to them. */
export function customerRows({ customers }: Marketplace) {
  return rowsOfCustomers(seededChance(seed + 6), customers)
}

/** The rows of the vendors' papers and pictures. */
export function vendorFileRows({ vendors, pictures }: Marketplace, made: Map<string, MadePicture>): Row[] {
  const chance = seededChance(seed + 2)
  return vendors.flatMap((vendor) =>
    (pictures.get(vendor.id) ?? []).map(({ slot, order }) => {
      const { hash, width, height, bytes } = pictureNamed(made, order.name)
      return {
        id: chance.idAt(vendor.createdAt),
        vendor_id: vendor.id,
        slot,
        storage_key: `vendors/${hash}.webp`,
        media_type: 'image/webp',
        width,
        height,
        bytes,
        created_at: vendor.createdAt,
      }
    }),
  )
}

/** What happened to the products, and the state of each after it. */
export function productPast(now: Date, { products }: Marketplace): { past: Past; standings: Standing[] } {
  const chance = seededChance(seed + 3)
  const past: Past = { decisions: [], audit: [], messages: [] }
  const standings = products.map(({ id, vendor, details, state, steps }) => {
    const subject = {
      type: 'product' as const,
      id,
      name: details.product_name,
      vendorName: vendor.details.username,
      recipient: vendor.details.email,
    }
    return tell(state === 'draft' ? unheard() : past, chance, now, subject, steps)
  })
  return { past, standings }
}

/** The rows of the products, their pictures and versions. */
export function productRows(
  { products }: Marketplace,
  standings: readonly Standing[],
  made: Map<string, MadePicture>,
  categories: ReadonlyMap<string, string>,
) {
  const chance = seededChance(seed + 4)
  const [submissions, images]: [Row[], Row[]] = [[], []]
  const rows = products.map((product, index) => {
    const { earlier, wanted, details, createdAt } = product
    const standing = standings[index]
    if (!standing) throw new Error('a product without a past')
    const again = product.steps.findLast(({ kind }) => kind === 'came')?.at ?? createdAt
    const keep = (number: number, at: Date, version: ProductDetails, kind: string, status: string) => {
      const payload = { ...version, images: version.images.map((name) => pictureNamed(made, name).hash) }
      const ids = { id: chance.idAt(at), product_id: product.id }
      submissions.push({ ...ids, number, kind, status, payload, body_hash: hashOf(payload), created_at: at })
    }
    keep(1, createdAt, earlier ?? details, 'application', 'recorded')
    if (earlier) keep(2, again, details, 'application', 'recorded')
    if (wanted) keep(2, wanted.at, wanted.details, 'revision', 'waiting')
    images.push(...imageRows(chance, product, made))
    return {
      ...productRow(product, standing, made),
      category_id: categories.get(details.category) ?? null,
    }
  })
  return { rows, submissions, images }
}

function productRow(product: DemoProduct, standing: Standing, made: Map<string, MadePicture>): Row {
  const { images, product_price, discounted_price, ...columns } = product.details
  return {
    id: product.id,
    external_id: product.external_id,
    vendor_id: product.vendor.id,
    ...columns,
    product_price: paisaOf(product_price),
    discounted_price: paisaOf(discounted_price),
    status: product.state === 'draft' ? 'draft' : standing.status,
    available: product.available,
    version: standing.version,
    created_at: product.createdAt,
    updated_at: standing.updated,
    status_since: standing.since,
    status_reason: standing.reason,
    submission_number: product.earlier || product.wanted ? 2 : 1,
    revision_waiting_since: product.wanted?.at ?? null,
    cover_image: images[0] ? pictureNamed(made, images[0]).hash : '',
  }
}

/** The live pictures in their order, then those that wait with an edit. */
function imageRows(chance: Chance, product: DemoProduct, made: Map<string, MadePicture>): Row[] {
  const live = product.details.images
  const waiting = (product.wanted?.details.images ?? []).filter((name) => !live.includes(name))
  return [...live, ...waiting].map((name, index) => {
    const { hash, width, height } = pictureNamed(made, name)
    const at = index < live.length ? product.createdAt : (product.wanted?.at ?? product.createdAt)
    return {
      id: chance.idAt(at),
      product_id: product.id,
      media: hash,
      position: index + 1,
      width,
      height,
      is_live: index < live.length,
      created_at: at,
    }
  })
}

function pictureNamed(made: Map<string, MadePicture>, name: string): MadePicture {
  const picture = made.get(name)
  if (!picture) throw new Error(`no picture named ${name} was drawn`)
  return picture
}

/** Whole paisa as text: JSON has no bigint, and PostgreSQL reads the digits. */
function paisaOf(rupees: string): string {
  return String(parseRupees(rupees))
}

/** Nothing has happened yet to a draft: its beginning is told to nobody. */
function unheard(): Past {
  return { decisions: [], audit: [], messages: [] }
}
