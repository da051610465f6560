import { sql } from 'kysely'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { orderStatuses } from '../moves-contract.ts'
import type { OrderRecord } from './tables.ts'

type Row = Pick<OrderRecord, 'order_number' | 'customer_name' | 'city' | 'total_bill' | 'order_status'>

/** Orders by number, invoice, tracking number, payment reference, SKU, or by their customer. */
export const findOrders: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`orders o`,
      alias: 'o',
      search: { table: 'order_search', column: 'o.id' },
      partitions: orderStatuses.map((status) => sql`o.list = ${status}`),
      newest: 'placed_at',
      select: sql`o.order_number, o.customer_name, o.city, o.total_bill, o.order_status`,
      found: ({ order_number, customer_name, city, total_bill, order_status }) => ({
        title: order_number,
        notes: [customer_name, city],
        amount: rupeesFromPaisa(total_bill),
        status: order_status,
      }),
    },
    sought,
  )
