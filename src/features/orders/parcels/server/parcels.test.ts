import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingOrder } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const orders = '/api/admin/orders'
const post = (path: string, body?: unknown, as: TestPerson = admin, headers = {}) =>
  app.call('POST', `${orders}/${path}`, { as, body, headers })
const read = async (id: string): Promise<OrderDetail> =>
  (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
const idsOf = ({ parts }: OrderDetail) => parts.map(({ id }) => id)
let made = 0
const number = () => `P-${process.pid}-${++made}`

/** An order in processing with this many parts, paid by card. */
async function processing(parts: number, input = {}): Promise<OrderDetail> {
  const by = { app, admin }
  const lines = []
  for (let part = 0; part < parts; part++) lines.push({ product: await listedProduct(by) })
  const { id } = await pendingOrder(by, lines, { payment_method: 'card', paid_reference: 'card-1', ...input })
  expect((await post(`${id}/process`)).status).toBe(200)
  return read(id)
}
const statesOf = async (id: string) => (await read(id)).parts.map(({ vendor_status }) => vendor_status)
const shipmentsOf = (order: OrderDetail) =>
  idsOf(order).map((part_id) => ({ part_id, tracking_number: number() }))

describe('all parts of an order', () => {
  test('are packed, shipped and delivered together, each with a row in the audit log', async () => {
    const order = await processing(3)
    const { id } = order
    expect((await post(`${id}/parts/pack`, { part_ids: idsOf(order) })).status).toBe(200)
    expect(await statesOf(id)).toEqual(['packed', 'packed', 'packed'])
    const shipments = shipmentsOf(order)
    expect((await post(`${id}/parts/ship`, { courier: 'TCS', shipments })).status).toBe(200)
    expect((await read(id)).parts.map(({ tracking_number }) => tracking_number)).toEqual(
      shipments.map(({ tracking_number }) => tracking_number),
    )
    expect((await post(`${id}/parts/deliver`, { part_ids: idsOf(order) })).status).toBe(200)
    const after = await read(id)
    expect(after.vendor_status).toBe('delivered')
    for (const action of ['pack', 'ship', 'deliver']) {
      expect(after.history.filter((entry) => entry.action === action)).toHaveLength(3)
    }
  })

  test('are packed for many orders of the same vendors at once, in whatever order their parts are', async () => {
    const by = { app, admin }
    const [one, two] = [await listedProduct(by), await listedProduct(by)]
    const paid = { payment_method: 'card', paid_reference: 'card-1' } as const
    const made: OrderDetail[] = []
    for (let n = 0; n < 12; n += 1) {
      const lines = (n % 2 ? [one, two] : [two, one]).map((product) => ({ product }))
      const { id } = await pendingOrder(by, lines, paid)
      await post(`${id}/process`)
      made.push(await read(id))
    }
    const answers = await Promise.all(
      made.map((order) => post(`${order.id}/parts/pack`, { part_ids: idsOf(order) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
  })

  test('collect the cash of each part, and the order is paid once the last has arrived', async () => {
    const order = await processing(2, { payment_method: 'cod', paid_reference: undefined })
    const { id } = order
    await post(`${id}/parts/pack`, { part_ids: idsOf(order) })
    await post(`${id}/parts/ship`, { courier: 'TCS', shipments: shipmentsOf(order) })
    expect((await post(`${id}/parts/deliver`, { part_ids: idsOf(order) })).status).toBe(200)
    expect(await read(id)).toMatchObject({ payment_status: 'paid', paid_total: order.total_bill, due: '0' })
  })

  test('stay as they are if one of them cannot be moved, and the refusal names it', async () => {
    const order = await processing(3)
    const { id, parts } = order
    await post(`${id}/parts/${parts[1]?.id}/pack`)
    const answer = await post(`${id}/parts/pack`, { part_ids: idsOf(order) })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('Part 2: Only parts to pack can be marked as packed. Status: Packed')
    expect(await statesOf(id)).toEqual(['to_pack', 'packed', 'to_pack'])
  })

  test('are not shipped under a number that another parcel of the courier has, whichever of them it is', async () => {
    const order = await processing(2)
    const { id } = order
    await post(`${id}/parts/pack`, { part_ids: idsOf(order) })
    const [first, second] = shipmentsOf(order)
    const same = [first, { ...second, tracking_number: first?.tracking_number.toLowerCase() }]
    const answer = await post(`${id}/parts/ship`, { courier: 'TCS', shipments: same })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      expect.objectContaining({
        path: 'shipments.1.tracking_number',
        message: 'Another part of this call has this tracking number',
      }),
    ])
    expect(await statesOf(id)).toEqual(['packed', 'packed'])
  })

  test('are moved only on the version that the person has seen', async () => {
    const order = await processing(2)
    const seen = { 'if-match': `"v${order.version}"` }
    await post(`${order.id}/call`, { is_confirmed: true })
    expect((await post(`${order.id}/parts/pack`, { part_ids: idsOf(order) }, admin, seen)).status).toBe(412)
    expect(await statesOf(order.id)).toEqual(['to_pack', 'to_pack'])
  })
})

describe('the couriers', () => {
  test('begin with the last choice of the person, and nobody else is given it', async () => {
    const person = await app.person()
    const couriersOf = async (as: TestPerson) =>
      (await app.call('GET', `${orders}/couriers`, { as })).body.results.couriers as string[]
    expect(await couriersOf(person)).not.toContain('Swift of Sialkot')
    const order = await processing(1)
    await post(`${order.id}/parts/pack`, { part_ids: idsOf(order) }, person)
    const shipment = { courier: 'Swift of Sialkot', shipments: shipmentsOf(order) }
    expect((await post(`${order.id}/parts/ship`, shipment, person)).status).toBe(200)
    expect((await couriersOf(person))[0]).toBe('Swift of Sialkot')
    expect(await couriersOf(await app.person())).not.toContain('Swift of Sialkot')
  })
})

describe('tracking numbers of many orders', () => {
  test('are checked without storing anything, and then ship what was ready', async () => {
    const [one, two] = [await processing(1), await processing(2)]
    const rows = [
      { order_number: one.order_number, tracking_number: number() },
      { order_number: `${two.order_number}/2`, tracking_number: number() },
      { order_number: two.order_number.toLowerCase(), tracking_number: number() },
      { order_number: '7', tracking_number: number() },
    ]
    const checked = await post('tracking-numbers/check', { courier: 'Leopards', rows })
    expect(checked.status).toBe(200)
    expect(checked.body.results).toMatchObject([
      { outcome: 'ready', order_id: one.id, part: 1 },
      { outcome: 'ready', order_id: two.id, part: 2 },
      {
        outcome: 'refused',
        message: `The order has 2 parts to ship. Add the part: ${two.order_number}/1 or ${two.order_number}/2`,
      },
      { outcome: 'refused', message: 'There is no order 7', order_id: null },
    ])
    expect(await statesOf(one.id)).toEqual(['to_pack'])

    const shipped = await post('tracking-numbers', { courier: 'Leopards', rows })
    expect(shipped.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'done',
      'refused',
      'refused',
    ])
    expect((await read(one.id)).parts[0]).toMatchObject({
      vendor_status: 'shipped',
      courier: 'Leopards',
      tracking_number: rows[0]?.tracking_number,
    })
    expect(await statesOf(two.id)).toEqual(['to_pack', 'shipped'])

    // The same list again changes nothing.
    const again = await post('tracking-numbers', { courier: 'Leopards', rows: rows.slice(0, 2) })
    expect(again.body.results).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
  })

  test('find an order whatever its number looks like, as it is written before it is divided', async () => {
    const dashed = await processing(1, { order_number: 'KHI-12' })
    const marked = await processing(2, { order_number: '#1001' })
    const plain = await processing(1, { order_number: '2002' })
    const rows = ['KHI-12', 'khi-12/1', '#1001-2', '#2002'].map((order_number) => ({
      order_number,
      tracking_number: number(),
    }))
    const { body } = await post('tracking-numbers/check', { courier: 'TCS', rows })
    expect(body.results).toMatchObject([
      { outcome: 'ready', order_id: dashed.id, part: 1 },
      { outcome: 'refused', order_id: dashed.id, message: 'This part is in the list already' },
      { outcome: 'ready', order_id: marked.id, part: 2 },
      { outcome: 'ready', order_id: plain.id, part: 1 },
    ])
  })

  test('stand once per courier, and a number that a spreadsheet has shortened is not taken', async () => {
    const [one, two, three] = [await processing(1), await processing(1), await processing(1)]
    const taken = number()
    await post('tracking-numbers', {
      courier: 'TCS',
      rows: [{ order_number: one.order_number, tracking_number: taken }],
    })
    const answer = await post('tracking-numbers', {
      courier: 'tcs',
      rows: [
        { order_number: two.order_number, tracking_number: taken.toLowerCase() },
        { order_number: three.order_number, tracking_number: '1.23E+15' },
      ],
    })
    expect(answer.body.results).toMatchObject([
      { outcome: 'refused', message: `Order ${one.order_number} has this tracking number` },
      { outcome: 'refused', message: expect.stringContaining('shortened') },
    ])
    expect(await statesOf(two.id)).toEqual(['to_pack'])
    // Another courier may have given out the same number.
    const other = { order_number: two.order_number, tracking_number: taken, courier: 'PostEx' }
    const free = await post('tracking-numbers', { courier: 'TCS', rows: [other] })
    expect(free.body.results).toMatchObject([{ outcome: 'done', courier: 'PostEx' }])
  })

  test('say before a parcel leaves that its customer has not confirmed the cash on delivery', async () => {
    const order = await processing(1, { payment_method: 'cod', paid_reference: '' })
    const body = { courier: 'TCS', rows: [{ order_number: order.order_number, tracking_number: number() }] }
    const warning = async () => {
      const [row] = (await post('tracking-numbers/check', body)).body.results
      return [row.outcome, row.message]
    }
    expect(await warning()).toEqual(['ready', 'Cash on delivery, not confirmed by phone'])
    expect((await post(`${order.id}/call`, { is_confirmed: true })).status).toBe(200)
    expect(await warning()).toEqual(['ready', ''])
  })

  test('ship nothing for a person who may only look', async () => {
    const order = await processing(1)
    const reader = await app.person(['Orders: view'])
    const body = { courier: 'TCS', rows: [{ order_number: order.order_number, tracking_number: number() }] }
    expect((await post('tracking-numbers', body, reader)).status).toBe(403)
    expect(await statesOf(order.id)).toEqual(['to_pack'])
  })
})

describe('the preset views', () => {
  test('count and list what waits, and an order leaves them when it no longer does', async () => {
    const counts = async () => (await app.call('GET', `${orders}/presets`, { as: admin })).body.results
    const has = async (preset: string, id: string) => {
      const page = await app.call('GET', `${orders}?preset=${preset}&limit=100`, { as: admin })
      return (page.body.results as { id: string }[]).some((row) => row.id === id)
    }
    const before = await counts()
    const cod = await pendingOrder({ app, admin }, [], { payment_method: 'cod' })
    const late = await processing(1)
    const failed = await processing(1)
    await app.database.pool.query(
      "update orders set status_since = status_since - interval '3 days' where id = $1",
      [late.id],
    )
    await post(`${failed.id}/parts/pack`, { part_ids: idsOf(failed) })
    await post(`${failed.id}/parts/ship`, { courier: 'TCS', shipments: shipmentsOf(failed) })
    await post(`${failed.id}/parts/${idsOf(failed)[0]}/attempt`, { reason: 'Nobody was at home' })
    expect(await counts()).toEqual({
      ...before,
      cod_to_confirm: before.cod_to_confirm + 1,
      late_to_pack: before.late_to_pack + 1,
      failed_attempts: before.failed_attempts + 1,
    })
    expect(await has('cod_to_confirm', cod.id)).toBe(true)
    expect(await has('late_to_pack', late.id)).toBe(true)
    expect(await has('late_to_pack', failed.id)).toBe(false)
    expect(await has('failed_attempts', failed.id)).toBe(true)

    await post(`${cod.id}/call`, { is_confirmed: true })
    await post(`${late.id}/parts/pack`, { part_ids: idsOf(late) })
    await post(`${failed.id}/parts/deliver`, { part_ids: idsOf(failed) })
    expect(await counts()).toEqual(before)

    // What had arrived and came back waits for a refund, or for the decision that there is none.
    const part = `${failed.id}/parts/${idsOf(failed)[0]}`
    await post(`${part}/return`, { reason: 'The wrong size' })
    expect(await has('returns_to_decide', failed.id)).toBe(true)
    expect((await counts()).returns_to_decide).toBe(before.returns_to_decide + 1)
    // It waits all the same when it came back after the share was released.
    await app.database.pool.query('update order_parts set released_at = now() where order_id = $1', [
      failed.id,
    ])
    expect(await has('returns_to_decide', failed.id)).toBe(true)
    await post(`${part}/close-return`, { reason: 'Exchanged' })
    expect(await counts()).toEqual(before)

    // A paid order that is declined owes its money back.
    await post(`${late.id}/decline`, { reason: 'The vendor closed' })
    expect(await has('refunds_to_send', late.id)).toBe(true)
    expect((await counts()).refunds_to_send).toBe(before.refunds_to_send + 1)
  })
})
