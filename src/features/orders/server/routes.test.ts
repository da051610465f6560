import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  listedAt,
  listedProduct,
  orderBody,
  pendingCustomer,
  pendingOrder,
  pendingVendor,
  refundAccount,
} from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import type { OrderDetail } from '../contract.ts'
import { type MoveName, moves, standingOf, whyNot } from '../moves-contract.ts'
import { releaseShares } from './jobs.ts'

let app: TestApp
let admin: TestPerson
let other: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const by = () => ({ app, admin })
const orders = '/api/admin/orders'
const read = async (id: string): Promise<OrderDetail> =>
  (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
const post = (path: string, body?: unknown, as: TestPerson = admin, headers = {}) =>
  app.call('POST', `${orders}/${path}`, { as, body, headers })
const done = async (path: string, body?: unknown, as: TestPerson = admin): Promise<OrderDetail> => {
  const answer = await post(path, body, as)
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined])
  return answer.body.results
}
const stockOf = async (id: string): Promise<number> =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results.product_stock
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows
const handIn = (body: unknown) => app.call('POST', '/api/intake/orders', { as: key, body })
const event = (id: string, body: unknown) =>
  app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body })
const everything = async () => {
  const digests = ['orders', 'order_parts', 'order_lines', 'refunds', 'ledger_lines', 'products'].map(
    (table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t)`,
  )
  return (await rowsOf(`select concat(${digests.join(', ')}) as state`))[0].state
}
/** What an account holds for this order alone: above zero a debit. */
const onAccount = async (orderId: string, kind: string): Promise<number> =>
  Number(
    (
      await rowsOf(
        `select coalesce(sum(l.amount), 0)::int8 as n from ledger_lines l
         join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
         where t.order_id = $1 and a.kind = $2`,
        [orderId, kind],
      )
    )[0].n,
  )
const release = () =>
  releaseShares.run(jobContext('test', { db: app.database.db, services: app.services }), app.app.log as never)
let tracking = 0
const shipment = () => ({ courier: 'TCS', tracking_number: `TCS-${process.pid}-${++tracking}` })

describe('an order that is submitted', () => {
  test('waits, with a part for each vendor, exact sums, and its goods out of stock', async () => {
    const [lawn, shawl] = [
      await listedProduct(by(), { product_price: '999.99', product_stock: 5 }),
      await listedProduct(by(), { product_price: '250', product_stock: 2 }),
    ]
    const made = await pendingOrder(
      by(),
      [
        { product: lawn, quantity: 2 },
        { product: shawl, quantity: 1 },
      ],
      { discount_total: '100', shipping_total: '199' },
    )
    const order = await read(made.id)
    expect(order).toMatchObject({
      order_status: 'pending',
      payment_status: 'cod_due',
      vendor_status: 'to_pack',
      items_total: '2249.98',
      total_bill: '2348.98',
      total_qty: 3,
      due: '2348.98',
    })
    expect(order.order_number).toMatch(/^M-\d{6,}$/)
    const paisa = (text: string) => Math.round(Number(text) * 100)
    expect(order.parts.map((part) => part.vendor_id)).toEqual([lawn.vendorId, shawl.vendorId])
    expect(order.parts.reduce((sum, part) => sum + paisa(part.total), 0)).toBe(234898)
    expect(order.parts.map((part) => part.discount_total)).toEqual(['88.89', '11.11'])
    expect([await stockOf(lawn.id), await stockOf(shawl.id)]).toEqual([3, 1])
    expect(await onAccount(made.id, 'customer_due')).toBe(234898)
    const [line] = order.parts[0]?.lines ?? []
    expect(line).toMatchObject({ commission_rate_bp: 1000, commission: '191.11' })
    expect(line?.commission_why).toContain('standard rate')
  })

  test('has the tax withheld at the rate of how it was paid: cash on delivery in advance is no cash', async () => {
    const saveRates = async (rates: unknown[]) => {
      const headers = { 'if-match': '*' }
      const answer = await app.call('PUT', '/api/admin/tax-rates', { as: admin, body: { rates }, headers })
      expect(answer.status).toBe(200)
    }
    const rate = { tax: 'income_tax', valid_from: '2025-07-01', source: 'An Act' }
    await saveRates([
      { ...rate, paid_by: 'cash', rate_bp: 200 },
      { ...rate, paid_by: 'digital', rate_bp: 100 },
    ])
    const withheld = async (given: Parameters<typeof pendingOrder>[2]) => {
      const product = await listedProduct(by(), { product_price: '1000' })
      const order = await read((await pendingOrder(by(), [{ product }], given)).id)
      return [order.payment_status, order.parts[0]?.lines[0]?.income_tax]
    }
    expect(await withheld({ payment_method: 'cod' })).toEqual(['cod_due', '20'])
    expect(await withheld({ payment_method: 'cod', paid_reference: 'FT-1' })).toEqual(['paid', '10'])
    expect(await withheld({ payment_method: 'bank_transfer' })).toEqual(['unpaid', '10'])
    await saveRates([])
  })

  test('is the same order when the same body comes again, also twenty at once, and another body is refused', async () => {
    const body = orderBody((await pendingCustomer(app)).id, [{ product: await listedProduct(by()) }])
    const answers = await Promise.all(Array.from({ length: 20 }, () => handIn(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body: { results } }) => results.id)).size).toBe(1)
    const id = answers[0]?.body.results.id
    expect(await onAccount(id, 'customer_due')).toBe(199950)
    const before = await everything()
    expect((await handIn({ ...body, city: 'Quetta' })).status).toBe(409)
    expect(await everything()).toBe(before)
  })

  test('with an unknown product or customer, a wrong seller, wrong sums or quantities is refused with paths and stores nothing', async () => {
    const product = await listedProduct(by())
    const { id: customer } = await pendingCustomer(app)
    const good = orderBody(customer, [{ product }])
    const line = good.lines[0]
    const nobody = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const unlisted = await pendingVendor(app)
    const before = await everything()
    for (const [change, path] of [
      [{ customer_id: nobody }, 'customer_id'],
      [{ lines: [{ ...line, product_id: nobody }] }, 'lines.0.product_id'],
      [{ lines: [{ ...line, seller_id: unlisted.id }] }, 'lines.0.seller_id'],
      [{ lines: [{ ...line, quantity: -1 }] }, 'lines.0.quantity'],
      [{ lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity'],
      [{ lines: [{ ...line, quantity: 1.5 }] }, 'lines.0.quantity'],
      [{ lines: [{ ...line, unit_price: '-5' }] }, 'lines.0.unit_price'],
      [{ lines: [] }, 'lines'],
      [{ items_total: '1' }, 'items_total'],
      [{ total_bill: '1' }, 'total_bill'],
      [{ discount_total: '5000', total_bill: '0' }, 'discount_total'],
      [{ payment_method: 'cheque' }, 'payment_method'],
      [{ payment_status: 'paid' }, 'payment_status'],
    ] as const) {
      const refused = await handIn({ ...good, ...change })
      expect([path, refused.status]).toEqual([path, 422])
      expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    }
    expect(await everything()).toBe(before)
  })

  test('of what is not in stock says how many are short, and brings back no more than it took', async () => {
    const product = await listedProduct(by(), { product_stock: 2 })
    const { id } = await pendingOrder(by(), [{ product, quantity: 5 }])
    const order = await read(id)
    expect(order.parts[0]?.lines[0]?.short).toBe(3)
    expect(await stockOf(product.id)).toBe(0)
    await done(`${id}/decline`, { reason: 'Sold out' })
    expect(await stockOf(product.id)).toBe(2)
  })
})

describe('the table of moves', () => {
  type Start = 'cod' | 'unpaid' | 'paid'
  const starts: Record<Start, object> = {
    cod: {},
    unpaid: { payment_method: 'bank_transfer' },
    paid: { payment_method: 'card', paid_reference: 'c-1' },
  }
  const bodies: Partial<Record<MoveName, () => unknown>> = {
    decline: () => ({ reason: 'The customer changed their mind' }),
    mark_paid: () => ({ reference: 'IBFT 1' }),
    ship: shipment,
    attempt: () => ({ reason: 'Nobody at home' }),
    correct: shipment,
    cancel: () => ({ reason: 'Sold out' }),
    return: () => ({ reason: 'Refused at the door' }),
    close_return: () => ({ reason: 'Exchanged' }),
  }
  const pathOf = (order: OrderDetail, name: MoveName) => {
    const of = moves[name].axis === 'vendor' ? `parts/${order.parts[0]?.id}/` : ''
    return `${order.id}/${of}${name.replace('_', '-')}`
  }
  const tried = (Object.keys(moves) as MoveName[]).filter((name) => name !== 'refund')
  test.each(Object.keys(starts) as Start[])(
    'is what happens to an order that begins %s: each move in it is made, every other answers 409 with a reason',
    async (start) => {
      const seen = new Map<string, MoveName[]>([['', []]])
      const open: MoveName[][] = [[]]
      let refusals = 0
      seen.clear()
      // Each way begins with an order of its own; that its goods and its customer are new as well shows nothing more.
      const product = await listedAt(by(), '1999.50')
      const given = { ...starts[start], customer_id: (await pendingCustomer(app)).id }
      for (let way = open.shift(); way; way = open.shift()) {
        const { id } = await pendingOrder(by(), [{ product }], given)
        let order = await read(id)
        for (const name of way) order = await done(pathOf(order, name), bodies[name]?.())
        const standing = standingOf(order, order.parts[0])
        const state = JSON.stringify(standing)
        if (seen.has(state)) continue
        seen.set(state, way)
        const before = await read(id)
        for (const name of tried) {
          const why = whyNot(name, standing)
          if (why === null) {
            open.push([...way, name])
            continue
          }
          const refused = await post(pathOf(order, name), bodies[name]?.())
          expect([state, name, refused.status]).toEqual([state, name, 409])
          expect(refused.body.message).toContain(why)
          refusals += 1
        }
        // One look for all moves of the standing: what one of them had changed would still be there.
        expect(await read(id)).toEqual(before)
      }
      expect(seen.size).toBeGreaterThan(8)
      expect(refusals).toBeGreaterThan(60)
    },
    120_000,
  )
})

describe('a part that its vendor cannot send', () => {
  test('is cancelled while the others go on; what was paid for it is owed, and the order can be completed', async () => {
    const [one, two] = [
      await listedProduct(by()),
      await listedProduct(by(), { product_stock: 5, product_price: '1000' }),
    ]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two, quantity: 2 }], {
      payment_method: 'card',
      paid_reference: 'c-9',
    })
    const { parts } = await done(`${id}/process`)
    const [first, second] = parts.map((part) => `${id}/parts/${part.id}`)
    await done(`${first}/pack`)
    await done(`${first}/ship`, shipment())
    await done(`${first}/deliver`)
    const order = await done(`${second}/cancel`, { reason: 'Sold out' })
    expect(order).toMatchObject({ payment_status: 'paid', vendor_status: 'delivered', due: '-2000' })
    expect(order.refunds).toMatchObject([{ kind: 'owed', status: 'granted', amount: '2000' }])
    expect(order.parts[1]).toMatchObject({ vendor_status: 'returned', return_reason: 'Sold out' })
    expect(await stockOf(two.id)).toBe(5)
    expect((await done(`${id}/complete`)).order_status).toBe('completed')
  })

  test('does not keep its order from going back to pending, and what is declined then is given back once', async () => {
    const [one, two] = [
      await listedProduct(by(), { product_stock: 5 }),
      await listedProduct(by(), { product_stock: 5, product_price: '1000' }),
    ]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two, quantity: 2 }], {
      payment_method: 'card',
      paid_reference: 'c-10',
    })
    const { parts, total_bill } = await done(`${id}/process`)
    await done(`${id}/parts/${parts[1]?.id}/cancel`, { reason: 'Sold out' })
    await done(`${id}/parts/${parts[0]?.id}/pack`)
    const refused = await post(`${id}/put-back`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Unpack every part first. At least one part is packed'),
    ])
    await done(`${id}/parts/${parts[0]?.id}/unpack`)
    expect(await done(`${id}/put-back`)).toMatchObject({ order_status: 'pending', vendor_status: 'to_pack' })
    const again = await done(`${id}/process`)
    expect(again.parts.map((part) => part.vendor_status)).toEqual(['to_pack', 'returned'])
    const undone = await post('bulk/move', { move: 'put_back', ids: [id] })
    expect(undone.body.results).toMatchObject([{ id, outcome: 'done', version: again.version + 1 }])
    const declined = await done(`${id}/decline`, { reason: 'The customer has called' })
    expect(declined).toMatchObject({ order_status: 'declined', reversed_total: total_bill })
    const owed = declined.refunds.map(({ amount }) => Number(amount))
    expect(owed.reduce((sum, amount) => sum + amount, 0)).toBe(Number(total_bill))
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([5, 5])
    for (const kind of ['vendor_held', 'vendor_available', 'commission', 'income_tax', 'sales_tax']) {
      expect([kind, await onAccount(id, kind)]).toEqual([kind, 0])
    }
  })

  test('and is the last of its order is declined with it', async () => {
    const { id } = await pendingOrder(by())
    const { parts } = await done(`${id}/process`)
    const refused = await post(`${id}/parts/${parts[0]?.id}/cancel`, { reason: 'Sold out' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('This is the last part of the order. Decline the order instead'),
    ])
  })

  test('of which everything was refunded is neither packed nor shipped', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-8' })
    const [line] = (await read(id)).parts[0]?.lines ?? []
    const lines = [{ line_id: line?.id, amount: line?.net_total }]
    const granted = await done(`${id}/refunds`, { account: refundAccount(), lines, reason: 'Late' })
    await done(`${id}/process`)
    await post(`${id}/refunds/${granted.refunds[0]?.id}/send`, { reference: 'IBFT 5' }, other)
    const order = await read(id)
    const packing = await post(`${id}/parts/${order.parts[0]?.id}/pack`)
    expect(packing.body.message).toContain('The whole part was refunded')
    expect((await read(id)).parts[0]?.vendor_status).toBe('to_pack')
    expect((await done(`${id}/decline`, { reason: 'Refunded' })).order_status).toBe('declined')
  })

  test('of which all goods are in a granted refund is neither packed nor shipped until that is cancelled', async () => {
    const { id, order_number } = await pendingOrder(by(), [], {
      ...{ payment_method: 'card', paid_reference: 'c-9', shipping_total: '200' },
    })
    const { parts } = await done(`${id}/process`)
    const [part] = parts
    const lines = [{ line_id: part?.lines[0]?.id, amount: part?.lines[0]?.net_total }]
    const grant = async () =>
      (
        await done(`${id}/refunds`, { account: refundAccount(), lines, reason: 'Cancelled by phone' })
      ).refunds.at(-1)
    const checked = async () => {
      const rows = [{ order_number, tracking_number: `T-${order_number}` }]
      const answer = await post('tracking-numbers/check', { courier: 'TCS', rows })
      return answer.body.results[0].outcome
    }
    const first = await grant()
    const before = await stateOf(app)
    const refused = await post(`${id}/parts/${part?.id}/pack`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('a refund of it is granted'),
    ])
    expect(await checked()).toBe('refused')
    expect(await stateOf(app)).toBe(before)

    await done(`${id}/refunds/${first?.id}/cancel`, { reason: 'Wants it after all' })
    expect(await checked()).toBe('ready')
    await done(`${id}/parts/${part?.id}/pack`)
    const second = await grant()
    const ship = () => post(`${id}/parts/${part?.id}/ship`, { courier: 'TCS', tracking_number: order_number })
    expect((await ship()).status).toBe(409)
    // The shipping that stays charged sends no goods.
    await post(`${id}/refunds/${second?.id}/send`, { reference: 'IBFT 6' }, other)
    expect((await ship()).status).toBe(409)
    expect((await read(id)).parts[0]?.vendor_status).toBe('packed')
  })
})

describe('what is left of a part', () => {
  const priced = { product_price: '5000', product_stock: 9 }
  const moneyOf = async (vendorId: string) =>
    (await app.call('GET', `/api/admin/vendor-money/${vendorId}`, { as: admin })).body.results
  const isHeld = async ({ vendorId }: { vendorId: string }, orderId: string, amount: string) => {
    const money = await moneyOf(vendorId)
    const parts = money.held_parts.filter((part: { order_id: string }) => part.order_id === orderId)
    const held = parts.map((part: { amount: string }) => part.amount)
    expect([money.held, held]).toEqual([amount, amount === '0' ? [] : [amount]])
  }

  test('is nothing after it was cancelled, and the rest after a refund: charged and share as the vendor’s held amount counts them', async () => {
    const [one, two] = [await listedProduct(by(), priced), await listedProduct(by(), priced)]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two }], {
      ...{ payment_method: 'card', paid_reference: 'c-20', shipping_total: '400' },
    })
    const { parts } = await done(`${id}/process`)
    const whole = { total: '5200', reversed_total: '0', vendor_share: '4500', vendor_share_left: '4500' }
    expect(parts).toMatchObject([whole, whole])
    for (const product of [one, two]) await isHeld(product, id, '4500')

    await done(`${id}/parts/${parts[1]?.id}/cancel`, { reason: 'Sold out' })
    expect((await read(id)).parts).toMatchObject([
      whole,
      { ...whole, reversed_total: '5200', vendor_share_left: '0' },
    ])
    await isHeld(two, id, '0')

    const refund = async (amount: string, shipping: string) => {
      const lines = [{ line_id: parts[0]?.lines[0]?.id, amount }]
      const granted = await done(`${id}/refunds`, {
        ...{ account: refundAccount(), lines, shipping, reason: 'Torn' },
      })
      const open = granted.refunds.find(({ status, kind }) => status === 'granted' && kind !== 'owed')
      // What is granted and not sent is still charged.
      expect(granted.parts[0]?.vendor_share_left).toBe((await moneyOf(one.vendorId)).held)
      await done(`${id}/refunds/${open?.id}/send`, { reference: 'r' }, other)
    }
    await refund('2500', '0')
    expect((await read(id)).parts[0]).toMatchObject({
      ...whole,
      reversed_total: '2500',
      vendor_share_left: '2250',
    })
    await isHeld(one, id, '2250')
    // An amount that no share divides into whole paisa.
    await refund('333.33', '100')
    const [part] = (await read(id)).parts
    expect(part?.reversed_total).toBe('2933.33')
    await isHeld(one, id, part?.vendor_share_left ?? '')
  })
})

describe('a payment', () => {
  const told = (id: string, reference: string) =>
    app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body: { type: 'paid', reference } })

  test('that comes in after the order was declined is recorded, and owed back', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'bank_transfer' })
    await done(`${id}/decline`, { reason: 'No answer' })
    expect((await told(id, 'IBFT 6')).status).toBe(200)
    const order = await read(id)
    expect(order).toMatchObject({
      order_status: 'declined',
      payment_status: 'paid',
      refunds: [{ kind: 'owed', status: 'granted', amount: order.total_bill }],
    })
    expect(await onAccount(id, 'bank')).toBe(199950)
  })

  test('that comes in after a part was cancelled and the rest declined is of what was due then', async () => {
    const products = [
      await listedProduct(by(), { product_price: '1000' }),
      await listedProduct(by(), { product_price: '2000' }),
    ]
    const { id } = await pendingOrder(
      by(),
      products.map((product) => ({ product })),
      { payment_method: 'bank_transfer' },
    )
    const { parts } = await done(`${id}/process`)
    await done(`${id}/parts/${parts[1]?.id}/cancel`, { reason: 'Sold out' })
    const declined = await done(`${id}/decline`, { reason: 'No answer' })
    expect(declined).toMatchObject({ payable: '1000', refunds: [] })
    expect((await told(id, 'IBFT 8')).status).toBe(200)
    expect(await read(id)).toMatchObject({
      paid_total: '1000',
      payable: '0',
      refunds: [{ kind: 'owed', status: 'granted', amount: '1000' }],
    })
    expect(await onAccount(id, 'bank')).toBe(100000)
  })

  test('under another reference than the one that is known is refused, and under the same is no news', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'raast' })
    expect((await told(id, 'R-1')).status).toBe(200)
    expect((await told(id, 'R-1')).status).toBe(200)
    const refused = await told(id, 'R-2')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('R-1')])
    expect((await read(id)).paid_total).toBe('1999.50')
  })

  test('is refused where a courier has collected it all', async () => {
    const collected = await pendingOrder(by())
    const { parts } = await done(`${collected.id}/process`)
    const part = `${collected.id}/parts/${parts[0]?.id}`
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    const second = await told(collected.id, 'JC-77')
    expect([second.status, second.body.message]).toEqual([
      409,
      `Nothing is due for order ${collected.order_number}. Return this payment`,
    ])
    expect(await read(collected.id)).toMatchObject({ payment_status: 'paid', paid_total: '1999.50' })
  })

  test('of nothing is not taken', async () => {
    const { id } = await pendingOrder(by())
    const { parts } = await done(`${id}/process`)
    const part = `${id}/parts/${parts[0]?.id}`
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/return`, { reason: 'Refused' })
    const refused = await post(`${id}/mark-paid`, { reference: 'X' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('The customer owes nothing for this order'),
    ])
    expect((await read(id)).payment_status).toBe('cod_due')
  })

  test('that staff record is booked where it came in, whatever the customer had chosen', async () => {
    const pay = async (payment_method: 'card' | 'wallet', paid_into?: string) => {
      const { id } = await pendingOrder(by(), [], { payment_method })
      const { payment_status } = await done(`${id}/mark-paid`, { reference: 'Till 7', paid_into })
      const booked = [await onAccount(id, 'bank'), await onAccount(id, 'gateway')]
      return [payment_status, ...booked, await onAccount(id, 'customer_wallet')]
    }
    expect(await pay('card')).toEqual(['paid', 0, 199950, 0])
    expect(await pay('card', 'bank')).toEqual(['paid', 199950, 0, 0])
    expect(await pay('wallet', 'bank')).toEqual(['paid', 199950, 0, 0])
    // What was paid at the counter is not owed to the wallet that had been chosen.
    const cash = await pendingOrder(by(), [], { payment_method: 'wallet' })
    await done(`${cash.id}/mark-paid`, { reference: 'Till 8', paid_into: 'bank' })
    const declined = await done(`${cash.id}/decline`, { reason: 'Out of stock' })
    expect(declined.refunds).toMatchObject([{ kind: 'owed', method: 'bank' }])
    const { id } = await pendingOrder(by(), [], { payment_method: 'raast' })
    const refused = await post(`${id}/mark-paid`, { reference: 'W', paid_into: 'wallet' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The wallet balance of the customer is too low',
    ])
    expect(await read(id)).toMatchObject({ payment_status: 'unpaid', paid_total: '0' })
  })

  test('in advance of what was to be paid at the door is with the bank', async () => {
    const { id } = await pendingOrder(by(), [], { paid_reference: 'IBFT 7' })
    expect(await onAccount(id, 'bank')).toBe(199950)
  })
})

