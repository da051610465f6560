import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedEntry, type DeliveryNoun } from '#testing/delivery-samples.ts'
import { listedProduct, type MadeProduct, orderBody, pendingCustomer } from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let key: string
let customerId: string
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  key = await app.intakeKey()
  admin = await app.person()
  by = { app, admin }
  customerId = (await pendingCustomer(app)).id
})
beforeEach(() => setTo({}))
afterAll(() => app.close())

const minute = 60_000
const send = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, path, { as: admin, body, headers })
const defaults = {
  ...{ price: 'refuse', not_sold: 'refuse', short: 'mark' },
  ...{ shipping: 'mark', not_delivered: 'mark', shipping_unnamed: 'mark', unknown: 'mark' },
}
async function setTo(given: Partial<typeof defaults>) {
  const answer = await send('PUT', '/api/admin/order-checks', { ...defaults, ...given }, { 'if-match': '*' })
  expect(answer.status).toBe(200)
}
const add = (noun: DeliveryNoun, given: object = {}) => addedEntry(by, noun, given)
const change = async (noun: DeliveryNoun, id: string, body: object) => {
  const answer = await send('PATCH', `/api/admin/${noun}/${id}`, body, { 'if-match': '*' })
  expect(answer.status).toBe(200)
}
/** Has the vendor state another weight of a listing that is approved. */
async function weigh({ id, body }: MadeProduct, package_weight: number) {
  const resent = await app.call('POST', '/api/intake/products', {
    as: key,
    body: { ...body, package_weight },
  })
  expect(resent.status).toBe(201)
  const { revision } = (await send('GET', `/api/admin/products/${id}`)).body.results
  const decided = await send('POST', `/api/admin/products/${id}/revisions/${revision.number}/approve`)
  expect(decided.body.results).toMatchObject({ package_weight })
}
const hand = (product: MadeProduct, given: object, quantity = 1) =>
  app.call('POST', '/api/intake/orders', {
    as: key,
    body: orderBody(customerId, [{ product, quantity }], given),
  })
