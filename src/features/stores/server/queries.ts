import { type RawBuilder, sql } from 'kysely'
import { firstApproved } from '#features/vendors/server/approval-queries.ts'
import '#features/vendors/server/tables.ts'
import { readDefaultImages } from '#features/default-images/server/queries.ts'
import { isOnShelf } from '#features/products/shelf/server/queries.ts'
import { holdingOf, nextCampaignMoment, offersAt } from '#features/promotions/price/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { searchWords } from '#kit/contract/search-words.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { type PublicAnswer, pricedAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import { idsWith } from '#kit/server/search.ts'
import type { NewestProduct, Store, StoreProduct, StoreRow, stores } from '../contract.ts'
import { publishPicture } from './picture-reader.ts'

/** How many listings of a shop a page has, if nothing else is asked for. */
const productsAPage = 24

/** Shops whose vendor is approved. */
const isOpen = sql`v.list = 'approved' and v.shop_name <> ''`

/** The listings of an open shop that shoppers can buy now. */
const onShelfOf = (vendor: RawBuilder<unknown>) => sql`p.vendor_id = ${vendor} and ${isOnShelf}`

/** Only what the shop itself shows is read: nothing of the person behind it. */
const columns = sql`v.id, v.shop_name, v.sellers_city as city,
  (select count(*)::int4 from products p where ${onShelfOf(sql`v.id`)}) as product_count,
  (select f.storage_key from vendor_files f
    where f.vendor_id = v.id and f.slot in ('shop_logo', 'shop_image') and f.replaced_at is null and not f.waits
    order by f.slot = 'shop_logo' desc limit 1) as logo_key,
  (select f.storage_key from vendor_files f
    where f.vendor_id = v.id and f.slot = 'shop_banner' and f.replaced_at is null and not f.waits
    limit 1) as banner_key`

interface Row {
  id: string
  shop_name: string
  city: string
  product_count: number
  logo_key: string | null
  banner_key: string | null
}

/** The public answers that are made of shops and what they sell; triggers say when these differ. */
const publicKind = 'stores'

/** A page of a list is kept if anybody can come to it by its number, and if there is such a page. */
const isKeptPage = (asked: { page?: number | undefined; cursor?: string | undefined }, page: number | null) =>
  asked.cursor === undefined && page === (asked.page ?? 1)

/** One page of the shops, by name; in memory until a shop changes, unless it was searched for. */
export async function listStores(
  ctx: Context,
  input: Input<typeof stores.list>,
): Promise<PublicAnswer<Page<StoreRow>>> {
  const { q, cursor, page, limit, sort } = input
  const key = JSON.stringify([q ?? '', sort ?? '', limit ?? 0, page ?? 1, cursor ?? ''])
  return publicAnswer(
    await ctx.services.publicCache.read(ctx, publicKind, key, async () => {
      const value = await readStores(ctx, input)
      return { value, until: null, isKept: q === undefined && isKeptPage(input, value.page) }
    }),
  )
}

