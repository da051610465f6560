import { sql } from 'kysely'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { productLists } from '../contract.ts'
import type { ProductRecord } from './tables.ts'

type Row = Pick<ProductRecord, 'product_name' | 'sku' | 'product_price' | 'status'> & { shop_name: string }

/** Products by name, SKU, number of another system, shop or category. */
export const findProducts: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`products p`,
      alias: 'p',
      search: { table: 'product_search', column: 'p.id' },
      partitions: productLists.map((list) => sql`p.list = ${list}`),
      newest: 'created_at',
      select: sql`p.product_name, p.sku, p.product_price, p.status,
        coalesce(nullif(v.shop_name, ''), v.username) as shop_name`,
      joins: sql`join vendors v on v.id = p.vendor_id`,
      found: ({ product_name, sku, shop_name, product_price, status }) => ({
        title: product_name,
        notes: [sku, shop_name],
        amount: rupeesFromPaisa(product_price),
        status,
      }),
    },
    sought,
  )