const detailOf = async (id: string) => (await send('GET', `/api/admin/orders/${id}`)).body.results
/** The marks of an order that was taken: kind, words and what was expected. */
async function taken(call: ReturnType<typeof hand>) {
  const { status, body } = await call
  expect([status, body.errors]).toEqual([201, undefined])
  const order = await detailOf(body.results.id)
  type Mark = { kind: string; message: string; expected_price: string | null }
  const marks = order.marks.map(({ kind, message, expected_price }: Mark) => [
    kind,
    message.replaceAll('\u00a0', ' '),
    expected_price,
  ])
  return { order, marks }
}
/** What a refusal says, by field; it must have stored nothing. */
async function refused(call: () => ReturnType<typeof hand>) {
  const before = await stateOf(app)
  const { status, body } = await call()
  expect([status, body.results]).toEqual([422, undefined])
  expect(await stateOf(app)).toBe(before)
  return body.errors.map(({ path, message }: { path: string; message: string }) => [
    path,
    message.replaceAll('\u00a0', ' '),
  ])
}
const faults = () => ledgerFaults(async (query) => (await app.database.pool.query(query)).rows)
const ago = (ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()

test('an order that names its method and packaging at the quoted price is taken, and shows their names as they were', async () => {
  const method = await add('shipping-methods', {
    ...{ title: 'TCS Overnight', price: '200' },
    weight_steps: [
      { up_to_kg: 1, price: '200' },
      { up_to_kg: 5, price: '350.55' },
    ],
  })
  const box = await add('packagings', { title: 'Gift box', price: '149.45' })
  const product = await listedProduct(by, { product_price: '1000', package_weight: 1.6 })
  const named = { shipping_method_id: method.id, packaging_id: box.id }
  const { order, marks } = await taken(hand(product, { ...named, shipping_total: '500' }, 2))
  expect(marks).toEqual([])
  await change('shipping-methods', method.id, { title: 'TCS Express' })
  expect(await detailOf(order.id)).toMatchObject({
    ...named,
    ...{ shipping_method: 'TCS Overnight', packaging: 'Gift box', pickup_location: '' },
    ...{ shipping_total: '500', total_bill: '2500', open_marks: [] },
  })
  expect(await faults()).toEqual([])
})

test('another shipping total is marked with the quote, found by its filter, and counted for the dashboard', async () => {
  const { id } = await add('shipping-methods', { title: 'Leopards', price: '250' })
  const product = await listedProduct(by)
  const wrong = await taken(hand(product, { shipping_method_id: id, shipping_total: '249.99' }))
  expect(wrong.marks).toEqual([
    ['shipping_price', 'Shipping Rs 249.99, quoted at Rs 250 (Leopards, one price)', '250'],
  ])
  const found = await send('GET', '/api/admin/orders?mark=shipping_price&limit=100')
  expect(found.body.results.map((row: { id: string }) => row.id)).toEqual([wrong.order.id])
  const work = await send('GET', '/api/admin/dashboard/work')
  expect(JSON.stringify(work.body.results)).toContain('marked')
  const checked = await send('POST', `/api/admin/orders/${wrong.order.id}/check`, { note: 'Agreed by phone' })
  expect(checked.body.results).toMatchObject({
    open_marks: [],
    marks: [{ kind: 'shipping_price', line: null, line_id: null, note: 'Agreed by phone' }],
  })
  expect(await faults()).toEqual([])
})

test('another shipping total is refused where the setting says so, and nothing is stored', async () => {
  const { id } = await add('shipping-methods', { price: '250' })
  const product = await listedProduct(by)
  await setTo({ shipping: 'refuse' })
  for (const shipping_total of ['0', '249.99', '250.01', '2500']) {
    const [[path, message], ...more] = await refused(() =>
      hand(product, { shipping_method_id: id, shipping_total }),
    )
    expect([path, more]).toEqual(['shipping_total', []])
    expect(message).toContain('quoted at Rs 250')
  }
  expect((await taken(hand(product, { shipping_method_id: id, shipping_total: '250' }))).marks).toEqual([])
})

test('the price is the one in force when the order was placed, and may have been kept for a minute', async () => {
  const { id } = await add('shipping-methods', { price: '100' })
  const product = await listedProduct(by)
  app.clock.move(10 * minute)
  await change('shipping-methods', id, { price: '120' })
  app.clock.move(10 * minute)
  await setTo({ shipping: 'refuse' })
  const order = (shipping_total: string, placed: number) => () =>
    hand(product, { shipping_method_id: id, shipping_total, placed_at: ago(placed) })
  await taken(order('100', 15 * minute)())
  await taken(order('100', 9.5 * minute)())
  await taken(order('120', 9.5 * minute)())
  await refused(order('100', 8 * minute))
  await refused(order('120', 15 * minute))
  await taken(order('120', 0)())
})

test('the weight is the one that the goods had when the order was placed, and may have been kept for a minute', async () => {
  const { id } = await add('shipping-methods', {
    price: '100',
    weight_steps: [
      { up_to_kg: 1, price: '100' },
      { up_to_kg: 5, price: '300' },
    ],
  })
  const product = await listedProduct(by, { package_weight: 0.5 })
  app.clock.move(10 * minute)
  await weigh(product, 3)
  app.clock.move(10 * minute)
  await setTo({ shipping: 'refuse', not_delivered: 'refuse' })
  const order = (shipping_total: string, placed: number) => () =>
    hand(product, { shipping_method_id: id, shipping_total, placed_at: ago(placed) })
  expect((await taken(order('100', 15 * minute)())).marks).toEqual([])
  await refused(order('300', 15 * minute))
  await taken(order('100', 9.5 * minute)())
  await taken(order('300', 9.5 * minute)())
  await refused(order('100', 8 * minute))
  expect((await taken(order('300', 0)())).marks).toEqual([])
})

test('a method that was deleted since still counts for an order that was placed before', async () => {
  const { id } = await add('shipping-methods', { title: 'Pathao', price: '100' })
  const product = await listedProduct(by)
  app.clock.move(10 * minute)
  expect((await send('DELETE', `/api/admin/shipping-methods/${id}`)).status).toBe(204)
  app.clock.move(5 * minute)
  const named = { shipping_method_id: id, shipping_total: '100' }
  expect((await taken(hand(product, { ...named, placed_at: ago(10 * minute) }))).marks).toEqual([])
  expect((await taken(hand(product, named))).marks).toEqual([
    ['not_delivered', 'Delivery not offered when the order was placed: Pathao, switched off', null],
  ])
})

test('what was not offered is marked with the reason, or refused at its field where the setting says so', async () => {
  const method = await add('shipping-methods', {
    ...{ title: 'Lahore Rider', price: '100', cities: ['Lahore'], cash_on_delivery: false },
  })
  const box = await add('packagings', { title: 'Sleeve', price: '20', weight_limit_kg: 1 })
  const heavy = await listedProduct(by, { package_weight: 1.5 })
  const named = { shipping_method_id: method.id, shipping_total: '100' }
  const paid = { payment_method: 'card', paid_reference: 'card-1' }
  const why = async (given: object) => (await taken(hand(heavy, { ...named, ...given }))).marks[0]?.[1] ?? ''
  expect(await why({ ...paid, city: 'Multan' })).toContain('Lahore Rider, does not deliver to Multan')
  expect(await why({})).toContain('Lahore Rider, not with cash on delivery')
  expect(await why({ ...paid, packaging_id: box.id })).toContain('Sleeve: 1.5 kg is more than 1 kg')
  expect(await why(paid)).toBe('')
  await setTo({ not_delivered: 'refuse' })
  expect((await refused(() => hand(heavy, { ...named, ...paid, city: 'Multan' })))[0][0]).toBe(
    'shipping_method_id',
  )
  const packed = { ...named, ...paid, packaging_id: box.id }
  expect((await refused(() => hand(heavy, packed)))[0][0]).toBe('packaging_id')
})

test('goods that the customer collects cost no shipping but their packaging', async () => {
  const { id } = await add('pickup-locations', { city: 'Karachi', area: 'Clifton Block 5' })
  const box = await add('packagings', { price: '80' })
  const product = await listedProduct(by)
  await setTo({ shipping: 'refuse' })
  const { order } = await taken(hand(product, { pickup_location_id: id }))
  expect(await detailOf(order.id)).toMatchObject({
    ...{ pickup_location_id: id, pickup_location: 'Clifton Block 5, Karachi', shipping_total: '0' },
  })
  await taken(hand(product, { pickup_location_id: id, packaging_id: box.id, shipping_total: '80' }))
  await refused(() => hand(product, { pickup_location_id: id, shipping_total: '80' }))
  await change('pickup-locations', id, { is_active: false })
  app.clock.move(2 * minute)
  expect((await taken(hand(product, { pickup_location_id: id }))).marks[0]?.[0]).toBe('not_delivered')
  expect(await faults()).toEqual([])
})

test('goods that the customer collects are handed over as packed once they are paid, and no courier has their cash', async () => {
  const { id } = await add('pickup-locations', { city: 'Karachi', area: 'Clifton Block 6' })
  const { order } = await taken(
    hand(await listedProduct(by), { pickup_location_id: id, shipping_total: '0' }),
  )
  const at = `/api/admin/orders/${order.id}`
  const done = async (to: string, body?: object) => {
    const answer = await send('POST', `${at}/${to}`, body)
    expect([to, answer.status, answer.body.message]).toEqual([to, 200, undefined])
    return answer.body.results
  }
  const { parts } = await done('process')
  const part = `parts/${parts[0].id}`
  expect((await send('POST', `${at}/${part}/deliver`)).status).toBe(409)
  await done(`${part}/pack`)
  const held = await send('POST', `${at}/${part}/deliver`)
  expect([held.status, held.body.message]).toEqual([409, expect.stringContaining('not paid yet')])
  expect((await detailOf(order.id)).parts[0].vendor_status).toBe('packed')
  await done('mark-paid', { reference: 'Till 7, slip 12' })
  const given = await done(`${part}/deliver`)
  expect(given).toMatchObject({
    payment_status: 'paid',
    parts: [{ vendor_status: 'delivered', courier: '', tracking_number: '' }],
  })
  const { rows } = await app.database.pool.query(
    'select courier_cash::text as cash from order_parts where id = $1',
    [parts[0].id],
  )
  expect(rows).toEqual([{ cash: '0' }])
  expect((await done('complete')).order_status).toBe('completed')
  expect(await faults()).toEqual([])
})

test('what is collected is paid at the counter, whatever had been chosen, and no courier withholds tax on it', async () => {
  const { id: pickup_location_id } = await add('pickup-locations', {
    city: 'Karachi',
    area: 'Clifton Block 7',
  })
  const collected = async (given: object) =>
    (await taken(hand(await listedProduct(by), { pickup_location_id, shipping_total: '0', ...given }))).order
  const order = await collected({ payment_method: 'card' })
  const paid = await send('POST', `/api/admin/orders/${order.id}/mark-paid`, { reference: 'Till 8, slip 3' })
  expect(paid.body.results.payment_status).toBe('paid')
  const { rows } = await app.database.pool.query(
    `select a.kind, l.amount::int4 as amount from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
     join ledger_accounts a on a.id = l.account_id where t.order_id = $1 and t.kind = 'payment' order by a.kind`,
    [order.id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['bank', 'customer_due'])

  const saveRates = async (rates: object[]) => {
    const answer = await app.call('PUT', '/api/admin/tax-rates', {
      ...{ as: by.admin, body: { rates }, headers: { 'if-match': '*' } },
    })
    expect(answer.status).toBe(200)
  }
  const rate = { tax: 'income_tax', valid_from: '2025-07-01', source: 'An Act' }
  await saveRates([{ ...rate, paid_by: 'cash', rate_bp: 200 }])
  const cash = await collected({ payment_method: 'cod' })
  expect((await detailOf(cash.id)).parts[0].lines[0].income_tax).toBe('0')
  await saveRates([])
  expect(await faults()).toEqual([])
})

test('an order from before the method was kept here is marked as not known, or taken as it is', async () => {
  const product = await listedProduct(by)
  app.clock.move(6 * minute)
  const { id } = await add('shipping-methods', { price: '100' })
  const named = { shipping_method_id: id, shipping_total: '1', placed_at: ago(3 * minute) }
  expect((await taken(hand(product, named))).marks).toEqual([
    [
      'shipping_unknown',
      'Placed before this way of delivery was kept here. Its price at that time is not known',
      null,
    ],
  ])
  await setTo({ unknown: 'accept' })
  expect((await taken(hand(product, named))).marks).toEqual([])
  await setTo({ unknown: 'refuse' })
  expect((await refused(() => hand(product, named)))[0][0]).toBe('shipping_method_id')
})

test('an unknown method and both ways at once are refused, and nothing is stored', async () => {
  const product = await listedProduct(by)
  const nobody = '01a1fc80-d469-7475-b815-ea04c5a66a67'
  expect(await refused(() => hand(product, { shipping_method_id: nobody, packaging_id: nobody }))).toEqual([
    ['shipping_method_id', 'There is no such shipping method'],
    ['packaging_id', 'There is no such packaging'],
  ])
  const method = await add('shipping-methods')
  const place = await add('pickup-locations')
  const both = { shipping_method_id: method.id, pickup_location_id: place.id }
  expect(await refused(() => hand(product, both))).toEqual([
    ['pickup_location_id', 'An order is shipped or collected, not both'],
  ])
})

test('the quote that shoppers are given is the shipping total that is taken without a mark', async () => {
  const method = await add('shipping-methods', {
    ...{ price: '180', free_from: '3000', weight_steps: [{ up_to_kg: 3, price: '180.25' }] },
  })
  const box = await add('packagings', { price: '33.33' })
  const product = await listedProduct(by, { product_price: '999.99', package_weight: 0.45 })
  await setTo({ shipping: 'refuse', not_delivered: 'refuse' })
  for (const quantity of [1, 3, 4]) {
    const quoted = await app.call('POST', '/api/storefront/delivery/quote', {
      body: { items: [{ product_id: product.id, quantity }], city: 'Lahore', packaging_id: box.id },
    })
    const own = quoted.body.results.methods.find(({ id }: { id: string }) => id === method.id)
    expect(own.price).toBe(quantity === 4 ? '33.33' : '213.58')
    const named = { shipping_method_id: method.id, packaging_id: box.id, shipping_total: own.price }
    expect((await taken(hand(product, named, quantity))).marks).toEqual([])
  }
  expect(await faults()).toEqual([])
})

test('an order that names no way of delivery where there is one to choose is marked, found by its filter, and refused or taken where the setting says so', async () => {
  await add('shipping-methods')
  const box = await add('packagings', { price: '40' })
  app.clock.move(2 * minute)
  const product = await listedProduct(by)
  const unnamed = { shipping_total: '123.45' }
  const { order, marks } = await taken(hand(product, unnamed))
  expect(marks).toEqual([
    ['shipping_unnamed', 'Shipping Rs 123.45 without a shipping method or pickup location', null],
  ])
  expect(order).toMatchObject({ shipping_method_id: null, shipping_method: '', packaging: '' })
  const found = await send('GET', '/api/admin/orders?mark=shipping_unnamed&limit=100')
  expect(found.body.results.map((row: { id: string }) => row.id)).toEqual([order.id])
  const packed = await taken(hand(product, { packaging_id: box.id, shipping_total: '1' }))
  expect(packed.marks.map(([kind]: string[]) => kind)).toEqual(['shipping_unnamed'])
  await setTo({ shipping_unnamed: 'refuse', shipping: 'mark' })
  expect(await refused(() => hand(product, unnamed))).toEqual([
    ['shipping_method_id', 'Shipping Rs 123.45 without a shipping method or pickup location'],
  ])
  await setTo({ shipping_unnamed: 'accept', shipping: 'refuse', not_delivered: 'refuse' })
  expect((await taken(hand(product, unnamed))).marks).toEqual([])
})

test('an order names no way of delivery without a mark while there is none to choose, and for a minute after the first', async () => {
  for (const noun of ['shipping-methods', 'pickup-locations'] as const) {
    const { body } = await send('GET', `/api/admin/${noun}?status=active&limit=100`)
    for (const { id } of body.results) await change(noun, id, { is_active: false })
  }
  const product = await listedProduct(by)
  await setTo({ shipping_unnamed: 'refuse' })
  const order = () => hand(product, { shipping_total: '123.45' })
  app.clock.move(minute / 2)
  expect((await taken(order())).marks).toEqual([])
  const { id } = await add('pickup-locations')
  app.clock.move(minute / 2)
  expect((await taken(order())).marks).toEqual([])
  app.clock.move(minute)
  expect((await refused(order))[0][0]).toBe('shipping_method_id')
  await change('pickup-locations', id, { is_active: false })
  app.clock.move(minute / 2)
  expect((await taken(order())).marks).toEqual([])
})
