import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct } from '#testing/factories.ts'
import { somebodyWaits } from '#testing/waiting.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

async function found(q: string): Promise<string[]> {
  const { body } = await app.call('GET', `/api/admin/products/get/approved?limit=25&q=${q}`, { as: admin })
  return body.results.map(({ product_name }: { product_name: string }) => product_name)
}

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.patientPool.query(text, values)).rows

/** Work in a transaction of its own, which is undone unless the work commits. */
async function inTransaction(work: (one: pg.PoolClient) => Promise<void>) {
  const one = await app.database.pool.connect()
  try {
    await one.query('begin')
    await work(one)
  } finally {
    await one.query('rollback')
    one.release()
  }
}

// The embedded engine has one connection: nobody waits within a statement there.
describe.skipIf(inject('engine') === 'embedded')(
  'of two who change what the same product is found by',
  () => {
    test('neither is lost: it is found by the name of the one and the shop of the other', async () => {
      const { id, vendor_id } = await listedAndVendor('Copper Kettle')
      await inTransaction(async (one) => {
        await one.query("update products set product_name = 'Samovar' where id = $1", [id])
        const renaming = query("update vendors set shop_name = 'Peshawar Metalworks' where id = $1", [
          vendor_id,
        ])
        await somebodyWaits(app)
        await one.query('commit')
        await renaming
      })
      expect(await found('samovar')).toEqual(['Samovar'])
      expect(await found('samovar%20metalworks')).toEqual(['Samovar'])
      expect(await found('kettle')).toEqual([])
    })

    test('neither is lost when the night puts another text right at the same moment', async () => {
      const { id } = await listedAndVendor('Brass Tray')
      await query("update product_search set text = ' wrong' where id = $1", [id])
      await inTransaction(async (one) => {
        await one.query("update products set product_name = 'Engraved Salver' where id = $1", [id])
        const checking = query("select check_search('product_search')")
        await somebodyWaits(app)
        await one.query('commit')
        await checking
      })
      expect(await found('salver')).toEqual(['Engraved Salver'])
    })
  },
)

test('a write that a deadlock ends is told to try again, leaves nothing behind, and then succeeds', async () => {
  const category = await addedCategory({ app, admin }, { name: 'Lamps' })
  const { id } = await listedAndVendor('Lamp one')
  await query('update products set category_id = $1 where id = $2', [category.id, id])
  const rename = () =>
    app.call('PATCH', `/api/admin/categories/${category.id}`, {
      as: admin,
      body: { name: 'Lanterns' },
      headers: { 'if-match': '"v1"' },
    })
  await query(`create function end_it() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`)
  await query('create trigger end_it before update on product_search execute function end_it()')
  const { status, headers, body } = await rename()
  expect([status, headers.get('retry-after'), body.message]).toEqual([
    503,
    '1',
    'Somebody else is changing the same records. Try again in a moment',
  ])
  await query('drop trigger end_it on product_search')
  expect(await found('lanterns')).toEqual([])
  expect((await rename()).status).toBe(200)
  expect(await found('lanterns')).toEqual(['Lamp one'])
})

async function listedAndVendor(product_name: string): Promise<{ id: string; vendor_id: string }> {
  const { id, vendorId } = await listedProduct({ app, admin }, { product_name })
  return { id, vendor_id: vendorId }
}