async function readStores(ctx: Context, input: Input<typeof stores.list>): Promise<Page<StoreRow>> {
  const source: ListSource<Row> = {
    from: sql`vendors v`,
    alias: 'v',
    partitions: [isOpen],
    filters: input.q ? [isNamed(input.q)] : [],
    sorts: {
      shop_name: { column: 'shop_name', type: 'text' },
      created_at: { column: 'created_at', type: 'timestamptz' },
    },
    select: columns,
    countAll: async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int4 as n from vendors v where ${isOpen}`.execute(ctx.db)
      return rows[0]?.n ?? 0
    },
    shape: (row: Row) => row,
  }
  const { rows, ...facts } = await listPage(ctx.db, source, input)
  const { shop_image } = await readDefaultImages(ctx)
  const shown = rows.map(async ({ id, shop_name, city, product_count, logo_key }) => ({
    ...{ id, shop_name, city, product_count },
    logo: await publishPicture(ctx, logo_key, shop_image),
  }))
  return { rows: await Promise.all(shown), ...facts }
}

/**
 * The search of vendors, narrowed to what shoppers see: its index also knows e-mail addresses and phone numbers, and
 * a person who asks for one of these must not learn whose it is.
 */
function isNamed(q: string): RawBuilder<unknown> {
  const words = searchWords(q)
  if (words.length === 0) return sql`false`
  const own = words.map((word) => sql`strpos(search_fold(v.shop_name || ' ' || v.sellers_city), ${word}) > 0`)
  return sql`(${sql.join([sql`v.id in ${idsWith('vendor_search', q)}`, ...own], sql` and `)})`
}

/** For how long an answer with prices is kept at most: the clocks of instances and of the database differ. */
const pricedMs = 60_000

/**
 * One shop with a page of its listings; in memory until something of it changes, or a campaign starts or ends. Refuses
 * (not-found) a vendor that is not approved, as if there were none.
 */
export async function readStore(
  ctx: Context,
  { id, ...asked }: Input<typeof stores.get>,
): Promise<PublicAnswer<Store>> {
  const key = JSON.stringify(['one', id, asked.limit ?? 0, asked.page ?? 1, asked.cursor ?? ''])
  const value = await ctx.services.publicCache.read(ctx, publicKind, key, async () => {
    const latest = new Date(ctx.now().getTime() + pricedMs)
    // Before the prices: a campaign that starts while they are read ends the answer at once.
    const moment = await nextCampaignMoment(ctx)
    const store = await readOpen(ctx, id, asked)
    if (!store) return { value: null, until: null, isKept: false }
    const until = moment && moment < latest ? moment : latest
    return { value: store, until, isKept: isKeptPage(asked, store.paging.page) }
  })
  if (!value) throw new Refusal('not-found', 'There is no such shop')
  return pricedAnswer(value)
}

type AskedPage = Omit<Input<typeof stores.get>, 'id'>

async function readOpen(ctx: Context, id: string, asked: AskedPage): Promise<Store | null> {
  const { rows } = await sql<Row & { joined_at: Date }>`
    select ${columns}, ${firstApproved(sql`v`)} as joined_at from vendors v where v.id = ${id} and ${isOpen}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) return null
  const { shop_image, shop_banner } = await readDefaultImages(ctx)
  const { shop_name, city, product_count, joined_at, logo_key, banner_key } = row
  const { rows: products, ...paging } = await readShelf(ctx, row, asked)
  return {
    ...{ id, shop_name, city, product_count },
    logo: await publishPicture(ctx, logo_key, shop_image),
    banner: await publishPicture(ctx, banner_key, shop_banner),
    joined_at: joined_at.toISOString(),
    products,
    paging,
  }
}

interface Shelved {
  id: string
  product_name: string
  product_price: Paisa
  discounted_price: Paisa
  cover_image: string
}

/** A page of what a shop sells, each listing with its price in force. */
async function readShelf(
  ctx: Context,
  { id, product_count }: Row,
  asked: AskedPage,
): Promise<Page<StoreProduct>> {
  const source: ListSource<Shelved> = {
    from: sql`products p`,
    alias: 'p',
    partitions: [onShelfOf(sql`${id}::uuid`)],
    filters: [],
    sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
    select: sql`p.id, p.product_name, p.product_price, p.discounted_price, p.cover_image`,
    countAll: async () => product_count,
    shape: (row: Shelved) => row,
  }
  const page = await listPage(ctx.db, source, { limit: productsAPage, ...asked, sort: '-created_at' })
  return { ...page, rows: await withPrices(ctx, page.rows) }
}

/** The listings as shoppers see them, each with the price that is in force. */
async function withPrices(ctx: Context, rows: readonly Shelved[]): Promise<StoreProduct[]> {
  const offers = await offersAt(
    rows.map(({ id }) => id),
    ctx.now(),
  ).execute(ctx.db)
  const byProduct = Map.groupBy(offers.rows, ({ product_id }) => product_id)
  return rows.map((product) => {
    const retail = rupeesFromPaisa(product.product_price)
    const listed = product.discounted_price > 0n ? rupeesFromPaisa(product.discounted_price) : retail
    const price = holdingOf(byProduct.get(product.id) ?? [])?.price ?? listed
    return {
      id: product.id,
      product_name: product.product_name,
      price,
      price_before: price === retail ? null : retail,
      image: product.cover_image,
    }
  })
}

/** How many listings the homepage shows, and for how long at most an instance answers them from its memory. */
const newestListings = 12
const newestMs = 30_000

/** The newest listings of all shops. */
export async function readNewest(ctx: Context): Promise<PublicAnswer<NewestProduct[]>> {
  const newest = await ctx.services.publicCache.read(ctx, 'stores', 'newest', async () => {
    const latest = new Date(ctx.now().getTime() + newestMs)
    const moment = await nextCampaignMoment(ctx)
    const { rows } = await sql<Shelved & { store_id: string; shop_name: string }>`
      select p.id, p.product_name, p.product_price, p.discounted_price, p.cover_image, v.id as store_id, v.shop_name
      from products p join vendors v on v.id = p.vendor_id
      where ${isOpen} and ${isOnShelf}
      order by p.created_at desc, p.id desc limit ${newestListings}`.execute(ctx.db)
    const priced = await withPrices(ctx, rows)
    const value = priced.flatMap((product, index) => {
      const row = rows[index]
      return row ? [{ ...product, store_id: row.store_id, shop_name: row.shop_name }] : []
    })
    return { value, until: moment && moment < latest ? moment : latest }
  })
  return pricedAnswer(newest)
}
