import type pg from 'pg'
import type { Size } from './fill.ts'
import { chance, idAt, idOf, word, words } from './words.ts'

/**
 * Orders of the last two years with all that the product keeps of them: 2.5 lines each on average, parts, payments,
 * cash that was collected, declines with their refunds, shares that were released, withdrawals, the audit rows of each
 * move, counters, balances and totals of days. Younger orders wait or are on their way, older ones are over. Products
 * and vendors sell unevenly. Triggers are off meanwhile; what they would have kept is summed at the end, and the
 * nightly checks of the product look at it afterwards.
 */
export async function fillOrders(client: pg.Client, size: Size, say: (line: string) => void): Promise<void> {
  const run = async (what: string, ...statements: string[]) => {
    say(what)
    for (const statement of statements) await client.query(statement)
  }
  const count = (n: number) => n.toLocaleString('en')
  await run('what is sold', 'set session_replication_role = replica', ...sold)
  await run(`${count(size.orders)} orders`, ...plan(size), ...orders)
  await run('their ledger', ...ledger)
  await run('withdrawals', ...withdrawals)
  await run(`${count(size.customers)} customers`, ...customers(size))
  await run('their histories', ...histories)
  await run('what is searched, counters, balances and totals of days', ...kept)
  await client.query('drop table b_sold, b_orders, b_lines')
  await client.query('set session_replication_role = origin')
}

const name = (of: string) =>
  `${word(words.name, 59, of)} || ' ' || ${word(words.family, 61, of)} || ' ' || ${of}`
const email = (of: string) => `'customer' || ${of} || '@mail.example'`
const phone = (of: string) => `'+923' || lpad(((${of}) * 7919 % 1000000000)::text, 9, '0')`
const city = (of: string) => word(words.city, 67, of)
const hours = (expression: string) => `interval '1 hour' * (${expression})`

const sold = [
  `create unlogged table b_sold as
   select row_number() over (order by p.vendor_id, p.id) as n, p.id, p.vendor_id, p.sku, p.product_name,
     case when p.discounted_price > 0 then p.discounted_price else p.product_price end as price,
     coalesce(nullif(v.shop_name, ''), v.username) as shop_name
   from products p join vendors v on v.id = p.vendor_id where p.list = 'approved' and v.status = 'approved'`,
  'alter table b_sold add primary key (n)',
  'analyze b_sold',
]

/** What each order is like, and of which products; everything else follows from it. */
function plan({ orders: n, customers: c }: Size): string[] {
  return [
    `create unlogged table b_orders as
     select *, case when status = 'completed' then 'delivered'
         when status <> 'processing' then 'to_pack'
         when luck < 0.4 then 'to_pack' when luck < 0.6 then 'packed' else 'shipped' end as vendor_status,
       case when status = 'declined' and method = 'cod' then 'unpaid' when status = 'completed' then 'paid'
         when method = 'cod' then 'cod_due' when status <> 'processing' and luck < 0.2 then 'unpaid'
         when status = 'declined' and age > 3 then 'refunded' else 'paid' end as payment_status
     from (select i, k, at, age, method, ${idAt('at', "'order' || i")} as id, ${chance(71)} as luck,
         case when age < 10 then case when state < 0.6 then 'pending' when state < 0.9 then 'processing'
             when state < 0.96 and age > 3 then 'completed' else 'declined' end
           when state < 0.005 then 'processing' when state < 0.93 then 'completed' else 'declined' end as status
       from (select i, date_trunc('second', now()) - (${n} - i) * interval '730 days' / ${n} as at,
           (${n} - i) * 730::float8 / ${n} as age, ${chance(73)} as state,
           1 + floor(${chance(79)} * i * ${c} / ${n})::bigint as k,
           case when ${chance(83)} < 0.6 then 'cod'
             else (array['bank_transfer', 'raast', 'easypaisa', 'jazzcash', 'card'])[1 + i % 5] end as method
         from generate_series(1, ${n}::bigint) i) told) known`,
    'alter table b_orders add primary key (i)',
    // The second and the fourth line are of the neighbouring product, which mostly is of the same vendor.
    `create unlogged table b_lines as
     select *, dense_rank() over (partition by i order by first) as part, price * quantity as total,
       case when i % 5 = 0 then price * quantity / 20 else 0 end as discount
     from (select l.i, l.number, l.quantity, s.*, min(l.number) over (partition by l.i, s.vendor_id) as first
       from (select i, number, 1 + (i + number) % 3 as quantity,
           1 + (floor(power(${chance(89, 'i * 4 + (number + 1) / 2')}, 1.7) * (select max(n) from b_sold))::bigint
             + (number + 1) % 2) % (select max(n) from b_sold) as n
         from b_orders, generate_series(1, 1 + i % 4) number) l
       join b_sold s using (n)) own`,
    'analyze b_orders',
    'analyze b_lines',
  ]
}

