import { sql } from 'kysely'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { refundStatuses } from '../refund-contract.ts'

type Row = { order_number: string; customer_name: string; amount: Paisa; status: string }

/** Refunds by what their order is found by. */
export const findRefunds: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`refunds r`,
      alias: 'r',
      search: { table: 'order_search', column: 'r.order_id' },
      partitions: refundStatuses.map((status) => sql`r.status = ${status}`),
      newest: 'granted_at',
      select: sql`o.order_number, o.customer_name, r.amount, r.status`,
      joins: sql`join orders o on o.id = r.order_id`,
      found: ({ order_number, customer_name, amount, status }) => ({
        title: order_number,
        notes: [customer_name],
        amount: rupeesFromPaisa(amount),
        status,
      }),
    },
    sought,
  )
