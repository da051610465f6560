import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { vendorLists } from '../contract.ts'
import { sealedMatch } from './queries.ts'
import type { VendorRecord } from './tables.ts'

type Row = Pick<VendorRecord, 'username' | 'shop_name' | 'sellers_city' | 'status'>

/** Vendors by name, shop, phone, email or city; by a sealed number for people who may reveal it. */
export const findVendors: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`vendors v`,
      alias: 'v',
      search: {
        table: 'vendor_search',
        column: 'v.id',
        also: 'q' in sought ? sealedMatch(ctx, sought.q) : null,
      },
      partitions: vendorLists.map((list) => sql`v.list = ${list}`),
      newest: 'created_at',
      select: sql`v.username, v.shop_name, v.sellers_city, v.status`,
      found: ({ username, shop_name, sellers_city, status }) => ({
        title: shop_name || username,
        notes: [shop_name ? username : '', sellers_city],
        status,
      }),
    },
    sought,
  )