describe('what the courier tells', () => {
  const tell = (id: string, body: object) =>
    app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body })

  test('and is refused is answered in words, without the order as the back office sees it', async () => {
    const { id } = await pendingOrder(by())
    await done(`${id}/process`)
    const refused = await tell(id, { type: 'delivered' })
    expect([refused.status, refused.body.results]).toEqual([409, undefined])
    expect(refused.body.message).toMatch(/^Only /)
    const { parts } = await read(id)
    // A person reads the order with the refusal, to continue from it.
    const shown = await post(`${id}/parts/${parts[0]?.id}/deliver`)
    expect([shown.status, shown.body.results.id]).toEqual([409, id])
  })

  test('can correct a tracking number, and be told again however late', async () => {
    const { id } = await pendingOrder(by())
    await done(`${id}/process`)
    const wrong = { type: 'shipped', ...shipment() }
    const right = { type: 'shipped', ...shipment() }
    expect((await tell(id, wrong)).status).toBe(200)
    expect((await tell(id, right)).status).toBe(200)
    const { version, parts } = await read(id)
    expect(parts[0]?.tracking_number).toBe(right.tracking_number)
    expect((await tell(id, right)).status).toBe(200)
    expect((await read(id)).version).toBe(version)
    expect((await tell(id, { type: 'delivered' })).status).toBe(200)
    for (const again of [right, { type: 'delivered' }]) expect((await tell(id, again)).status).toBe(200)
    expect((await tell(id, wrong)).status).toBe(409)
    const [change] = (await read(id)).history.filter(({ action }) => action === 'correct')
    expect(change?.before).toMatchObject({ tracking_number: wrong.tracking_number })
  })

  test('and is told late does not undo what was corrected by hand since', async () => {
    const { id } = await pendingOrder(by())
    const { parts } = await done(`${id}/process`)
    const mistyped = { type: 'shipped', ...shipment() }
    expect((await tell(id, mistyped)).status).toBe(200)
    const right = shipment()
    await done(`${id}/parts/${parts[0]?.id}/correct`, right)
    const { version } = await read(id)
    expect((await tell(id, mistyped)).status).toBe(200)
    const after = await read(id)
    expect([after.version, after.parts[0]?.tracking_number]).toEqual([version, right.tracking_number])
    // A number that the part never had is a correction.
    const newer = { type: 'shipped', ...shipment() }
    expect((await tell(id, newer)).status).toBe(200)
    expect((await read(id)).parts[0]?.tracking_number).toBe(newer.tracking_number)
  })

  test('under one tracking number is one parcel, however it is spelled and however many ship at once', async () => {
    const paths: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const { id } = await pendingOrder(by())
      const { parts } = await done(`${id}/process`)
      paths.push(`${id}/parts/${parts[0]?.id}`)
      await done(`${paths[n]}/pack`)
    }
    const { tracking_number } = shipment()
    const answers = await Promise.all(
      paths.map((path, n) =>
        post(`${path}/ship`, {
          courier: n % 2 ? 'TCS' : 'tcs',
          tracking_number: n > 1 ? tracking_number.toLowerCase() : tracking_number,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('cash on delivery', () => {
  test('goes from the call to completed, the courier owing what was collected', async () => {
    const { id } = await pendingOrder(by(), [], { shipping_total: '200' })
    expect((await done(`${id}/call`, { is_confirmed: false })).call_attempts).toBe(1)
    expect((await done(`${id}/call`, { is_confirmed: true })).confirmed_at).not.toBeNull()
    let order = await done(`${id}/process`)
    const part = `${id}/parts/${order.parts[0]?.id}`
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    expect((await done(`${part}/attempt`, { reason: 'Nobody at home' })).parts[0]?.delivery_attempts).toBe(1)
    order = await done(`${part}/deliver`)
    expect(order).toMatchObject({ payment_status: 'paid', paid_total: '2199.50', due: '0' })
    expect(await onAccount(id, 'courier')).toBe(219950)
    expect(await onAccount(id, 'customer_due')).toBe(0)
    expect((await done(`${id}/complete`)).order_status).toBe('completed')
    expect(order.history.length).toBeGreaterThan(5)
  })

  test('refused at the door, nothing of it is charged and its goods are back', async () => {
    const product = await listedProduct(by(), { product_stock: 4 })
    const { id } = await pendingOrder(by(), [{ product, quantity: 3 }])
    const { parts } = await done(`${id}/process`)
    const part = `${id}/parts/${parts[0]?.id}`
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    const order = await done(`${part}/return`, { reason: 'Refused at the door' })
    expect(order).toMatchObject({ due: '0', reversed_total: order.total_bill, refunds: [] })
    expect(await stockOf(product.id)).toBe(4)
    for (const kind of ['customer_due', 'vendor_held', 'commission', 'shipping']) {
      expect([kind, await onAccount(id, kind)]).toEqual([kind, 0])
    }
    expect((await done(`${id}/decline`, { reason: 'Came back' })).payment_status).toBe('unpaid')
  })

  test('of two parts, one delivered and one returned, is paid with what arrived', async () => {
    const [one, two] = [await listedProduct(by()), await listedProduct(by())]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two }], { shipping_total: '101' })
    const { parts } = await done(`${id}/process`)
    for (const { id: part } of parts) {
      await done(`${id}/parts/${part}/pack`)
      await done(`${id}/parts/${part}/ship`, shipment())
    }
    const half = await done(`${id}/parts/${parts[0]?.id}/deliver`)
    expect(half).toMatchObject({ payment_status: 'cod_due', vendor_status: 'shipped' })
    const order = await done(`${id}/parts/${parts[1]?.id}/return`, { reason: 'Broken' })
    expect(order).toMatchObject({ payment_status: 'paid', due: '0', vendor_status: 'delivered' })
    expect(order.paid_total).toBe('2050')
    expect((await done(`${id}/complete`)).order_status).toBe('completed')
  })
})

describe('an order of a part and a free one', () => {
  const check = async (price: 'mark' | 'refuse') => {
    const path = '/api/admin/order-checks'
    const { version, ...checks } = (await app.call('GET', path, { as: admin })).body.results
    const headers = { 'if-match': '*' }
    const saved = await app.call('PUT', path, { as: admin, body: { ...checks, price }, headers })
    expect(saved.status).toBe(200)
  }
  const sold = async () => {
    const [dear, free] = [await listedProduct(by()), await listedProduct(by())]
    // A gift has another price than its listing, which is let through for it.
    await check('mark')
    const { id } = await pendingOrder(by(), [{ product: dear }, { product: free, price: '0' }])
    await check('refuse')
    const { parts } = await done(`${id}/process`)
    for (const { id: part } of parts) {
      await done(`${id}/parts/${part}/pack`)
      await done(`${id}/parts/${part}/ship`, shipment())
    }
    const [first, second] = parts.map((part) => `${id}/parts/${part.id}`)
    return { id, back: () => done(`${first}/return`, { reason: 'Refused' }), second }
  }

  test.each(['before', 'after'] as const)(
    'of which only the free one arrives, %s the other comes back, is paid with cash on delivery and can be completed',
    async (when) => {
      const { id, back, second } = await sold()
      if (when === 'after') await back()
      await done(`${second}/deliver`)
      if (when === 'before') await back()
      expect(await read(id)).toMatchObject({ payment_status: 'paid', paid_total: '0', due: '0' })
      expect((await done(`${id}/complete`)).order_status).toBe('completed')
    },
  )

  test.each(['bank_transfer', 'cod'] as const)(
    'paid with %s goes on with nothing left to pay where the other is cancelled',
    async (payment_method) => {
      const [dear, free] = [await listedProduct(by()), await listedProduct(by())]
      await check('mark')
      const ordered = [{ product: dear }, { product: free, price: '0' }]
      const { id } = await pendingOrder(by(), ordered, { payment_method })
      await check('refuse')
      const { parts } = await done(`${id}/process`)
      const left = await done(`${id}/parts/${parts[0]?.id}/cancel`, { reason: 'Sold out' })
      expect(left).toMatchObject({ payment_status: 'paid', paid_total: '0', payable: '0', refunds: [] })
      const gift = `${id}/parts/${parts[1]?.id}`
      await done(`${gift}/pack`)
      await done(`${gift}/ship`, shipment())
      await done(`${gift}/deliver`)
      expect((await done(`${id}/complete`)).order_status).toBe('completed')
      expect(await onAccount(id, 'customer_due')).toBe(0)
    },
  )
})

describe('what outside systems tell', () => {
  test('is taken over once: a delivery told twice is one, and a courier that names no part of several is asked', async () => {
    const [one, two] = [await listedProduct(by()), await listedProduct(by())]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two }])
    expect((await event(id, { type: 'shipped', ...shipment() })).status).toBe(422)
    expect((await event(id, { type: 'shipped', seller_id: one.vendorId, ...shipment() })).status).toBe(409)
    await done(`${id}/process`)
    const shipped = await event(id, { type: 'shipped', seller_id: one.vendorId, ...shipment() })
    expect(shipped.body.results.vendor_status).toBe('to_pack')
    for (let n = 0; n < 2; n += 1) {
      expect((await event(id, { type: 'delivered', seller_id: one.vendorId })).status).toBe(200)
    }
    const order = await read(id)
    expect(order.parts.map((part) => part.vendor_status)).toEqual(['delivered', 'to_pack'])
    expect(await onAccount(id, 'courier')).toBe(199950)
    expect((await event(id, { type: 'paid' })).body.errors[0].path).toBe('reference')
  })
})