const line = idAt('o.at', "'line' || o.i || '-' || l.number")
const part = idAt('o.at', "'part' || o.i || '-' || l.part")
const net = '(l.total - l.discount)'
const commission = `((${net} * 1000 + 5000) / 10000)`
const shippingOfPart = 15000
const delivered = `case when o.status = 'completed' then o.at + ${hours('50 + o.i % 20')} end`

const orders = [
  `insert into order_lines (id, order_id, part_id, number, product_id, sku, product_name, unit_price, quantity,
     line_total, discount, commission_why, commission_rate_bp, commission, vendor_share, reversed, restocked)
   select ${line}, o.id, ${part}, l.number, l.id, l.sku, l.product_name, l.price, l.quantity, l.total, l.discount,
     'No rule fits: the standard rate', 1000, ${commission}, ${net} - ${commission},
     case when o.status = 'declined' then ${net} else 0 end, case when o.status = 'declined' then l.quantity else 0 end
   from b_lines l join b_orders o using (i) order by l.i, l.number`,
  `insert into order_parts (id, order_id, vendor_id, number, shop_name, vendor_status, items_total, discount_total,
     shipping_total, total, vendor_share, shipping_reversed, courier, tracking_number, packed_at, shipped_at,
     delivered_at, released_at, placed_at)
   select id, order_id, vendor_id, number, shop_name, vendor_status, items, discount, shipping, total, share, reversed,
     courier, tracking, packed, shipped, delivered,
     case when delivered + interval '7 days' < now() then delivered + interval '7 days' end, placed
   from (
     select ${part} as id, o.id as order_id, l.vendor_id, l.part, min(l.shop_name), o.vendor_status,
       sum(l.total)::bigint, sum(l.discount)::bigint, ${shippingOfPart}, sum(${net})::bigint + ${shippingOfPart},
       sum(${net} - ${commission})::bigint, case when o.status = 'declined' then ${shippingOfPart} else 0 end,
       case when o.vendor_status in ('shipped', 'delivered') then ${word(words.courier, 97, 'o.i')} else '' end,
       case when o.vendor_status in ('shipped', 'delivered') then 'T' || o.i || '-' || l.part else '' end,
       case when o.vendor_status in ('packed', 'shipped', 'delivered') then o.at + interval '2 hours' end,
       case when o.vendor_status in ('shipped', 'delivered') then o.at + interval '20 hours' end,
       ${delivered}, o.at
     from b_lines l join b_orders o using (i) group by o.i, l.part, l.vendor_id order by o.i, l.part
   ) p (id, order_id, vendor_id, number, shop_name, vendor_status, items, discount, shipping, total, share, reversed,
     courier, tracking, packed, shipped, delivered, placed)`,
  `insert into orders (id, external_id, body_hash, order_number, customer_id, customer_name, email, phone, address,
     city, province, device_os, payment_method, order_status, payment_status, vendor_status, items_total,
     discount_total, shipping_total, total_bill, total_qty, paid_total, reversed_total, refunded_total,
     due_when_declined, payment_reference, status_reason, placed_at, status_since, created_at, updated_at, version, skus)
   select o.id, 'o' || o.i, decode(md5('o' || o.i), 'hex'), 'M-' || (100000 + o.i), ${idOf("'customer' || o.k")},
     ${name('o.k')}, ${email('o.k')}, ${phone('o.k')}, o.k || ' Canal Road', ${city('o.k')}, 'PK-PB',
     ${word(words.device, 101, 'o.i')}, o.method, o.status, o.payment_status, o.vendor_status, items, discount,
     shipping, bill, qty, case when o.payment_status in ('paid', 'refunded') then bill else 0 end,
     case when o.status = 'declined' then bill else 0 end, case when o.payment_status = 'refunded' then bill else 0 end,
     case when o.status = 'declined' and o.payment_status = 'unpaid' then bill else 0 end,
     case when o.payment_status in ('paid', 'refunded') and o.method <> 'cod' then 'P-' || o.i else '' end,
     case when o.status = 'declined' then 'The customer did not answer' else '' end, o.at,
     case when o.status = 'pending' then o.at else o.at + interval '1 hour' end, o.at, o.at,
     case o.status when 'pending' then 1 when 'completed' then 5 else 2 end, skus
   from (select l.i, sum(l.total)::bigint as items, sum(l.discount)::bigint as discount,
       ${shippingOfPart} * max(l.part) as shipping, sum(${net})::bigint + ${shippingOfPart} * max(l.part) as bill,
       sum(l.quantity)::int as qty, string_agg(distinct l.sku, ' ') as skus
     from b_lines l group by l.i) sums join b_orders o using (i) order by o.i`,
  "select setval('order_numbers', 100000 + (select max(i) from b_orders))",
  `insert into refunds (id, order_id, status, amount, kind, reason, method, granted_by_name, granted_at,
     closed_by_name, closed_at)
   select ${idAt("status_since + interval '1 minute'", "'refund' || id")}, id,
     case when payment_status = 'refunded' then 'sent' else 'granted' end, total_bill, 'owed', status_reason, 'wallet',
     'Bench', status_since, case when payment_status = 'refunded' then 'Another' else '' end,
     case when payment_status = 'refunded' then status_since + interval '1 minute' end
   from orders where order_status = 'declined' and payment_status in ('paid', 'refunded')`,
]

