import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedEntry } from '#testing/delivery-samples.ts'
import { listedProduct, pendingCustomer, pendingOrder } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let key: string
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
  by = { app, admin }
})
afterAll(() => app.close())

const orders = '/api/admin/orders'
const read = async (id: string): Promise<OrderDetail> =>
  (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
const correct = (id: string, body: object, { version = '*' as number | '*', as = admin } = {}) =>
  app.call('PATCH', `${orders}/${id}/contact`, {
    as,
    body,
    headers: { 'if-match': version === '*' ? '*' : `"v${version}"` },
  })
const corrected = async (id: string, body: object): Promise<OrderDetail> => {
  const answer = await correct(id, body)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return answer.body.results
}
const post = async (path: string, body?: unknown): Promise<OrderDetail> => {
  const answer = await app.call('POST', `${orders}/${path}`, { as: admin, body })
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined])
  return answer.body.results
}
const submit = (body: unknown) => app.call('POST', '/api/intake/orders', { as: key, body })
const found = async (query: string): Promise<string[]> =>
  (await app.call('GET', `${orders}?limit=100&${query}`, { as: admin })).body.results.map(
    ({ id }: { id: string }) => id,
  )
const refused = refusing(() => app)
let numbers = 0
const shipment = () => ({ courier: 'TCS', tracking_number: `CONTACT-${process.pid}-${++numbers}` })
/** An order in processing whose first part was shipped. */
async function shipped() {
  const made = await pendingOrder(by, [
    { product: await listedProduct(by) },
    { product: await listedProduct(by) },
  ])
  const { parts } = await post(`${made.id}/process`)
  const part = `${made.id}/parts/${parts[0]?.id}`
  await post(`${part}/pack`)
  await post(`${part}/ship`, shipment())
  return { ...made, part }
}

