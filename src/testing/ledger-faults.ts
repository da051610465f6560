/** Reads rows of the database under test: its own pool, or a client of another process. */
export type ReadRows = (query: string) => Promise<Record<string, unknown>[]>

/** Where a vendor's money is booked, held or not, is one side of a sale. */
const sides = `case when a.kind in ('vendor_held', 'vendor_available') then 'vendor' else a.kind end`

/** What each side of an order still has by its frozen lines, and by the ledger; the two cancel out. */
const shares = `
  select l.order_id, s.side, s.owner_id, s.amount
  from (
    select l.*, p.vendor_id, greatest(l.line_total - l.discount, 1)::numeric as net, l.reversed::numeric as back
    from order_lines l join order_parts p on p.id = l.part_id
  ) l
  cross join lateral (
    select div(l.commission * back, net) as c, div(l.income_tax * back, net) as i, div(l.sales_tax * back, net) as t,
      div(l.promotion_grant * back, net) as g
  ) given
  cross join lateral (values
    ('commission', null::uuid, l.commission - c), ('income_tax', null, l.income_tax - i),
    ('sales_tax', null, l.sales_tax - t), ('vendor', l.vendor_id, l.vendor_share - (l.back + g - c - i - t)),
    ('promotion', null, g - l.promotion_grant)
  ) s (side, owner_id, amount)
  union all
  select order_id, 'shipping', null, shipping_total - shipping_reversed from order_parts
  union all
  select t.order_id, ${sides}, case when a.kind like 'vendor%' then a.owner_id end, l.amount
  from ledger_lines l join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
  where t.order_id is not null and t.kind <> 'release'
    and a.kind in ('commission', 'income_tax', 'sales_tax', 'shipping', 'promotion', 'vendor_held', 'vendor_available')`

const ofOrders = `
  from ledger_lines l join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
  where t.order_id is not null`