const account = (kind: string, owner?: string) =>
  owner
    ? idOf(`'${kind}' || ${owner}`)
    : `(select id from ledger_accounts where kind = '${kind}' and owner_id = '${nobody}')`
const nobody = '00000000-0000-0000-0000-000000000000'

interface Entry {
  kind: string
  from: string
  at: string
  /** What makes its id its own. */
  key: string
}

/** A transaction of the ledger for each row. */
function entries(
  { kind, from, at, key }: Entry,
  { words: said, order = 'null', part: of = 'null', source = 'null' }: Record<string, string>,
): string {
  return `insert into ledger_transactions (id, at, kind, order_id, part_id, source_id, words)
    select ${idAt(at, `'${kind}' || ${key}`)}, ${at}, '${kind}', ${order}, ${of}::uuid, ${source}::uuid, ${said}
    from ${from} order by ${at}`
}

/** Lines of such transactions; `key` is the transaction's, `own` tells rows of one transaction apart. */
function lines(
  { kind, from, at, key }: Entry,
  amounts: [account: string, amount: string][],
  own = "''",
): string {
  const values = amounts.map(([of, amount], n) => `(${n}, ${of}, (${amount})::bigint)`)
  return `insert into ledger_lines (id, transaction_id, account_id, amount, at)
    select ${idAt(at, `'${kind}' || ${key} || ${own} || v.n || v.account`)}, ${idAt(at, `'${kind}' || ${key}`)},
      v.account, v.amount, ${at}
    from ${from} cross join lateral (values ${values.join(', ')}) v (n, account, amount)
    where v.amount <> 0 order by ${at}`
}

const of = (where: string, columns = '*') =>
  `(select ${columns} from order_parts p join b_money m using (order_id) where ${where}) row`
const byOrder = (kind: string, from: string, at: string): Entry => ({ kind, from, at, key: 'order_id' })
const sale = byOrder('sale', 'b_money', 'placed')
const reversal = byOrder('reversal', "(select * from b_money where status = 'declined') row", 'moved')
const payment = byOrder('payment', "(select * from b_money where paid and method <> 'cod') row", 'placed')
const refund = byOrder('refund', "(select * from b_money where payment_status = 'refunded') row", 'moved')
const collection = { kind: 'collection', from: of("paid and method = 'cod'"), at: 'delivered_at', key: 'id' }
const release = { kind: 'release', from: of('released_at is not null'), at: 'released_at', key: 'id' }
const rest = 'bill - shipping - share'

