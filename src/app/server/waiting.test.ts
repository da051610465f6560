import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { vendors } from '#features/vendors/contract.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { blogCategory, draftPost } from '#testing/blog-samples.ts'
import { addedCategory } from '#testing/category-samples.ts'
import {
  listedProduct,
  type MadeProduct,
  orderBody,
  pendingCustomer,
  pendingOrder,
  pendingProduct,
} from '#testing/factories.ts'
import { somebodyWaits } from '#testing/waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// The embedded engine has one connection: nobody waits within a statement there.
test.skipIf(inject('engine') === 'embedded')(
  'a decision that cannot be stored in time is refused and not stored later; a merge of categories has longer',
  async () => {
    const admin = await app.person()
    const [gone, kept] = [
      await addedCategory({ app, admin }, { name: 'Gone' }),
      await addedCategory({ app, admin }, { name: 'Kept' }),
    ]
    const { id } = await pendingProduct(app, { category: 'Gone' })
    const other = await app.database.patientPool.connect()
    await other.query('begin')
    await other.query('select 1 from products where id = $1 for update', [id])
    const begun = performance.now()
    const merging = app.call('POST', `/api/admin/categories/${gone.id}/merge`, {
      as: admin,
      body: { into: kept.id, product_count: 1 },
    })
    const refused = await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
    expect(performance.now() - begun).toBeLessThan(6_000)
    await other.query('rollback')
    other.release()
    const merged = await merging
    expect([merged.status, merged.body.message]).toEqual([200, undefined])
    const { rows } = await app.database.pool.query('select status, category_id from products where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'submitted', category_id: kept.id }])
    // The approval and the merge were begun at the same time: the first had given up before the lock was free.
    expect((await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })).status).toBe(200)
  },
)

test.skipIf(inject('engine') === 'embedded')(
  'a category or shop that thousands of listings are found by gets another name with the time of a job',
  async () => {
    const by = { app, admin: await app.person() }
    const { pool } = app.database
    const key = await app.intakeKey()
    const [large, small] = [await listedProduct(by), await listedProduct(by)]
    const { rows: columns } = await pool.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'products' and is_generated = 'NEVER' and column_name not in ('id', 'sku', 'external_id')`,
    )
    await pool.query(
      `insert into products (id, sku, ${columns[0].names})
       select gen_random_uuid(), 'MANY-' || n, ${columns[0].names} from products, generate_series(1, 2000) n where id = $1`,
      [large.id],
    )
    await pool.query('create table seen_timeouts (name text, timeout text)')
    await pool.query(
      `create function see_timeout() returns trigger language plpgsql as $$ begin
         insert into seen_timeouts values (tg_argv[0], current_setting('statement_timeout'));
         return null;
       end $$`,
    )
    for (const [table, column] of [
      ['vendors', 'shop_name'],
      ['categories', 'name'],
    ]) {
      await pool.query(
        `create trigger see_timeout after update on ${table} for each row
         when (old.${column} <> new.${column}) execute function see_timeout('${table}')`,
      )
    }
    const rename = async ({ vendorId }: MadeProduct, shop_name: string) => {
      const { rows } = await pool.query('select external_id from vendors where id = $1', [vendorId])
      const body = { external_id: rows[0].external_id, shop: { shop_name } }
      const headers = { 'idempotency-key': shop_name }
      return (await app.call('POST', '/api/intake/sellers', { as: key, body, headers })).status
    }
    expect([await rename(small, 'Small Shop'), await rename(large, 'Large Shop')]).toEqual([201, 201])
    const category = await addedCategory(by, { name: 'Shawls' })
    const headers = { 'if-match': '*' }
    const path = `/api/admin/categories/${category.id}`
    const renamed = await app.call('PATCH', path, { as: by.admin, body: { name: 'Stoles' }, headers })
    expect(renamed.status).toBe(200)
    const { rows: seen } = await pool.query('select name, timeout from seen_timeouts')
    expect(seen).toEqual([
      { name: 'vendors', timeout: '4050ms' },
      { name: 'vendors', timeout: '54s' },
      { name: 'categories', timeout: '54s' },
    ])
    const { rows: found } = await pool.query(
      "select count(*)::int as n from product_search where text like '%large shop%'",
    )
    expect(found).toEqual([{ n: 2001 }])
    expect([vendors.acceptChange.takesLong, vendors.undoChange.takesLong]).toEqual([true, true])
    for (const table of ['vendors', 'categories']) await pool.query(`drop trigger see_timeout on ${table}`)
  },
)

test.skipIf(inject('engine') === 'embedded')(
  'a category of the blog is deleted while a post of it is being saved: neither waits for the other',
  async () => {
    const by = { app, admin: await app.person() }
    const category = await blogCategory(by)
    const { id } = await draftPost(by, { category_id: category.id })
    const saving = await app.database.pool.connect()
    await saving.query('begin')
    await saving.query('select from posts where id = $1 for no key update', [id])
    const removed = app.call('POST', `/api/admin/blogs/categories/${category.id}/remove`, {
      as: by.admin,
      body: { into: null, post_count: 1 },
    })
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "posts"%'`
    await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(1)
    await saving.query('select from blog_categories where id = $1 for key share', [category.id])
    await saving.query('commit')
    saving.release()
    expect((await removed).status).toBe(204)
    const { rows } = await app.database.pool.query('select category_id from posts where id = $1', [id])
    expect(rows).toEqual([{ category_id: null }])
  },
)

test.skipIf(inject('engine') === 'embedded')(
  'an order is declined while its customer orders the same goods again, and neither is in the way of the other',
  async () => {
    const admin = await app.person()
    const key = await app.intakeKey()
    const product = await listedProduct({ app, admin })
    const { id } = await pendingCustomer(app)
    const first = await pendingOrder({ app, admin }, [{ product }], { customer_id: id })
    const one = await app.database.pool.connect()
    try {
      await one.query('begin')
      await one.query('select from customers where id = $1 for no key update', [id])
      // It has put the goods back, and waits to subtract the order from those of the customer.
      const declining = app.call('POST', `/api/admin/orders/${first.id}/decline`, {
        as: admin,
        body: { reason: 'So it was' },
      })
      await somebodyWaits(app)
      const ordering = app.call('POST', '/api/intake/orders', { as: key, body: orderBody(id, [{ product }]) })
      await somebodyWaits(app, 2)
      await one.query('commit')
      expect((await declining).status).toBe(200)
      expect((await ordering).status).toBe(201)
      const { rows } = await app.database.pool.query('select orders_count from customers where id = $1', [id])
      expect(rows).toEqual([{ orders_count: 1 }])
    } finally {
      await one.query('rollback')
      one.release()
    }
  },
)
