import { sql } from 'kysely'
import type { Job } from '#kit/server/jobs.ts'
import './tables.ts'

/** Adds waiting deltas to the totals of their days, so that a reader has few to add. Safe beside other instances. */
export const foldDailyTotals: Job = {
  name: 'fold-daily-totals',
  everySeconds: 5,
  run: async ({ db }) => {
    await sql`
      with taken as (
        delete from daily_deltas where ctid = any(array(
          select ctid from daily_deltas limit 20000 for update skip locked))
        returning kind, day, key, n, amount
      ), sums as (
        select kind, day, key, sum(n) as n, sum(amount) as amount from (
          select * from taken
          union all
          select 'products by month', date_trunc('month', day)::date, key, n, amount from taken where kind = 'products'
        ) all_kinds group by kind, day, key order by kind, day, key
      )
      insert into daily_totals (kind, day, key, n, amount) select kind, day, key, n, amount from sums
      on conflict (kind, day, key) do update
        set n = daily_totals.n + excluded.n, amount = daily_totals.amount + excluded.amount`.execute(db)
  },
}

/**
 * Sums the orders, lines, customers and the marketplace's accounts anew once a night and puts right what differs, which would be a
 * defect and is logged as one.
 */
export const checkDailyTotals: Job = {
  name: 'check-daily-totals',
  cron: '10 4 * * *',
  run: async ({ db }, log) => {
    const { rows } = await sql<{ kind: string; day: string; key: string }>`
      insert into daily_deltas (kind, day, key, n, amount)
      select kind, day, key, sum(n), sum(amount) from (
        select k.kind, karachi_day(placed_at) as day, k.key, 1 as n, total_bill::numeric as amount
        from orders cross join lateral (values
          ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
        ) k (kind, key)
        union all
        select 'products', karachi_day(o.placed_at), l.product_id::text, l.quantity, l.line_total - l.discount
        from order_lines l join orders o on o.id = l.order_id where o.order_status <> 'declined'
        union all
        select 'customers', karachi_day(created_at), '', 1, 0 from customers
        union all
        select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end, 1, abs(l.amount)
        from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where a.owner_id = '00000000-0000-0000-0000-000000000000'
        union all
        select 'commission by order', karachi_day(coalesce(o.placed_at, l.at)),
          case when l.amount > 0 then 'commission debit' else 'commission credit' end, 1, abs(l.amount)
        from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
        join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id
        -- Held against the days as they are folded: what puts a day right is folded into its month as well.
        union all
        select 'products by month', date_trunc('month', day)::date, key, n, amount from daily_totals where kind = 'products'
        union all select kind, day, key, -n, -amount from daily_totals
        union all select kind, day, key, -n, -amount from daily_deltas
      ) difference group by kind, day, key having sum(n) <> 0 or sum(amount) <> 0
      returning kind, day::text, key`.execute(db)
    if (rows.length > 0)
      log.error({ totals: rows.slice(0, 20) }, 'totals of days differed and were put right')
  },
}