const ledger = [
  `create unlogged table b_money as
   select o.id as order_id, order_number, customer_id, total_bill as bill, o.shipping_total as shipping, share,
     order_status as status, payment_status, paid_total > 0 as paid, payment_method as method, o.placed_at as placed,
     status_since as moved
   from orders o join (select order_id as id, sum(vendor_share)::bigint as share from order_parts group by 1) p using (id)`,
  'analyze b_money',
  'analyze order_parts',
  `insert into ledger_accounts (id, kind, owner_id)
   select ${account('vendor_held', 'vendor_id')}, 'vendor_held', vendor_id from order_parts group by vendor_id`,
  `insert into ledger_accounts (id, kind, owner_id)
   select ${account('vendor_available', 'vendor_id')}, 'vendor_available', vendor_id
   from order_parts where released_at is not null group by vendor_id`,
  `insert into ledger_accounts (id, kind, owner_id)
   select ${account('customer_wallet', 'customer_id')}, 'customer_wallet', customer_id
   from b_money where payment_status = 'refunded' group by customer_id`,
  entries(sale, { order: 'order_id', words: "'Sale of order ' || order_number" }),
  lines(sale, [
    [account('customer_due'), 'bill'],
    [account('shipping'), '-shipping'],
    [account('commission'), `-(${rest})`],
  ]),
  lines({ ...sale, from: of('true') }, [[account('vendor_held', 'vendor_id'), '-vendor_share']], 'id'),
  entries(payment, { order: 'order_id', words: "'Payment of order ' || order_number" }),
  lines(payment, [
    [account('customer_due'), '-bill'],
    [
      `case when method in ('bank_transfer', 'raast') then ${account('bank')} else ${account('gateway')} end`,
      'bill',
    ],
  ]),
  entries(collection, {
    order: 'order_id',
    part: 'id',
    words: "'Cash of order ' || order_number || ', collected by ' || courier",
  }),
  lines(collection, [
    [account('customer_due'), '-total'],
    [account('courier'), 'total'],
  ]),
  entries(reversal, { order: 'order_id', words: "'Order ' || order_number || ' was declined'" }),
  lines(reversal, [
    [account('customer_due'), '-bill'],
    [account('shipping'), 'shipping'],
    [account('commission'), rest],
  ]),
  lines(
    { ...reversal, from: of("m.status = 'declined'") },
    [[account('vendor_held', 'vendor_id'), 'vendor_share']],
    'id',
  ),
  entries(refund, {
    order: 'order_id',
    source: '(select r.id from refunds r where r.order_id = row.order_id)',
    words: "'Refund of order ' || order_number",
  }),
  lines(refund, [
    [account('customer_due'), 'bill'],
    [account('customer_wallet', 'customer_id'), '-bill'],
  ]),
  entries(release, {
    order: 'order_id',
    part: 'id',
    words: "'Released: order ' || order_number",
  }),
  lines(release, [
    [account('vendor_held', 'vendor_id'), 'vendor_share'],
    [account('vendor_available', 'vendor_id'), '-vendor_share'],
  ]),
]

const asked: Entry = { kind: 'withdrawal', from: 'b_asked', at: 'requested_at', key: 'id' }
const paidOut: Entry = {
  kind: 'payout',
  from: "(select * from b_asked where status = 'paid') row",
  at: 'closed_at',
  key: 'id',
}
const back: Entry = {
  kind: 'withdrawal_back',
  from: "(select * from b_asked where status = 'declined') row",
  at: 'closed_at',
  key: 'id',
}
const ofOwner = `case when owner_type = 'vendor' then ${account('vendor_available', 'owner_id')} else ${account('customer_wallet', 'owner_id')} end`

