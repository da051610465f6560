import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { reviewLimits } from '#testing/desk-samples.ts'
import {
  listedProduct,
  pendingCustomer,
  pendingOrder,
  pendingProduct,
  pendingVendor,
} from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

/** Moves the clock to a moment; nobody stays signed in for so long. */
async function at(moment: string): Promise<void> {
  app.clock.move(Date.parse(moment) - app.clock.now().getTime())
  admin = await app.person()
}

async function heaps(): Promise<{ kind: string; count: number; late: number }[]> {
  return (await app.call('GET', '/api/admin/dashboard/work', { as: admin })).body.results.waiting
}

const lateKinds = async () => (await heaps()).filter(({ late }) => late > 0).map(({ kind }) => kind)

const deskKinds = async () => {
  const { kinds } = (await app.call('GET', '/api/admin/desk/counts', { as: admin })).body.results
  return kinds.filter(({ late }: { late: number }) => late > 0).map(({ kind }: { kind: string }) => kind)
}

test('what is reviewed is late by the limits of the review desk, and orders by days', async () => {
  const save = (limits: object) =>
    app.call('PUT', '/api/admin/review-limits', { as: admin, body: limits, headers: { 'if-match': '*' } })
  // A product may wait 12 working hours, a vendor 24 and a customer 48, from nine to six; Sunday is free.
  await save(reviewLimits)
  // Friday at ten in Karachi.
  await at('2027-03-26T05:00:00Z')
  const product = await listedProduct({ app, admin }, { product_price: '1000', product_stock: 10 })
  await pendingOrder({ app, admin }, [{ product, quantity: 1 }])
  await pendingProduct(app)
  await pendingVendor(app)
  await pendingCustomer(app)
  expect(await lateKinds()).toEqual([])
  // Saturday at one: eight hours on Friday and four on Saturday.
  await at('2027-03-27T07:50:00Z')
  expect(await lateKinds()).toEqual([])
  await at('2027-03-27T08:10:00Z')
  expect(await lateKinds()).toEqual(['products'])
  // Sunday does not count: the 24 hours of a vendor end on Monday at four.
  await at('2027-03-29T10:50:00Z')
  expect(await lateKinds()).toEqual(['products'])
  await at('2027-03-29T11:10:00Z')
  expect(await lateKinds()).toEqual(['vendors', 'products'])
  // A holiday gives them another day, here as on the desk.
  await save({ ...reviewLimits, holidays: [{ day: '2027-03-29', name: 'Pakistan Day, observed' }] })
  expect(await lateKinds()).toEqual(['products'])
  expect(await deskKinds()).toEqual(['product'])
  // A week, whatever the working hours: late by days.
  await at('2027-04-02T04:50:00Z')
  expect(await lateKinds()).not.toContain('orders')
  await at('2027-04-02T05:10:00Z')
  expect(await lateKinds()).toContain('orders')
})

test('a heap says how many of it are late, and the desk has as many under its address', async () => {
  await pendingProduct(app)
  await pendingVendor(app)
  const isOf = (wanted: string) => (heap: { kind: string }) => heap.kind === wanted
  const late = async (kind: string) => (await heaps()).find(isOf(kind))
  expect(await late('products')).toMatchObject({ count: 2, late: 1 })
  // The vendors of the listings wait too.
  expect(await late('vendors')).toMatchObject({ count: 4, late: 2 })
  const desk = async (kind: string) =>
    (await app.call('GET', `/api/admin/desk?kind=${kind}&late=yes`, { as: admin })).body.results
  expect(await desk('product')).toHaveLength(1)
  expect(await desk('vendor')).toHaveLength(2)
})