describe('a refund', () => {
  const paid = async (given = {}) => {
    const product = await listedProduct(by(), { product_price: '1000', product_stock: 9, ...given })
    const made = await pendingOrder(by(), [{ product, quantity: 3 }], {
      payment_method: 'card',
      paid_reference: 'c-2',
      shipping_total: '150',
    })
    const order = await read(made.id)
    return { id: made.id, product, line: order.parts[0]?.lines[0]?.id ?? '' }
  }
  const reason = 'One of them was torn'

  test('shows what it does to everybody before it is granted, moves nothing until another person sends it, and is the mirror of the sale', async () => {
    const { id, product, line } = await paid()
    const wanted = { lines: [{ line_id: line, amount: '1000', quantity: 1 }], restock: true }
    const none = {
      lines: [{ line_id: line, amount: '1000' }],
      restock: true,
      account: refundAccount(),
      reason,
    }
    const unsaid = await post(`${id}/refunds`, none)
    expect([unsaid.status, unsaid.body.errors]).toMatchObject([422, [{ path: 'restock' }]])
    expect((await read(id)).refunds).toEqual([])
    const preview = await post(`${id}/refunds/preview`, wanted)
    expect(preview.body.results).toMatchObject({
      amount: '1000',
      commission: '100',
      vendors: [
        {
          vendor_id: product.vendorId,
          amount: '900',
          from: 'held',
          balance_before: '2700',
          balance_after: '1800',
        },
      ],
    })
    const granted = await done(`${id}/refunds`, { account: refundAccount(), ...wanted, reason })
    const refund = granted.refunds[0]?.id
    expect(await onAccount(id, 'vendor_held')).toBe(-270000)
    expect(granted.refunds[0]?.why_not_send).toContain('You granted this refund')
    const own = await post(`${id}/refunds/${refund}/send`, { reference: 'IBFT 9' })
    expect([own.status, own.body.message]).toEqual([
      409,
      'You granted this refund. Another person must send it',
    ])
    const sent = await done(`${id}/refunds/${refund}/send`, { reference: 'IBFT 9' }, other)
    expect(sent).toMatchObject({ payment_status: 'part_refunded', refunded_total: '1000', due: '0' })
    expect(await onAccount(id, 'vendor_held')).toBe(-180000)
    expect(await onAccount(id, 'commission')).toBe(-20000)
    expect(await stockOf(product.id)).toBe(7)
    const again = await post(`${id}/refunds/${refund}/send`, { reference: 'IBFT 9' }, other)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('was sent by')
  })

  test('in a shop with one person is sent by the person who granted it, and the audit log says so', async () => {
    const alone = await startTestApp({ secondPersonForRefunds: false })
    const person = await alone.person()
    const key_ = await alone.intakeKey()
    const product = await listedProduct({ app: alone, admin: person })
    const customer = await pendingCustomer(alone)
    const body = orderBody(customer.id, [{ product }], { payment_method: 'card', paid_reference: 'C-1' })
    const taken = await alone.call('POST', '/api/intake/orders', { as: key_, body })
    const path = `/api/admin/orders/${taken.body.results.id}`
    const { parts } = (await alone.call('GET', path, { as: person })).body.results
    const lines = [{ line_id: parts[0].lines[0].id, amount: '1' }]
    const granted = await alone.call('POST', `${path}/refunds`, {
      as: person,
      body: { lines, reason, account: refundAccount() },
    })
    const [refund] = granted.body.results.refunds
    expect(refund.why_not_send).toBeNull()
    const send = { as: person, body: { reference: 'IBFT 1' } }
    const sent = await alone.call('POST', `${path}/refunds/${refund.id}/send`, send)
    expect([sent.status, sent.body.results.refunded_total]).toEqual([200, '1'])
    expect(sent.body.results.history[0].action).toBe('send refund (one person)')
    await alone.close()
  })

  test('shows the sender its current effect, including shipping', async () => {
    const { id, line } = await paid()
    const granted = await done(`${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '300' }],
      shipping: '150',
      reason: 'Late',
    })
    const [refund] = granted.refunds
    const path = `${orders}/${id}/refunds/${refund?.id}/effect`
    const effect = (await app.call('GET', path, { as: other })).body.results
    expect(effect).toMatchObject({ amount: '450', shipping: '150', commission: '30' })
    expect(effect.vendors).toMatchObject([{ amount: '270', from: 'held' }])
    await done(`${id}/refunds/${refund?.id}/send`, { reference: 'r' }, other)
    expect((await app.call('GET', path, { as: other })).status).toBe(409)
    const more = await post(`${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '2701' }],
      reason: 'Late',
    })
    expect(more.body.message).toMatch(/^At most Rs\s2,700 is left to refund for this line item$/)
  })

  test('takes the shipping from the part whose goods it refunds, so that the other part keeps its own', async () => {
    const priced = { product_price: '1000', product_stock: 9 }
    const [one, two] = [await listedProduct(by(), priced), await listedProduct(by(), priced)]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two }], {
      ...{ payment_method: 'card', paid_reference: 'c-3', shipping_total: '200' },
    })
    const { parts } = await done(`${id}/process`)
    const refund = async (amount: string, shipping: string) => {
      const lines = [{ line_id: parts[1]?.lines[0]?.id, amount }]
      const granted = await done(`${id}/refunds`, { account: refundAccount(), lines, shipping, reason })
      const left = granted.refunds.find(({ status }) => status === 'granted')
      return done(`${id}/refunds/${left?.id}/send`, { reference: 'r' }, other)
    }
    await refund('400', '30')
    const { parts: after } = await refund('600', '70')
    expect(after.map(({ shipping_reversed }) => shipping_reversed)).toEqual(['0', '100'])
    const packing = await post(`${id}/parts/${parts[1]?.id}/pack`)
    expect([packing.status, packing.body.message]).toEqual([
      409,
      expect.stringContaining('The whole part was refunded'),
    ])
    const order = await done(`${id}/parts/${parts[0]?.id}/cancel`, { reason: 'Sold out' })
    expect(order.due).toBe('-1100')
    expect(order.refunds.find(({ kind }) => kind === 'owed')).toMatchObject({ amount: '1100' })
  })

  test('of shipping alone takes it first from the part whose goods were refunded before', async () => {
    const [one, two] = [await listedProduct(by()), await listedProduct(by())]
    const { id } = await pendingOrder(by(), [{ product: one }, { product: two }], {
      ...{ payment_method: 'card', paid_reference: 'c-4', shipping_total: '200' },
    })
    const [line] = (await read(id)).parts[1]?.lines ?? []
    const lines = [{ line_id: line?.id, amount: line?.net_total }]
    for (const wanted of [
      { lines, shipping: '0' },
      { lines: [], shipping: '100' },
    ]) {
      const granted = await done(`${id}/refunds`, { account: refundAccount(), ...wanted, reason })
      const left = granted.refunds.find(({ status }) => status === 'granted')
      await done(`${id}/refunds/${left?.id}/send`, { reference: 'r' }, other)
    }
    expect((await read(id)).parts.map((part) => part.shipping_reversed)).toEqual(['0', '100'])
  })

  test('of everything, in parts, leaves nothing on any account', async () => {
    const { id, line } = await paid({ product_price: '333.33' })
    for (const [amount, shipping] of [
      ['0.01', '0'],
      ['500.49', '50'],
      ['499.49', '100'],
    ]) {
      const granted = await done(`${id}/refunds`, {
        account: refundAccount(),
        lines: [{ line_id: line, amount }],
        shipping,
        reason,
      })
      await done(`${id}/refunds/${granted.refunds[0]?.id}/send`, { reference: 'r' }, other)
    }
    expect(await read(id)).toMatchObject({ payment_status: 'refunded', due: '0' })
    for (const kind of ['customer_due', 'vendor_held', 'commission', 'shipping']) {
      expect([kind, await onAccount(id, kind)]).toEqual([kind, 0])
    }
  })

  test('of more than is left, also of what another grant has taken already, is refused and stores nothing', async () => {
    const { id, line } = await paid()
    await done(`${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '2500' }],
      reason,
    })
    const before = await read(id)
    for (const wanted of [
      { lines: [{ line_id: line, amount: '500.01' }] },
      { shipping: '150.01' },
      { lines: [{ line_id: line, amount: '0' }] },
      { lines: [{ line_id: line, amount: '1', quantity: 4 }] },
      {
        lines: [
          { line_id: line, amount: '1' },
          { line_id: line, amount: '1' },
        ],
      },
      {},
    ]) {
      expect([
        wanted,
        (await post(`${id}/refunds`, { account: refundAccount(), ...wanted, reason })).status,
      ]).toEqual([wanted, 422])
    }
    expect(await read(id)).toEqual(before)
    expect(
      (
        await post(`${id}/refunds`, {
          account: refundAccount(),
          lines: [{ line_id: line, amount: '1' }],
          reason: ' ',
        })
      ).status,
    ).toBe(422)
  })

  test('two people send at once leaves once, and the other is told whose', async () => {
    const { id, line } = await paid()
    const granted = await done(`${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '10' }],
      reason,
    })
    const third = await app.person()
    const path = `${id}/refunds/${granted.refunds[0]?.id}/send`
    const answers = await Promise.all([other, third].map((as) => post(path, { reference: 'r' }, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/was sent by Person/)
    expect((await read(id)).refunded_total).toBe('10')
  })

  test('of a paid order that is declined is owed in full, cannot be cancelled, and goes to the wallet where it came from', async () => {
    const { id } = await paid()
    const declined = await done(`${id}/decline`, { reason: 'Out of stock' })
    const [refund] = declined.refunds
    expect(refund).toMatchObject({ kind: 'owed', amount: '3150', status: 'granted' })
    expect((await post(`${id}/refunds/${refund?.id}/cancel`, { reason: 'no' })).status).toBe(409)
    await done(`${id}/refunds/${refund?.id}/account`, refundAccount())
    const sent = await done(`${id}/refunds/${refund?.id}/send`, { reference: 'IBFT' }, other)
    expect(sent).toMatchObject({ payment_status: 'refunded', due: '0' })
    expect(await onAccount(id, 'customer_due')).toBe(0)
  })
})