/** Up to three of each vendor who has something, one of every other customer with a wallet. */
const withdrawals = [
  'create index b_refunds on refunds (order_id)',
  `insert into withdrawals (id, number, external_id, owner_type, owner_id, owner_name, amount, status, bank_name,
     account_title, iban_masked, requested_by_name, requested_at, approved_by_name, approved_at, closed_by_name,
     closed_at, reason, bank_reference, updated_at)
   select ${idAt('at', "'withdrawal' || number")}, 'W-' || number, 'w' || number, owner_type, owner_id, owner_name,
     amount, status, case when owner_type = 'vendor' then '' else 'HBL' end,
     case when owner_type = 'vendor' then '' else owner_name end,
     case when owner_type = 'vendor' then '' else 'PK•• HABB •••• •••• •••• 0000' end, 'Shop front', at,
     case when status in ('approved', 'paid') then 'Bench' else '' end,
     case when status in ('approved', 'paid') then at + interval '1 hour' end,
     case when status in ('paid', 'declined') then 'Another' else '' end,
     case when status in ('paid', 'declined') then at + interval '1 day' end,
     case when status = 'declined' then 'The account is not theirs' else '' end,
     case when status = 'paid' then 'BANK-' || number else '' end, at
   from (select *, 10000 + row_number() over (order by at) as number from (
     select 'vendor' as owner_type, vendor_id as owner_id, min(shop_name) as owner_name,
       (sum(vendor_share) / 4)::bigint as amount, turn,
       now() - (5 - turn) * (4 - turn) * interval '5 days' - interval '1 minute' * ${chance(103, 'hashtext(vendor_id::text)')} * 4000 as at,
       case when turn < 3 then case when turn = 1 or ${chance(107, 'hashtext(vendor_id::text)')} < 0.7 then 'paid' else 'declined' end
         when ${chance(109, 'hashtext(vendor_id::text)')} < 0.7 then 'requested' else 'approved' end as status
     from order_parts cross join generate_series(1, 3) turn
     where released_at is not null and ${chance(113, 'hashtext(vendor_id::text)')} * turn < 1
     group by vendor_id, turn having sum(vendor_share) > 400000
     union all
     select 'customer', customer_id, 'Customer', sum(bill)::bigint, 1,
       now() - interval '1 hour' * ${chance(127, 'hashtext(customer_id::text)')} * 20,
       (array['paid', 'paid', 'paid', 'requested', 'approved', 'declined'])[1 + abs(hashtext(customer_id::text) / 2 % 6)]
     from b_money where payment_status = 'refunded' and hashtext(customer_id::text) % 2 = 0 group by customer_id
   ) wanted) numbered`,
  "select setval('withdrawal_numbers', 10001 + (select count(*) from withdrawals))",
  'create unlogged table b_asked as select * from withdrawals',
  entries(asked, { source: 'id', words: "'Withdrawal ' || number" }),
  lines(asked, [
    [ofOwner, 'amount'],
    [account('paying_out'), '-amount'],
  ]),
  entries(paidOut, { source: 'id', words: "'Withdrawal ' || number || ' was paid'" }),
  lines(paidOut, [
    [account('paying_out'), 'amount'],
    [account('bank'), '-amount'],
  ]),
  entries(back, { source: 'id', words: "'Withdrawal ' || number || ' was declined'" }),
  lines(back, [
    [account('paying_out'), 'amount'],
    [ofOwner, '-amount'],
  ]),
  `create unlogged table b_latest as
   select distinct on (owner_id) owner_id, id, amount, requested_at as at, status
   from withdrawals order by owner_id, requested_at desc, id desc`,
  'alter table b_latest add primary key (owner_id)',
  `update vendors set withdrawal_id = l.id, withdrawal_amount = l.amount, withdrawal_at = l.at,
     withdrawal_status = l.status from b_latest l where l.owner_id = vendors.id`,
  'drop index b_refunds',
]

