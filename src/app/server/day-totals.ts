import { sql } from 'kysely'
import { checkDayTotals, foldDayTotals } from '#kit/server/day-totals.ts'

const byMonth = ['products']

/** The rows that count for the daily totals, in the same way as the triggers of the migrations count them. */
const counted = [
  sql`
    select k.kind, karachi_day(placed_at) as day, k.key, 1 as n, total_bill::numeric as amount
    from orders cross join lateral (values
      ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
    ) k (kind, key)`,
  sql`
    select 'products', karachi_day(o.placed_at), l.product_id::text, l.quantity, l.line_total - l.discount
    from order_lines l join orders o on o.id = l.order_id where o.order_status <> 'declined'`,
  sql`select 'customers', karachi_day(created_at), '', 1, 0 from customers`,
  sql`
    select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end, 1, abs(l.amount)
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where a.owner_id = '00000000-0000-0000-0000-000000000000'`,
  sql`
    select 'commission by order', karachi_day(coalesce(o.placed_at, l.at)),
      case when l.amount > 0 then 'commission debit' else 'commission credit' end, 1, abs(l.amount)
    from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
    join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id`,
]

export const foldDailyTotals = foldDayTotals(byMonth)
export const checkDailyTotals = checkDayTotals(counted, byMonth)