/** Each finds what may not be: a row is a fault, and its first column says where. */
const checks: Readonly<Record<string, string>> = {
  'the whole ledger does not sum to zero': `
    select sum(amount)::text as at from ledger_lines having sum(amount) <> 0`,
  'a transaction does not sum to zero': `
    select transaction_id as at from ledger_lines group by 1 having sum(amount) <> 0`,
  'a transaction has no lines': `
    select id as at from ledger_transactions t where not exists (select from ledger_lines where transaction_id = t.id)`,
  'a balance is not the sum of its lines': `
    select account_id as at, sum(amount) from (
      select account_id, amount::numeric from ledger_lines
      union all select account_id, -amount from ledger_balances
      union all select account_id, -amount from ledger_deltas
    ) b group by 1 having sum(amount) <> 0`,
  'a line is not split to the paisa': `
    select id as at from order_lines
    where commission + income_tax + sales_tax + vendor_share <> line_total - discount + promotion_grant
      or least(promotion_grant, promotion_discount - promotion_grant, commission, income_tax, sales_tax, vendor_share, discount, reversed) < 0
      or reversed > line_total - discount`,
  'the parts of an order do not come to it': `
    select o.id as at from orders o join order_parts p on p.order_id = o.id group by o.id
    having sum(p.total) <> o.total_bill or sum(p.discount_total) <> o.discount_total
      or sum(p.shipping_total) <> o.shipping_total or sum(p.items_total) <> o.items_total`,
  'the lines of a part do not come to it': `
    select p.id as at from order_parts p join order_lines l on l.part_id = p.id group by p.id
    having sum(l.line_total) <> p.items_total or sum(l.discount) <> p.discount_total
      or sum(l.vendor_share) <> p.vendor_share`,
  'an order was sold otherwise than once': `
    select o.id as at from orders o where (o.total_bill > 0)::int <>
      (select count(*) from ledger_transactions t where t.order_id = o.id and t.kind = 'sale')`,
  'what was reversed is not the mirror of the sale': `
    select order_id as at, side, owner_id, sum(amount) from (${shares}) s group by 1, 2, 3 having sum(amount) <> 0`,
  'an order is owed otherwise than its account says': `
    select o.id as at from orders o
    left join (select t.order_id, sum(l.amount) as n ${ofOrders} and a.kind = 'customer_due' group by 1) d
      on d.order_id = o.id
    where coalesce(d.n, 0) <> o.total_bill - o.reversed_total - o.paid_total + o.refunded_total`,
  'what was paid and refunded is not where the money is': `
    select o.id as at from orders o
    left join (select t.order_id, sum(l.amount) as n ${ofOrders}
      and a.kind in ('bank', 'gateway', 'courier', 'courier_fee', 'courier_tax', 'courier_difference',
        'customer_wallet') group by 1) d on d.order_id = o.id
    where coalesce(d.n, 0) <> o.paid_total - o.refunded_total`,
  'an order was given back otherwise than its lines': `
    select o.id as at from orders o where reversed_total <>
      (select coalesce(sum(reversed), 0) from order_lines where order_id = o.id)
      + (select coalesce(sum(shipping_reversed), 0) from order_parts where order_id = o.id)`,
  'a share is on the wrong one of the two accounts': `
    select p.id as at from order_parts p
    join (select t.order_id, a.owner_id, a.kind, sum(l.amount) as n ${ofOrders} group by 1, 2, 3) d
      on d.order_id = p.order_id and d.owner_id = p.vendor_id
    where d.n <> 0 and d.kind = case when p.released_at is null then 'vendor_available' else 'vendor_held' end`,
  'a part was released twice': `
    select part_id as at from ledger_transactions where kind = 'release' group by 1 having count(*) > 1`,
  'a refund was sent otherwise than once': `
    select r.id as at from refunds r where (r.status = 'sent')::int <>
      (select count(*) from ledger_transactions t where t.source_id = r.id and t.kind = 'refund')`,
  'a refund and its lines differ': `
    select r.id as at from refunds r left join refund_lines l on l.refund_id = r.id where r.kind = 'lines' group by r.id
    having r.amount <> r.shipping + coalesce(sum(l.amount), 0)`,
  'a withdrawal is not where its state says': `
    select w.id as at, w.status, k.kinds, n.owner, n.bank, n.out from withdrawals w
    cross join lateral (
      select array_agg(t.kind order by t.kind) as kinds, count(*) filter (where t.kind = 'withdrawal') as asked,
        count(*) filter (where t.kind in ('payout', 'payout_back', 'withdrawal_back'))
          - count(*) filter (where t.kind = 'payout_undone') as moves
      from ledger_transactions t where t.source_id = w.id
    ) k
    cross join lateral (
      select coalesce(sum(l.amount) filter (where a.owner_id = w.owner_id), 0) as owner,
        coalesce(sum(l.amount) filter (where a.kind = 'bank'), 0) as bank,
        coalesce(sum(l.amount) filter (where a.kind = 'paying_out'), 0) as out
      from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
      join ledger_accounts a on a.id = l.account_id where t.source_id = w.id
    ) n
    where k.asked <> 1
      or k.moves <> all (case w.status when 'paid' then array[1] when 'declined' then array[1, 2] else array[0] end)
      or n.owner <> case w.status when 'declined' then 0 else w.amount end
      or n.bank <> case w.status when 'paid' then -w.amount else 0 end
      or n.out <> case when w.status in ('requested', 'approved') then -w.amount else 0 end`,
  'a withdrawal moved another amount': `
    select w.id as at from withdrawals w join ledger_transactions t on t.source_id = w.id
    join ledger_lines l on l.transaction_id = t.id where abs(l.amount) <> w.amount`,
  'what is on its way out is not what was asked for': `
    select 'paying_out' as at where
      (select coalesce(sum(amount), 0) from withdrawals where status in ('requested', 'approved')) <>
      (select coalesce(-sum(l.amount), 0) from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where a.kind = 'paying_out')`,
  'a withdrawal is in two bank files, or in none that it names': `
    select w.id as at from withdrawals w where
      (select count(*) from payout_lines l join payout_runs r on r.id = l.run_id
        where l.withdrawal_id = w.id and l.excluded_why = '' and r.status = 'closed') <> (w.run_id is not null)::int
      or (w.run_id is not null and not exists (
        select from payout_lines l where l.run_id = w.run_id and l.withdrawal_id = w.id and l.excluded_why = ''))`,
  'a bank file holds what was closed before it was made': `
    select w.id as at, f.version from payout_file_lines l join payout_files f on f.id = l.file_id
    join withdrawals w on w.id = l.withdrawal_id where w.closed_at < f.made_at`,
  'a bank file holds what its run does not pay': `
    select l.withdrawal_id as at from payout_file_lines l join payout_files f on f.id = l.file_id
    join withdrawals w on w.id = l.withdrawal_id where w.run_id is distinct from f.run_id`,
  'an answer of the bank moved a payment that it did not keep': `
    select a.id as at from payout_answers a join payout_imports i on i.id = a.import_id
    where i.file_hash is not null and (a.before is not null) <> (a.outcome in ('paid', 'returned'))`,
  'a counter differs from its rows': `
    select key as at, sum(n) from (
      select 'vendors:' || list as key, count(*) as n from vendors group by 1
      union all select 'products:' || list, count(*) from products group by 1
      union all select 'customers:' || list, count(*) from customers group by 1
      union all select 'orders:' || list, count(*) from orders group by 1
      union all select 'withdrawals:' || list, count(*) from withdrawals group by 1
      union all select key, -n from counts union all select key, -n from count_deltas
    ) c where split_part(key, ':', 1) in ('vendors', 'products', 'customers', 'orders', 'withdrawals')
    group by 1 having sum(n) <> 0`,
  'a day of the dashboard differs from its orders or lines': `
    select kind || ' ' || day || ' ' || key as at, sum(n), sum(amount) from (
      select 'orders' as kind, karachi_day(placed_at) as day, order_status as key, count(*) as n,
        sum(total_bill) as amount from orders group by 1, 2, 3
      union all
      select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end,
        count(*), sum(abs(l.amount)) from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where a.owner_id = '00000000-0000-0000-0000-000000000000' group by 1, 2, 3
      union all
      select 'commission by order', karachi_day(o.placed_at),
        case when l.amount > 0 then 'commission debit' else 'commission credit' end, count(*), sum(abs(l.amount))
        from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
        join ledger_transactions t on t.id = l.transaction_id join orders o on o.id = t.order_id group by 1, 2, 3
      union all select kind, day, key, -n, -amount from daily_totals
      union all select kind, day, key, -n, -amount from daily_deltas
    ) t where kind in ('orders', 'accounts', 'commission by order') group by kind, day, key having sum(n) <> 0 or sum(amount) <> 0`,
  'a customer has another number of orders': `
    select c.id as at from customers c where (orders_count, orders_total) <> (
      select count(*), coalesce(sum(total_bill), 0) from orders
      where customer_id = c.id and order_status <> 'declined')`,
  'a customer has another number of refused deliveries': `
    select c.id as at from customers c where refused_count <> (
      select count(*) from order_parts p join orders o on o.id = p.order_id
      where o.customer_id = c.id and p.vendor_status = 'returned' and p.shipped_at is not null and p.delivered_at is null)`,
  'what a campaign sold differs from its lines': `
    select promotion_id as at, product_id, sum(orders), sum(pieces), sum(revenue), sum(discount), sum(granted) from (
      select promotion_id, product_id, 0 as orders, quantity as pieces, line_total - discount - reversed as revenue,
        left_of_line(promotion_discount, line_total - discount, reversed) as discount,
        left_of_line(promotion_grant, line_total - discount, reversed) as granted
      from order_lines where promotion_id is not null
      union all
      select promotion_id, '00000000-0000-0000-0000-000000000000', count(distinct order_id), 0, 0, 0, 0
      from order_lines where promotion_id is not null group by 1
      union all
      select promotion_id, product_id, -orders, -pieces, -revenue, -discount, -granted from promotion_totals
      union all
      select promotion_id, product_id, -orders, -pieces, -revenue, -discount, -granted from promotion_deltas
    ) t group by 1, 2 having sum(orders) <> 0 or sum(pieces) <> 0 or sum(revenue) <> 0 or sum(discount) <> 0 or sum(granted) <> 0`,
  'a piece of goods was counted otherwise than it went': `
    select id as at from order_lines where restocked < 0 or restocked > quantity - short`,
}

/** What is wrong with the money and the counters of an installation, in words; nothing when all of it adds up. */
export async function ledgerFaults(read: ReadRows): Promise<string[]> {
  const faults: string[] = []
  for (const [words, query] of Object.entries(checks)) {
    const rows = await read(`${query} limit 5`)
    for (const row of rows) faults.push(`${words}: ${JSON.stringify(row)}`)
  }
  return faults
}