/** They joined evenly over the two years; one in two hundred waits, one in a hundred is disabled. */
function customers({ customers: c }: Size): string[] {
  return [
    `insert into customers (id, external_id, username, email, phone, city, address, status, created_at, updated_at,
       status_since, body_hash, orders_count, orders_total, last_order_at, withdrawal_id, withdrawal_amount,
       withdrawal_at, withdrawal_status)
     select c.id, 'c' || k, ${name('k')}, ${email('k')}, ${phone('k')}, ${city('k')}, k || ' Canal Road',
       case when o.n is null and ${chance(131, 'k')} < 0.015 then 'pending' when ${chance(137, 'k')} < 0.01 then 'disabled'
         else 'approved' end, c.at, c.at, c.at, decode(md5('c' || k), 'hex'), coalesce(o.n, 0), coalesce(o.total, 0),
       o.latest, l.id, l.amount, l.at, l.status
     from (select k, ${idOf("'customer' || k")} as id,
         now() - (${c} - k) * interval '730 days' / ${c} - interval '1 minute' as at
       from generate_series(1, ${c}::bigint) k) c
     left join (select customer_id as id, count(*) filter (where order_status <> 'declined')::int as n,
         coalesce(sum(total_bill) filter (where order_status <> 'declined'), 0)::bigint as total,
         max(placed_at) as latest from orders group by customer_id) o using (id)
     left join b_latest l on l.owner_id = c.id`,
    `update withdrawals w set owner_name = c.username from customers c where w.owner_type = 'customer' and c.id = w.owner_id`,
    'drop table b_asked, b_latest',
  ]
}

/** The seals stand for those of the product so that nothing waits for one; they are not made with its key. */
const histories = [
  `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, subject_id, subject_name, before,
     after, reason, request_id)
   select ${idAt('at', 'action || order_id')}, at, case action when 'submit' then 'integrator' else 'person' end,
     case action when 'submit' then 'Shop front' else 'Bench' end, action, 'order', order_id, order_number,
     case when was <> '' then jsonb_build_object('order_status', was) end,
     jsonb_build_object('order_status', becomes), case action when 'decline' then 'The customer did not answer' end,
     ${idAt('at', 'action || order_number')}::text
   from b_money cross join lateral (values
     (placed, 'submit', '', 'pending'),
     (case when status <> 'pending' then moved end, case status when 'declined' then 'decline' else 'process' end,
       'pending', case status when 'declined' then 'declined' else 'processing' end),
     (case when status = 'completed' then placed + interval '70 hours' end, 'complete', 'processing', 'completed')
   ) step (at, action, was, becomes) where at is not null order by at`,
  `insert into audit_seals (number, audit_id, position, mac)
   select row_number() over (order by position), id, position, decode(md5(position::text), 'hex')
   from audit_log order by position`,
  'drop table b_money',
]

const counted = ['customers', 'orders', 'withdrawals']
const kept = [
  ...['customer_search', 'order_search', 'withdrawal_search'].map(
    (table) => `select check_search('${table}')`,
  ),
  ...counted.map(
    (table) => `insert into counts select '${table}:' || list, count(*) from ${table} group by list`,
  ),
  "insert into counts select 'refunds:' || status, count(*) from refunds group by status",
  'insert into ledger_balances select account_id, sum(amount) from ledger_lines group by account_id',
  `insert into daily_totals (kind, day, key, n, amount)
   select kind, karachi_day(placed_at), key, count(*), sum(total_bill)
   from orders cross join lateral (values
     ('orders', order_status), ('methods', payment_method), ('cities', city), ('devices', device_os)
   ) k (kind, key) group by 1, 2, 3
   union all
   select 'products', karachi_day(o.placed_at), l.product_id::text, sum(l.quantity), sum(l.line_total - l.discount)
   from order_lines l join orders o on o.id = l.order_id where o.order_status <> 'declined' group by 2, 3
   union all
   select 'customers', karachi_day(created_at), '', count(*), 0 from customers group by 2
   union all
   select 'accounts', karachi_day(l.at), a.kind || case when l.amount > 0 then ' debit' else ' credit' end, count(*),
     sum(abs(l.amount))
   from ledger_lines l join ledger_accounts a on a.id = l.account_id
   where a.owner_id = '00000000-0000-0000-0000-000000000000' group by 2, 3
   union all
   select 'commission by order', karachi_day(coalesce(o.placed_at, l.at)),
     case when l.amount > 0 then 'commission debit' else 'commission credit' end, count(*), sum(abs(l.amount))
   from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'commission'
   join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id group by 2, 3
   order by 2, 1, 3`,
  `insert into daily_totals (kind, day, key, n, amount)
   select 'products by month', date_trunc('month', day)::date, key, sum(n), sum(amount)
   from daily_totals where kind = 'products' group by 2, 3 order by 2`,
]
