import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingOrder, pendingVendor } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const done = async () =>
  (await app.call('GET', '/api/admin/dashboard/work', { as: admin })).body.results.start as string[] | null

test('the first steps of an installation are done by doing them, and go with the first order', async () => {
  await addedCategory({ app, admin })
  expect(await done()).toContain('categories')
  expect(await done()).not.toContain('company')
  expect(await done()).not.toContain('vendor')
  await app.person()
  expect(await done()).toContain('staff')
  await pendingVendor(app)
  expect(await done()).toEqual(expect.arrayContaining(['staff', 'intake_key', 'categories', 'vendor']))
  const product = await listedProduct({ app, admin }, { product_price: '1000', product_stock: 10 })
  await pendingOrder({ app, admin }, [{ product, quantity: 1 }])
  expect(await done()).toBeNull()
})
