import type pg from 'pg'
import { withClient } from '#testing/client.ts'
import { fillOrders } from './fill-orders.ts'
import { fillWindow } from './fill-window.ts'
import { chance, idOf, word, words } from './words.ts'

export interface Size {
  products: number
  vendors: number
  customers: number
  orders: number
}

/**
 * Fills an empty, migrated database: a tenth of the vendors and a twentieth of the products wait for a decision, one
 * product in ten is deactivated; orders, customers and money are told in `fillOrders`, what shoppers read in `fillWindow`. The same rows every time, but for
 * the days, which end today. Indexes are dropped before and made again after.
 */
export async function fill(url: string, size: Size, say: (line: string) => void): Promise<void> {
  await withClient(url, (client) => fillWith(client, size, say))
}

async function fillWith(client: pg.Client, size: Size, say: (line: string) => void): Promise<void> {
  await client.query(
    "set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set synchronous_commit = off; set timezone = 'UTC'",
  )
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.schemaname = 'public' and i.tablename in ('vendors', 'products', 'customers', 'orders', 'order_parts',
         'order_lines', 'ledger_lines', 'ledger_transactions', 'refunds', 'withdrawals', 'audit_log', 'vendor_search',
         'product_search', 'customer_search', 'order_search', 'withdrawal_search')
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)

  say(`${size.vendors.toLocaleString('en')} vendors`)
  await client.query(`
    insert into vendors (id, external_id, username, email, phone, status, created_at, updated_at, status_since,
      seller_created_at, sellers_address, sellers_city, sellers_province, cnic_blind, cnic_masked,
      shop_created_at, shop_name, shop_mobile, bank_name, account_title, ibn_number_masked, ibn_number_blind)
    select ${idOf("'vendor' || i")}, 'v' || i,
      ${word(words.name, 7)} || ' ' || ${word(words.family, 11)} || ' ' || i, 'vendor' || i || '@shops.example',
      '+923' || lpad((i * 7919 % 1000000000)::text, 9, '0'),
      case when ${chance(13)} < 0.10 then 'submitted' when ${chance(13)} < 0.12 then 'rejected'
        when ${chance(13)} < 0.15 then 'disabled' else 'approved' end,
      at, at, at, at, i || ' Main Road', ${word(words.city, 17)}, 'PK-PB', decode(md5('cnic' || i), 'hex'),
      '•••••-••••' || lpad((i % 1000)::text, 3, '0') || '-1', at,
      ${word(words.family, 19)} || ' ' || ${word(words.kind, 23)} || ' Store ' || i, '', 'HBL',
      'Account ' || i, 'PK•• HABB •••• •••• •••• ' || lpad((i % 10000)::text, 4, '0'), decode(md5('iban' || i), 'hex')
    from (select i, timestamptz '2024-01-01' + i * interval '13 minutes' as at
      from generate_series(1, ${size.vendors}::bigint) i) rows`)
  await client.query(`
    insert into vendor_submissions (id, vendor_id, number, kind, status, payload, body_hash, created_at)
    select ${idOf("'vs' || id")}, id, 1, 'application', 'recorded',
      jsonb_build_object('username', username, 'email', email, 'phone', phone), decode(md5(id::text), 'hex'), created_at
    from vendors`)

  say(`${size.products.toLocaleString('en')} products`)
  await client.query(`
    insert into products (id, external_id, vendor_id, sku, product_name, product_price, discounted_price, product_stock,
      package_weight, product_length, product_width, product_height, product_description, category, status, available,
      created_at, updated_at, status_since)
    select ${idOf("'product' || i")}, 'p' || i, ${idOf(`'vendor' || (1 + i % ${size.vendors})`)}, 'SKU-' || i,
      ${word(words.make, 29)} || ' ' || ${word(words.more, 31)} || ' ' || ${word(words.kind, 37)} || ' ' || i,
      price, case when ${chance(41)} < 0.3 then price * 8 / 10 else 0 end,
      case when ${chance(43)} < 0.1 then 0 else (i * 31 % 200) end,
      0.4, 30, 20, 5, '<p>' || repeat('Soft, washable and made to last. ', 8) || '</p>', ${word(words.kind, 37)},
      case when ${chance(47)} < 0.05 then 'submitted' when ${chance(47)} < 0.07 then 'rejected' else 'approved' end,
      ${chance(53)} >= 0.1, at, at, at
    from (select i, 10000 + (i * 7919 % 2000000) as price, timestamptz '2024-01-01' + i * interval '80 seconds' as at
      from generate_series(1, ${size.products}::bigint) i) rows`)
  await client.query(`
    insert into product_submissions (id, product_id, number, kind, status, payload, body_hash, created_at)
    select ${idOf("'ps' || id")}, id, 1, 'application', 'recorded', '{}', decode(md5(id::text), 'hex'), created_at
    from products`)

  await fillOrders(client, size, say)
  await fillWindow(client, say)

  // None is checked, and none waits for it: a server would check all of them beside what is measured.
  await client.query('update product_checks set answered = asked')
  say(`${rows.length} indexes`)
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum analyze')
}