describe('two people at one order', () => {
  test('one of two who decline and process at once decides, and the other is told why', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await pendingOrder(by())
      const answers = await Promise.all([
        post(`${id}/decline`, { reason: 'Fake order' }, admin, { 'if-match': '"v1"' }),
        post(`${id}/process`, undefined, other, { 'if-match': '"v1"' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const [late] = answers.filter(({ status }) => status === 412 || status === 409)
      expect(late?.body.message).toMatch(/\(last: (declined|processed), by Person/)
    }
  })

  test('several are moved at once, each with an outcome of its own', async () => {
    const [one, two] = [await pendingOrder(by()), await pendingOrder(by())]
    await done(`${two.id}/process`)
    const { body } = await post('bulk/move', { move: 'process', ids: [one.id, two.id] })
    expect(body.results.map((row: { outcome: string }) => row.outcome)).toEqual(['done', 'refused'])
    expect(body.results[1].message).toContain('Status: Processing')
    const declined = await post('bulk/decline', { ids: [one.id], reason: 'Fake' })
    expect(declined.body.results[0].outcome).toBe('done')
  })
})

describe('the list', () => {
  test('finds by number, phone in any form, e-mail and SKU, and filters on all three axes, days and amounts', async () => {
    const product = await listedProduct(by(), { sku: `KHADDAR-${process.pid}`, product_price: '4321' })
    const made = await pendingOrder(by(), [{ product }], {
      phone: '0345 9876543',
      email: `find-${process.pid}@mail.example`,
      city: 'Gujranwala',
      placed_at: '2026-03-01T20:30:00Z',
    })
    const listed = async (query: string) => {
      const { status, body } = await app.call('GET', `${orders}?limit=100&${query}`, { as: admin })
      expect([query, status]).toEqual([query, 200])
      return body.results.map(({ id }: { id: string }) => id)
    }
    for (const query of [
      `q=${made.order_number}`,
      'q=03459876543',
      `q=${encodeURIComponent('+92 345 9876543')}`,
      `q=find-${process.pid}`,
      `q=khaddar-${process.pid}`,
      'city=Gujranwala',
      `vendor_id=${product.vendorId}`,
      `customer_id=${made.customerId}`,
      // Half past one in the night of the second of March, in Karachi.
      'from=2026-03-02&to=2026-03-02',
      'least=4321&most=4321&payment_status=cod_due&vendor_status=to_pack&payment_method=cod&status=pending',
    ]) {
      expect([query, await listed(query)]).toEqual([query, [made.id]])
    }
    for (const query of ['from=2026-03-01&to=2026-03-01', 'city=Gujranwala&status=declined']) {
      expect([query, await listed(query)]).toEqual([query, []])
    }
    expect((await app.call('GET', `${orders}?from=yesterday`, { as: admin })).status).toBe(422)
  })

  test('finds the orders of a city however the shop front spells it, and counts their days together', async () => {
    const made = [
      await pendingOrder(by(), [], { city: 'hyderabad' }),
      await pendingOrder(by(), [], { city: 'HYDERABAD City' }),
      await pendingOrder(by(), [], { city: 'Hyderabad' }),
    ].map(({ id }) => id)
    const { body } = await app.call('GET', `${orders}?limit=100&city=Hyderabad`, { as: admin })
    expect(body.results.map(({ id }: { id: string }) => id).sort()).toEqual(made.toSorted())
    expect([body.total, body.total_is_exact]).toEqual([3, true])
    expect((await read(made[0] ?? '')).city).toBe('Hyderabad')
    // A place that is not listed stays as it was written.
    const { id } = await pendingOrder(by(), [], { city: 'Chak 46 GB' })
    expect((await read(id)).city).toBe('Chak 46 GB')
  })

  test('finds what holds all of the text, not those that share a piece of it', async () => {
    const at = (email: string, sku: string) => async () => {
      const product = await listedProduct(by(), { sku })
      return (await pendingOrder(by(), [{ product }], { email })).id
    }
    const sana = await at('sana_9058046@mail.example', 'LAWN-9081448')()
    const hina = await at('hinax9058046@mail.example', 'SILK-9081448')()
    const found = async (q: string) => {
      const { body } = await app.call('GET', `${orders}?limit=100&q=${encodeURIComponent(q)}`, { as: admin })
      return body.results.map(({ id }: { id: string }) => id).sort()
    }
    for (const [q, ids] of [
      ['9058046@mail.example', [sana, hina]],
      ['SANA_9058046@mail.example', [sana]],
      ['hinax9058046@mail', [hina]],
      // An underscore is one, and not any sign.
      ['hina_9058046@mail.example', []],
      ['lawn-9081448', [sana]],
      ['9081448', [sana, hina]],
      ['wool-9081448', []],
      ['19081448', []],
    ] as const) {
      expect([q, await found(q)]).toEqual([q, [...ids].sort()])
    }
  })

  test('is exported as it is filtered, and that it was is on record', async () => {
    const made = await pendingOrder(by(), [], { city: 'Sialkot' })
    const { status, body } = await app.call('GET', `${orders}/export?city=Sialkot`, { as: admin })
    expect(status).toBe(200)
    const lines = String(body).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(made.order_number)
    const [row] = await rowsOf(
      "select after from audit_log where subject_type = 'orders' order by id desc limit 1",
    )
    expect(row.after).toMatchObject({ city: 'Sialkot' })
  })

  test('and its counts agree', async () => {
    for (const [list, condition] of [
      ['&status=pending', "order_status = 'pending'"],
      ['', 'true'],
    ]) {
      const [{ n }] = await rowsOf(`select count(*)::int as n from orders where ${condition}`)
      const { body } = await app.call('GET', `${orders}?limit=1${list}`, { as: admin })
      expect([body.total, body.total_is_exact]).toEqual([n, true])
    }
  })
})

describe('the ledger', () => {
  test('refuses a transaction that does not sum to zero, and is never rewritten', async () => {
    const { id } = await pendingOrder(by())
    const [line] = await rowsOf(
      'select l.* from ledger_lines l join ledger_transactions t on t.id = l.transaction_id where t.order_id = $1',
      [id],
    )
    const refuses = (query: string) => expect(app.database.pool.query(query)).rejects.toThrow(/ledger/)
    await refuses(
      `insert into ledger_lines (id, transaction_id, account_id, amount, at)
       values (gen_random_uuid(), '${line.transaction_id}', '${line.account_id}', 1, now())`,
    )
    await refuses(`update ledger_lines set amount = amount + 1 where id = '${line.id}'`)
    await refuses(`delete from ledger_transactions where id = '${line.transaction_id}'`)
    const [{ sum }] = await rowsOf('select sum(amount)::text as sum from ledger_lines')
    expect(sum).toBe('0')
  })

  test('releases nothing of an order that was declined after a part of it had arrived and come back', async () => {
    const [one, two] = [await listedProduct(by()), await listedProduct(by())]
    const made = await pendingOrder(by(), [{ product: one }, { product: two }], {
      payment_method: 'card',
      paid_reference: 'c-4',
    })
    const { id } = made
    const { parts } = await done(`${id}/process`)
    const [part, line] = [`${id}/parts/${parts[0]?.id}`, parts[0]?.lines[0]?.id]
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    const granted = await done(`${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '100' }],
      reason: 'Torn',
    })
    await done(`${id}/refunds/${granted.refunds[0]?.id}/send`, { reference: 'r' }, other)
    await done(`${part}/return`, { reason: 'All of it' })
    const declined = await done(`${id}/decline`, { reason: 'The rest is sold out' })
    const owed = declined.refunds.find(({ status }) => status === 'granted')
    await done(`${id}/refunds/${owed?.id}/account`, refundAccount())
    await done(`${id}/refunds/${owed?.id}/send`, { reference: 'r' }, other)
    await app.database.pool.query("update order_parts set delivered_at = delivered_at - interval '8 days'")
    await release()
    for (const kind of ['vendor_held', 'vendor_available', 'commission', 'customer_due']) {
      expect([kind, await onAccount(id, kind)]).toEqual([kind, 0])
    }
    await app.database.pool.query("update order_parts set delivered_at = delivered_at + interval '8 days'")
  })

  test('holds what came back until a refund is sent for it, whatever was refunded before', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-5' })
    const { parts } = await done(`${id}/process`)
    const [part, line] = [`${id}/parts/${parts[0]?.id}`, parts[0]?.lines[0]?.id]
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    const refunded = async (amount: string) => {
      const granted = await done(`${id}/refunds`, {
        account: refundAccount(),
        lines: [{ line_id: line, amount }],
        reason: 'Torn',
      })
      const [refund] = granted.refunds.filter(({ status }) => status === 'granted')
      await done(`${id}/refunds/${refund?.id}/send`, { reference: 'r' }, other)
    }
    await refunded('100')
    await done(`${part}/return`, { reason: 'Torn' })
    const aged = (days: number) =>
      app.database.pool.query(
        `update order_parts set delivered_at = delivered_at - ${days} * interval '1 day' where order_id = $1`,
        [id],
      )
    await aged(8)
    await release()
    expect((await read(id)).parts[0]?.released_at).toBeNull()
    await refunded('899.50')
    await release()
    expect((await read(id)).parts[0]?.released_at).not.toBeNull()
    expect(await onAccount(id, 'vendor_held')).toBe(0)
    expect(await onAccount(id, 'vendor_available')).toBe(-90000)
  })

  test('names no day of release while a return or a refund waits for a person', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-11' })
    const { parts } = await done(`${id}/process`)
    const [part, line] = [`${id}/parts/${parts[0]?.id}`, parts[0]?.lines[0]?.id]
    const held = async (): Promise<[hasDay: boolean, why: string][]> =>
      (
        await app.call('GET', `/api/admin/vendor-money/${parts[0]?.vendor_id}`, { as: admin })
      ).body.results.held_parts.map((row: { free_on: string | null; why: string }) => [
        row.free_on !== null,
        row.why,
      ])
    const granted = async () => {
      const lines = [{ line_id: line, amount: '100' }]
      const order = await done(`${id}/refunds`, { account: refundAccount(), lines, reason: 'Torn' })
      return order.refunds.find(({ status }) => status === 'granted')?.id
    }
    const sent = (refund: string | undefined) =>
      done(`${id}/refunds/${refund}/send`, { reference: 'r' }, other)
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    expect(await held()).toEqual([[true, 'Delivered. Returns are possible until then']])
    const first = await granted()
    expect(await held()).toEqual([[false, 'A refund is waiting to be sent']])
    await sent(first)
    expect(await held()).toEqual([[true, 'Delivered. Returns are possible until then']])
    await done(`${part}/return`, { reason: 'Torn' })
    expect(await held()).toEqual([[false, 'Returned. A refund must be decided']])
    const second = await granted()
    expect(await held()).toEqual([[false, 'A refund is waiting to be sent']])
    await sent(second)
    expect(await held()).toEqual([[true, 'The return is decided. What is left is released then']])
  })

  test('releases the share of a returned part after the decision that nothing more is refunded', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-12' })
    const { parts } = await done(`${id}/process`)
    const part = `${id}/parts/${parts[0]?.id}`
    const close = (as = admin) =>
      app.call('POST', `/api/admin/orders/${part}/close-return`, { as, body: { reason: 'Exchanged' } })
    const undecided = async () => (await read(id)).parts[0]?.return_decided_at === null
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    const early = await close()
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining(
        'Only returned parts can be closed without a further refund. Status: Delivered',
      ),
    ])
    await done(`${part}/return`, { reason: 'The wrong size' })
    await app.database.pool.query(
      "update order_parts set delivered_at = delivered_at - interval '8 days' where order_id = $1",
      [id],
    )
    await release()
    expect([(await read(id)).parts[0]?.released_at, await undecided()]).toEqual([null, true])

    const clerk = await app.person(['Orders: view', 'Orders: act', 'Orders: decide'])
    const before = await stateOf(app)
    expect((await close(clerk)).status).toBe(403)
    expect(await stateOf(app)).toBe(before)

    const closed = await close()
    expect([closed.status, closed.body.results.parts[0].return_decided_at]).toEqual([200, expect.any(String)])
    expect(closed.body.results.history[0]).toMatchObject({ action: 'close return', reason: 'Exchanged' })
    const money = await app.call('GET', `/api/admin/vendor-money/${parts[0]?.vendor_id}`, { as: admin })
    expect(money.body.results.held_parts).toMatchObject([
      { free_on: expect.any(String), why: 'The return is decided. What is left is released then' },
    ])
    const again = await close()
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('Nothing is left to decide about this return (last: closed return, by'),
    ])
    await release()
    const released = (await read(id)).parts[0]
    expect([released?.released_at, released?.return_decided_at]).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    expect(await onAccount(id, 'vendor_held')).toBe(0)
    expect(await onAccount(id, 'vendor_available')).toBe(-179955)

    // A refund is still possible, and comes out of what was released.
    const lines = [{ line_id: parts[0]?.lines[0]?.id, amount: '100' }]
    const { refunds } = await done(`${id}/refunds`, { account: refundAccount(), lines, reason: 'Torn' })
    await done(`${id}/refunds/${refunds[0]?.id}/send`, { reference: 'r' }, other)
    expect(await onAccount(id, 'vendor_held')).toBe(0)
  })

  test('asks no decision about a return of which everything was refunded before, or after it', async () => {
    const returned = async (first: string | null) => {
      const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-13' })
      const { parts } = await done(`${id}/process`)
      const part = `${id}/parts/${parts[0]?.id}`
      await done(`${part}/pack`)
      await done(`${part}/ship`, shipment())
      await done(`${part}/deliver`)
      const refund = async (amount: string) => {
        const lines = [{ line_id: parts[0]?.lines[0]?.id, amount }]
        const { refunds } = await done(`${id}/refunds`, { account: refundAccount(), lines, reason: 'Torn' })
        const open = refunds.find(({ status }) => status === 'granted')
        await done(`${id}/refunds/${open?.id}/send`, { reference: 'r' }, other)
      }
      if (first) await refund(first)
      await done(`${part}/return`, { reason: 'Torn' })
      return { refund, undecided: async () => (await read(id)).parts[0]?.return_decided_at === null }
    }
    const whole = await returned('1999.50')
    expect(await whole.undecided()).toBe(false)
    const some = await returned('100')
    expect(await some.undecided()).toBe(true)
    await some.refund('50')
    expect(await some.undecided()).toBe(false)
  })

  test('releases what a vendor has earned when the days to send it back are over, and not before', async () => {
    const { id } = await pendingOrder(by(), [], { payment_method: 'card', paid_reference: 'c-3' })
    const { parts } = await done(`${id}/process`)
    const part = `${id}/parts/${parts[0]?.id}`
    await done(`${part}/pack`)
    await done(`${part}/ship`, shipment())
    await done(`${part}/deliver`)
    await release()
    expect((await read(id)).parts[0]?.released_at).toBeNull()
    app.clock.move(8 * 86_400_000)
    await release()
    // A session ends after a week.
    const [{ released_at }] = await rowsOf('select released_at from order_parts where order_id = $1', [id])
    expect(released_at).not.toBeNull()
    expect(await onAccount(id, 'vendor_held')).toBe(0)
    expect(await onAccount(id, 'vendor_available')).toBe(-179955)
  })
})
