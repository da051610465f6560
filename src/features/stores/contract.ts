import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery, PageFacts } from '#kit/contract/page.ts'
import { texts } from './texts.ts'

/** A shop as shoppers see it in the list of all shops. */
export const StoreRow = z.object({
  id: z.uuid(),
  shop_name: z.string(),
  city: z.string(),
  /** Served under /media/<logo>.webp and /media/<logo>-96.webp; empty without a logo and a default image. */
  logo: z.string(),
  /** The listings that shoppers can buy now. */
  product_count: z.int(),
})
export type StoreRow = z.infer<typeof StoreRow>

const StoreProduct = z.object({
  id: z.uuid(),
  product_name: z.string(),
  /** The price in force, in rupees. */
  price: z.string(),
  /** The retail price, if the price in force is lower; null otherwise. */
  price_before: z.string().nullable(),
  /** Served under /media/<image>.webp; empty without a picture. */
  image: z.string(),
})
export type StoreProduct = z.infer<typeof StoreProduct>

/** A shop with one page of what it sells, newest first. */
export const Store = StoreRow.extend({
  /** Like the logo; empty without a banner and a default image. */
  banner: z.string(),
  joined_at: z.string(),
  products: z.array(StoreProduct),
  /** The page of these products, and how to get the others. */
  paging: PageFacts,
})
export type Store = z.infer<typeof Store>

/** A listing with the shop that sells it. */
export const NewestProduct = StoreProduct.extend({ store_id: z.uuid(), shop_name: z.string() })
export type NewestProduct = z.infer<typeof NewestProduct>

const access = { kind: 'public', because: texts.publicReason } as const
const path = '/api/storefront/stores'
const { page, cursor, limit } = listQuery(['created_at'], {}).shape

export const stores = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'The shops of the marketplace: approved vendors, by the name of their shop',
    access,
    query: listQuery(['shop_name', '-created_at'], {}),
    layout: 'page',
    answer: StoreRow,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One shop with what shoppers can buy there: 24 listings a page, newest first',
    access,
    params: z.strictObject({ id: z.uuid().toLowerCase() }),
    query: z.strictObject({ page, cursor, limit }),
    answer: Store,
    refuses: ['not-found'],
  }),
  newest: endpoint({
    method: 'GET',
    path: '/api/storefront/products/newest',
    summary: 'The 12 newest listings of all shops that shoppers can buy now, for the homepage',
    access,
    answer: z.array(NewestProduct),
  }),
}
