import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  listedProduct,
  type MadeProduct,
  type Ordered,
  orderBody,
  pendingCustomer,
  pendingProduct,
} from '#testing/factories.ts'
import {
  joinedPromotion,
  minutesFromNow,
  runningPromotion,
  standingProduct,
} from '#testing/promotion-samples.ts'
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
const defaults = {
  price: 'refuse',
  not_sold: 'refuse',
  short: 'mark',
  shipping: 'mark',
  not_delivered: 'mark',
  shipping_unnamed: 'mark',
  unknown: 'mark',
}
const send = (method: string, path: string, body?: unknown, as: TestPerson | string = admin, headers = {}) =>
  app.call(method, path, { as, body, headers })
/** Sets what becomes of each case. */
async function setTo(given: Partial<typeof defaults>) {
  const wanted = { ...defaults, ...given }
  const { version, ...now } = (await send('GET', '/api/admin/order-checks')).body.results ?? {}
  if (JSON.stringify(now) === JSON.stringify(wanted)) return
  const answer = await send('PUT', '/api/admin/order-checks', wanted, admin, { 'if-match': `"v${version}"` })
  expect(answer.status).toBe(200)
}
const bodyOf = (ordered: Ordered[], given = {}) => orderBody(customerId, ordered, given)
const hand = (body: unknown) => send('POST', '/api/intake/orders', body, key)
const order = (ordered: Ordered[], given = {}) => hand(bodyOf(ordered, given))
const detailOf = async (id: string) => (await send('GET', `/api/admin/orders/${id}`)).body.results
const ago = (ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()
const done = async (method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await send(method, path, body, admin, headers)
  expect([path, answer.status]).toEqual([path, 200])
}
const turn = (product: MadeProduct, available: boolean) =>
  done('PATCH', `/api/admin/products/${product.id}`, { available }, { 'if-match': '*' })
const disable = ({ vendorId }: MadeProduct) =>
  done('POST', `/api/admin/sellers/${vendorId}/disable`, { reason: 'Sells copies' })
const reprice = (product: MadeProduct, paisa: number) =>
  app.database.pool.query('update products set product_price = $2, updated_at = $3 where id = $1', [
    product.id,
    paisa,
    app.clock.now(),
  ])
/** What a refusal says, line by line; it must have stored nothing. */
async function refused(call: () => ReturnType<typeof hand>) {
  const before = await stateOf(app)
  const { status, body } = await call()
  expect([status, body.results]).toEqual([422, undefined])
  expect(await stateOf(app)).toBe(before)
  return body.errors.map(({ path, message }: { path: string; message: string }) => [path, message])
}
async function taken(call: ReturnType<typeof hand>) {
  const { status, body } = await call
  expect([status, body.errors]).toEqual([201, undefined])
  return body.results
}

describe('the price of a line', () => {
  test('is the one in force: twenty others, above and below to the paisa, are refused with what was listed', async () => {
    const product = await listedProduct(by, { product_price: '62.34' })
    const wrong = ['62.33', '62.35', '0.01', '0', '623.40', '62', '63', '6.23', '124.68', '62.30']
    for (let step = 1; wrong.length < 20; step++) wrong.push(`${step * 7}.0${step % 10}`)
    for (const price of wrong) {
      const [[path, message], ...more] = await refused(() => order([{ product }, { product, price }]))
      expect([price, path, more]).toEqual([price, 'lines.1.unit_price', []])
      const paid = price.replace(/\.(\d)0$/, '.$1')
      expect(message).toContain('listed at Rs\u00a062.34')
      expect(message.startsWith('Price Rs\u00a0'), `${paid}: ${message}`).toBe(true)
    }
    expect((await taken(order([{ product }]))).marks).toEqual([])
  })

  test('is the sale price where there is one', async () => {
    const product = await listedProduct(by, { product_price: '100', discounted_price: '80' })
    const [[path]] = await refused(() => order([{ product, price: '100' }]))
    expect(path).toBe('lines.0.unit_price')
    await taken(order([{ product, price: '80' }]))
  })

  test('is that of the moment at which the order was placed, and may have been kept for a minute', async () => {
    const product = await listedProduct(by, { product_price: '100' })
    app.clock.move(10 * minute)
    await reprice(product, 12_000)
    app.clock.move(10 * minute)
    await taken(order([{ product, price: '100' }], { placed_at: ago(15 * minute) }))
    await taken(order([{ product, price: '100' }], { placed_at: ago(9.5 * minute) }))
    await taken(order([{ product, price: '120' }], { placed_at: ago(9.5 * minute) }))
    await refused(() => order([{ product, price: '100' }], { placed_at: ago(8 * minute) }))
    await refused(() => order([{ product, price: '120' }], { placed_at: ago(15 * minute) }))
  })

  test('is that of the campaign while one runs, also on a line that does not name it', async () => {
    const product = await standingProduct(by)
    const { id, name } = await runningPromotion(by, { discount_bp: 2_000 }, { product })
    app.clock.move(2 * minute)
    const [[path, message]] = await refused(() => order([{ product, price: '1000' }]))
    expect([path, message]).toEqual([
      'lines.0.unit_price',
      expect.stringContaining(`listed at Rs\u00a0800 in ${name}`),
    ])
    await taken(order([{ product, price: '800' }]))
    const named = bodyOf([{ product, price: '800' }])
    await taken(hand({ ...named, lines: named.lines.map((line) => ({ ...line, promotion_id: id })) }))
  })

  test('is never a future price, even if the clock of the shop is ahead or behind', async () => {
    const product = await standingProduct(by)
    const joined = await joinedPromotion(
      by,
      { discount_bp: 2_000, starts_at: minutesFromNow(by, 5), ends_at: minutesFromNow(by, 120) },
      { product },
    )
    await done('POST', `/api/admin/promotions/${joined.id}/start`, {})
    const early = { placed_at: ago(-10 * minute) }
    await refused(() => order([{ product, price: '800' }], early))
    const named = bodyOf([{ product, price: '800' }], early)
    const lines = named.lines.map((line) => ({ ...line, promotion_id: joined.id }))
    const [[path]] = await refused(() => hand({ ...named, lines }))
    expect(path).toBe('lines.0.promotion_id')
    await taken(order([{ product, price: '1000' }], early))
    app.clock.move(6 * minute)
    await taken(order([{ product, price: '800' }]))
  })

  test('that differs is accepted and marked where it is set so, and seen wherever the order is', async () => {
    await setTo({ price: 'mark' })
    const product = await listedProduct(by, { product_price: '62.34' })
    const state = await taken(order([{ product }, { product, price: '0.01', quantity: 2 }]))
    const words = 'Price Rs\u00a00.01, listed at Rs\u00a062.34'
    expect(state.marks).toEqual([
      {
        ...{ line: 2, product_id: product.id, kind: 'price', message: words, expected_price: '62.34' },
        ...{ short: 0, is_open: true },
      },
    ])
    const detail = await detailOf(state.id)
    expect(detail.open_marks).toEqual(['price'])
    expect(detail.marks).toMatchObject([{ line: 2, kind: 'price', message: words, checked_at: null }])
    const listed = (await send('GET', '/api/admin/orders?mark=price')).body
    expect(listed.results[0]).toMatchObject({ id: state.id, open_marks: ['price'] })
    expect((await send('GET', `/api/intake/orders/${state.id}`, undefined, key)).body.results.marks).toEqual(
      state.marks,
    )
  })

  test('is not looked at again when the same order is sent again after the price became another', async () => {
    const product = await listedProduct(by, { product_price: '100' })
    const body = bodyOf([{ product }])
    const { id } = await taken(hand(body))
    app.clock.move(5 * minute)
    await reprice(product, 20_000)
    await turn(product, false)
    const again = await hand(body)
    expect([again.status, again.body.results.id]).toEqual([200, id])
  })
})

describe('what is not sold', () => {
  test('is refused twenty times of twenty: switched off, not approved, or of a vendor who is disabled', async () => {
    const off = await listedProduct(by)
    await turn(off, false)
    const waiting = await pendingProduct(app)
    await done('POST', `/api/admin/sellers/${waiting.vendorId}/approve`)
    const disabled = await listedProduct(by)
    await disable(disabled)
    app.clock.move(5 * minute)
    const good = await listedProduct(by)
    const said = {
      [off.id]: 'Switched off when the order was placed',
      [waiting.id]: 'Not approved when the order was placed',
      [disabled.id]: 'Vendor disabled when the order was placed',
    }
    for (let round = 0; round < 20; round++) {
      const product = [off, waiting, disabled][round % 3] as MadeProduct
      const errors = await refused(() => order([{ product: good }, { product, quantity: round + 1 }]))
      expect(errors).toEqual([['lines.1.product_id', said[product.id]]])
    }
    const all = await refused(() => order([{ product: off }, { product: waiting }, { product: disabled }]))
    expect(all.map(([path]: string[]) => path)).toEqual([0, 1, 2].map((line) => `lines.${line}.product_id`))
  })

  test('but was when the order was placed, is taken without a mark', async () => {
    const [off, disabled] = [await listedProduct(by), await listedProduct(by)]
    app.clock.move(10 * minute)
    await turn(off, false)
    await disable(disabled)
    app.clock.move(10 * minute)
    const placed_at = ago(15 * minute)
    expect((await taken(order([{ product: off }, { product: disabled }], { placed_at }))).marks).toEqual([])
    await refused(() => order([{ product: off }], { placed_at: ago(5 * minute) }))
    await turn(off, true)
    expect((await taken(order([{ product: off }]))).marks).toEqual([])
    await refused(() => order([{ product: off }], { placed_at: ago(5 * minute) }))
  })

  test('is accepted and marked where it is set so', async () => {
    await setTo({ not_sold: 'mark' })
    const off = await listedProduct(by)
    await turn(off, false)
    app.clock.move(5 * minute)
    const { id, marks } = await taken(order([{ product: off }]))
    expect(marks).toMatchObject([
      { line: 1, kind: 'switched_off', message: 'Switched off when the order was placed', short: 0 },
    ])
    expect((await detailOf(id)).open_marks).toEqual(['switched_off'])
  })
})

describe('more than is in stock', () => {
  test('is accepted and marked, twenty times of twenty, with how many are short', async () => {
    for (let round = 1; round <= 20; round++) {
      const product = await listedProduct(by, { product_stock: round }, sharedVendor)
      sharedVendor = product.vendorId
      const { marks } = await taken(order([{ product, quantity: 3 * round }]))
      expect(marks).toEqual([
        {
          ...{ line: 1, product_id: product.id, kind: 'short', expected_price: null, short: 2 * round },
          ...{ message: `${2 * round} short: ${3 * round} ordered, ${round} in stock`, is_open: true },
        },
      ])
    }
  })

  test('is refused where it is set so, line by line', async () => {
    await setTo({ short: 'refuse' })
    const product = await listedProduct(by, { product_stock: 5 })
    const errors = await refused(() =>
      order([
        { product, quantity: 4 },
        { product, quantity: 2 },
      ]),
    )
    expect(errors).toEqual([['lines.1.quantity', '1 short: 2 ordered, 1 in stock']])
    expect((await taken(order([{ product, quantity: 5 }]))).marks).toEqual([])
  })

  test('is seen by one of two orders that ask for the last piece at once', async () => {
    for (const short of ['mark', 'refuse'] as const) {
      await setTo({ short })
      for (let round = 0; round < 10; round++) {
        const product = await listedProduct(by, { product_stock: 1 }, sharedVendor)
        const answers = await Promise.all([order([{ product }]), order([{ product }])])
        const outcome = answers.map(({ status, body }) =>
          status === 201 ? `taken, ${body.results.marks.length} marks` : `${status} ${body.errors[0].path}`,
        )
        const other = short === 'mark' ? 'taken, 1 marks' : '422 lines.0.quantity'
        expect(outcome.sort()).toEqual([other, 'taken, 0 marks'].sort())
      }
    }
  })

  test('is no reason to refuse the same order that is sent twice at once', async () => {
    await setTo({ short: 'refuse' })
    for (let round = 0; round < 5; round++) {
      const product = await listedProduct(by, { product_stock: 1 }, sharedVendor)
      const body = bodyOf([{ product }])
      const answers = await Promise.all([hand(body), hand(body)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    }
  })
})
let sharedVendor: string | undefined

describe('an order that was placed before its listing was kept here', () => {
  const placed_at = '2017-10-02T10:00:00Z'

  test('is accepted and marked: nothing is known that it could be held against', async () => {
    const product = await listedProduct(by, { product_price: '100' })
    const { id, marks } = await taken(order([{ product, price: '45' }], { placed_at }))
    expect(marks).toMatchObject([
      {
        kind: 'unknown',
        message: 'Placed before this product was listed here. The price at that time is not known',
      },
    ])
    expect((await detailOf(id)).open_marks).toEqual(['unknown'])
  })

  test('is accepted without a mark, or refused, where it is set so', async () => {
    const product = await listedProduct(by, { product_price: '100' })
    await setTo({ unknown: 'accept' })
    expect((await taken(order([{ product, price: '45' }], { placed_at }))).marks).toEqual([])
    await setTo({ unknown: 'refuse' })
    const [[path]] = await refused(() => order([{ product, price: '45' }], { placed_at }))
    expect(path).toBe('lines.0.product_id')
  })
})

describe('a mark', () => {
  const waiting = async () =>
    (await send('GET', '/api/admin/dashboard/work')).body.results.waiting.find(
      ({ kind }: { kind: string }) => kind === 'marked_orders',
    )
  const listed = async () => (await send('GET', '/api/admin/orders?mark=open&limit=1')).body.total
  const shortOrder = async () =>
    taken(order([{ product: await listedProduct(by, { product_stock: 1 }), quantity: 5 }]))

  test('is counted on the dashboard as in the list, until a person has checked it with a note', async () => {
    const before = (await waiting()).count
    const { id } = await shortOrder()
    expect([(await waiting()).count, await listed()]).toEqual([before + 1, before + 1])
    expect((await waiting()).oldest_since).not.toBeNull()
    const checked = await send('POST', `/api/admin/orders/${id}/check`, { note: 'The vendor has more' })
    expect(checked.status).toBe(200)
    expect(checked.body.results).toMatchObject({
      open_marks: [],
      marks: [{ kind: 'short', note: 'The vendor has more', checked_by_name: expect.stringMatching(/./) }],
    })
    expect(checked.body.results.history[0]).toMatchObject({
      action: 'check marks',
      reason: 'The vendor has more',
      before: { marks: 'short' },
    })
    expect([(await waiting()).count, await listed()]).toEqual([before, before])
    const again = await send('POST', `/api/admin/orders/${id}/check`, { note: 'Once more' })
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('This order has no open marks'),
    ])
    const state = (await send('GET', `/api/intake/orders/${id}`, undefined, key)).body.results
    expect(state.marks).toMatchObject([{ kind: 'short', is_open: false }])
  })

  test('needs a note, and a person who may change orders', async () => {
    const { id } = await shortOrder()
    const blank = await send('POST', `/api/admin/orders/${id}/check`, { note: '  ' })
    expect([blank.status, blank.body.errors[0].path]).toEqual([422, 'note'])
    const reader = await app.person(['Orders: view'])
    const denied = await send('POST', `/api/admin/orders/${id}/check`, { note: 'Fine' }, reader)
    expect(denied.status).toBe(403)
    expect((await detailOf(id)).open_marks).toEqual(['short'])
  })

  test('waits no longer for anybody when its order is declined', async () => {
    const { id } = await shortOrder()
    const before = await listed()
    await send('POST', `/api/admin/orders/${id}/decline`, { reason: 'Not in stock' })
    expect(await listed()).toBe(before - 1)
    expect((await detailOf(id)).marks).toMatchObject([{ note: 'The order was declined' }])
  })
})

describe('what becomes of such an order', () => {
  const path = '/api/admin/order-checks'

  test('is set by a person who may change settings, on the version that was read, and recorded', async () => {
    const read = (await send('GET', path)).body.results
    expect(read).toMatchObject(defaults)
    const head = { 'if-match': `"v${read.version}"` }
    const saved = await send('PUT', path, { ...defaults, short: 'refuse' }, admin, head)
    expect(saved.body.results).toMatchObject({ short: 'refuse', version: read.version + 1 })
    const stale = await send('PUT', path, { ...defaults, price: 'mark' }, admin, head)
    expect(stale.status).toBe(412)
    const { rows } = await app.database.pool.query(
      "select before, after from audit_log where action = 'save order checks' order by id desc limit 1",
    )
    expect([rows[0].before.short, rows[0].after.short]).toEqual(['mark', 'refuse'])
    const viewer = await app.person(['General Setting: view', 'Orders: act'])
    expect((await send('PUT', path, defaults, viewer, { 'if-match': '*' })).status).toBe(403)
    expect((await send('GET', path, undefined, viewer)).status).toBe(200)
    const wrong = await send('PUT', path, { ...defaults, price: 'accept' }, admin, head)
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'price'])
  })
})