describe('the contact of an order', () => {
  test('is corrected while the order is pending: the page, the label and the search have the new one, and the first submission again does not bring the old one back', async () => {
    const made = await pendingOrder(by, [], { phone: '0345 1110001', address: 'House 12, Street 4' })
    const before = await read(made.id)
    const answer = await correct(
      made.id,
      { phone: '0333 9876502', address: 'House 21, Street 4' },
      { version: before.version },
    )
    expect(answer.status).toBe(200)
    // The labels are printed from this answer.
    const after = await read(made.id)
    expect(after).toEqual({
      ...before,
      phone: '+923339876502',
      address: 'House 21, Street 4',
      version: before.version + 1,
      history: after.history,
    })
    expect(answer.body.results).toEqual(after)
    expect(await found('q=03339876502')).toEqual([made.id])
    expect(await found('q=03451110001')).toEqual([])

    const again = await refused(200, () => submit(made.body))
    expect(again.body.results).toMatchObject({ id: made.id })
    expect(await read(made.id)).toEqual(after)
    const other = await refused(409, () => submit({ ...made.body, address: 'House 30' }))
    expect(other.body.message).toContain('submitted before with other contents')
  })

  test('is on record with the names of its fields, and without what they held', async () => {
    const { id } = await pendingOrder(by, [], { name: 'Gulzarina', phone: '0345 2220001' })
    const order = await corrected(id, { name: 'Palwarina', phone: '0345 2220002', note: 'Ring Zarmina' })
    expect(order.history[0]).toMatchObject({
      action: 'correct contact',
      after: { fields: 'name, phone, note' },
    })
    const { rows } = await app.database.pool.query(
      "select 1 from audit_log where concat(before, after, reason) ~* 'gulzarina|palwarina|zarmina|222000'",
    )
    expect(rows).toEqual([])
  })

  test('has its city in the spelling of the list, and is counted and found there', async () => {
    const { id } = await pendingOrder(by, [], { city: 'Gilgit', province: 'PK-GB' })
    const order = await corrected(id, { city: 'SKARDU city' })
    expect(order).toMatchObject({ city: 'Skardu', province: 'PK-GB' })
    expect([await found('city=Skardu'), await found('city=Gilgit')]).toEqual([[id], []])
    const { body } = await app.call('GET', `${orders}?limit=1&city=Skardu`, { as: admin })
    expect([body.total, body.total_is_exact]).toEqual([1, true])
  })

  test('takes the name, phone and email that are left empty from the customer, as its submission does', async () => {
    const customer = await pendingCustomer(app)
    const { id } = await pendingOrder(by, [], {
      customer_id: customer.id,
      name: 'Somebody',
      phone: '0345 3330001',
    })
    const { username, email } = customer.body
    const order = await corrected(id, { name: '', phone: '', email: '' })
    const own = (await app.call('GET', `/api/admin/customers/${customer.id}`, { as: admin })).body.results
    expect(order).toMatchObject({ customer_name: username, email, phone: own.phone })
  })

  test('that is the same already is stored no second time', async () => {
    const { id } = await pendingOrder(by, [], { phone: '0345 4440001' })
    const { version, history } = await read(id)
    const same = await refused(200, () => correct(id, { phone: '+92 345 4440001', city: 'lahore' }))
    expect(same.body.results).toMatchObject({ version, history })
  })

  test('is refused at its field where it is none, and without any field', async () => {
    const { id } = await pendingOrder(by)
    for (const [body, path] of [
      [{ phone: '12' }, 'phone'],
      [{ email: 'nobody' }, 'email'],
      [{ city: 'x'.repeat(61) }, 'city'],
      [{ order_status: 'completed' }, 'order_status'],
    ] as const) {
      const answer = await refused(422, () => correct(id, body))
      const paths = answer.body.errors.map((error: { path: string }) => error.path)
      expect([path, paths.includes(path)]).toEqual([path, true])
    }
    await refused(422, () => correct(id, {}))
  })

  test('is refused on an older version, and by somebody who may only look', async () => {
    const { id } = await pendingOrder(by)
    const { version } = await read(id)
    await post(`${id}/call`, { is_confirmed: false })
    const stale = await refused(412, () => correct(id, { phone: '0345 5550001' }, { version }))
    expect(stale.body.message).toMatch(/^This order changed since you opened it \(last: called in vain, by /)
    expect(stale.body.results).toMatchObject({ id, version: version + 1 })
    const clerk = await app.person(['Orders: view', 'Orders: decide'])
    await refused(403, () => correct(id, { phone: '0345 5550001' }, { as: clerk }))
  })
})

describe('once a part was shipped', () => {
  test('the courier has the place: it is corrected no more, whatever is corrected beside it', async () => {
    const { id, part } = await shipped()
    const why = 'A part was shipped to this address, so the address can no longer be changed'
    for (const place of [
      { address: 'House 21' },
      { area: 'Gulberg III' },
      { landmark: 'Park' },
      { city: 'Multan' },
      { province: 'Sindh' },
      { phone: '0345 6660001', address: 'House 21' },
    ]) {
      await refused(409, why, () => correct(id, place))
    }
    await post(`${part}/return`, { reason: 'Nobody at home' })
    await refused(409, why, () => correct(id, { address: 'House 21' }))
  })

  test('the name, phone, email and note are still corrected, also beside the address as it is', async () => {
    const { id, body } = await shipped()
    const order = await corrected(id, {
      ...{ name: 'Sana Tariq', phone: '0345 7770001', email: 'sana@mail.example', note: 'Call first' },
      address: body.address,
    })
    expect(order).toMatchObject({
      ...{ customer_name: 'Sana Tariq', phone: '+923457770001', email: 'sana@mail.example' },
      ...{ customer_note: 'Call first', address: body.address },
    })
  })
})

describe('an order that is closed', () => {
  test('is corrected no more', async () => {
    const { id, customerId } = await pendingOrder(by)
    await post(`${id}/decline`, { reason: 'Nobody answers' })
    const change = () => correct(id, { phone: '0345 8880001' })
    await refused(
      409,
      'Only pending orders and orders in processing can be corrected. Status: Declined',
      change,
    )
    const erased = await app.call('POST', `/api/admin/customers/${customerId}/erase`, { as: admin })
    expect(erased.status).toBe(200)
    await refused(409, 'This customer was erased', change)
  })
})

describe('the delivery of an order to another place', () => {
  const marksOf = ({ marks }: OrderDetail) =>
    marks.map(({ kind, message, checked_at }) => [kind, message, checked_at === null])
  const notThere = (city: string, isOpen = true) => [
    'not_delivered',
    `Delivery not offered when the order was placed: Lahore Rider, does not deliver to ${city}`,
    isOpen,
  ]
  async function toLahore() {
    const terms = { title: 'Lahore Rider', price: '100', cities: ['Lahore'] }
    const { id: shipping_method_id } = await addedEntry(by, 'shipping-methods', terms)
    return pendingOrder(by, [], { shipping_method_id, shipping_total: '100', city: 'Lahore' })
  }
  const setTo = async (not_delivered: 'refuse' | 'mark') => {
    const path = '/api/admin/order-checks'
    const { version, ...checks } = (await app.call('GET', path, { as: admin })).body.results
    const headers = { 'if-match': `"v${version}"` }
    const saved = await app.call('PUT', path, { as: admin, body: { ...checks, not_delivered }, headers })
    expect(saved.status).toBe(200)
  }

  test('is marked where it is not offered, also where new orders are refused for it, and what is charged stays', async () => {
    const { id } = await toLahore()
    const before = await read(id)
    expect(before.marks).toEqual([])
    await setTo('refuse')
    const moved = await corrected(id, { city: 'multan' })
    await setTo('mark')
    expect(marksOf(moved)).toEqual([notThere('Multan')])
    expect(moved.open_marks).toEqual(['not_delivered'])
    expect([moved.shipping_total, moved.total_bill]).toEqual([before.shipping_total, before.total_bill])
    // Back where it came from, nothing differs.
    expect(marksOf(await corrected(id, { city: 'Lahore' }))).toEqual([])
  })

  test('keeps the check of a person as long as the difference is the same', async () => {
    const { id } = await toLahore()
    await corrected(id, { city: 'Multan' })
    await post(`${id}/check`, { note: 'The rider goes there on Friday' })
    expect(marksOf(await corrected(id, { province: 'Punjab' }))).toEqual([notThere('Multan', false)])
    expect(marksOf(await corrected(id, { city: 'Quetta' }))).toEqual([notThere('Quetta')])
  })
})
