import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/contract.ts'
import type { OrderState } from '#features/orders/submission-contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, type MadeProduct, pendingOrder, refundAccount } from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { refusing, stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let other: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
  key = await app.intakeKey()
  const kinds = [
    'order.declined',
    'order.paid',
    'order_part.packed',
    'order_part.shipped',
    'order_part.corrected',
    'order_part.returned',
    'refund.sent',
  ]
  const endpoint = { url: 'https://shop.example/hooks', kinds }
  const made = await app.call('POST', '/api/admin/webhooks', { as: admin, body: endpoint })
  expect(made.status).toBe(201)
})
afterAll(() => app.close())

const by = () => ({ app, admin })
const orders = '/api/admin/orders'
const post = (path: string, body?: unknown, as = admin) => app.call('POST', `${orders}/${path}`, { as, body })
/** Moves an order as staff do. */
const done = async (path: string, body?: unknown, as = admin): Promise<OrderDetail> => {
  const answer = await post(path, body, as)
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined])
  return answer.body.results
}
/** What the shop front reads with its key. */
const stateOfOrder = async (id: string): Promise<OrderState> =>
  (await app.call('GET', `/api/intake/orders/${id}`, { as: key })).body.results
/** What the shop front or the courier tells. */
const tell = (id: string, body: object) =>
  app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body })
/** The events of an order that left for webhooks, in their order. */
const toldOf = async (id: string): Promise<[kind: string, data: Record<string, unknown>][]> => {
  const { rows } = await app.database.pool.query(
    "select kind, body from webhook_events where body::json -> 'data' ->> 'order_id' = $1 order by id",
    [id],
  )
  return rows.map(({ kind, body }) => [kind, JSON.parse(body).data])
}
const stockOf = async (id: string): Promise<number> =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results.product_stock
const expectRefused = refusing(() => app)
/** What is told again changes nothing, and is answered with the present state. */
const expectNoNews = async (id: string, body: object) => {
  const before = await stateOf(app)
  const answer = await tell(id, body)
  expect([answer.status, answer.body.results]).toEqual([200, await stateOfOrder(id)])
  expect(await stateOf(app)).toBe(before)
}
let numbers = 0
const shipment = () => ({ courier: 'TCS', tracking_number: `E-${process.pid}-${++numbers}` })

/** An order of two sellers, the second part at 2,000 rupees, in processing; and the paths of its parts. */
async function ofTwoSellers(given: object = {}) {
  const products: [MadeProduct, MadeProduct] = [
    await listedProduct(by(), { product_price: '3000', product_stock: 5 }),
    await listedProduct(by(), { product_price: '2000', product_stock: 5 }),
  ]
  const lines = products.map((product) => ({ product }))
  const { id } = await pendingOrder(by(), lines, { payment_method: 'bank_transfer', ...given })
  const { parts } = await done(`${id}/process`)
  const [first, second] = parts.map((part) => ({ id: part.id, path: `${id}/parts/${part.id}` }))
  if (!first || !second) throw new Error('the order has no two parts')
  return { id, products, first, second }
}

describe('the shop front', () => {
  test('reads which parcel left, under which number, and that the other part did not', async () => {
    const { id, products, first, second } = await ofTwoSellers({ paid_reference: 'B-1' })
    const sent = shipment()
    await done(`${first.path}/pack`)
    await done(`${first.path}/ship`, sent)
    await done(`${first.path}/attempt`, { reason: 'Nobody at home' })
    const state = await stateOfOrder(id)
    expect(state).toMatchObject({ paid_total: '5000', refunded_total: '0', payable: '0', refunds: [] })
    const own = { is_cancelled: false }
    expect(state.parts).toEqual([
      {
        ...{ id: first.id, seller_id: products[0].vendorId, vendor_status: 'shipped', ...own, ...sent },
        ...{ delivery_attempts: 1, invoice_number: 1, total: '3000' },
      },
      {
        ...{ id: second.id, seller_id: products[1].vendorId, vendor_status: 'to_pack', ...own },
        ...{ courier: '', tracking_number: '', delivery_attempts: 0, invoice_number: null, total: '2000' },
      },
    ])
    const part = { order_id: id, part_id: first.id, seller_id: products[0].vendorId }
    expect(await toldOf(id)).toEqual([
      ['order.paid', { order_id: id, payment_status: 'paid' }],
      ['order_part.packed', { ...part, vendor_status: 'packed' }],
      ['order_part.shipped', { ...part, vendor_status: 'shipped' }],
    ])
  })

  test('is told of another tracking number, by staff or the courier, and not of the same one again', async () => {
    const { id, products, first } = await ofTwoSellers({ paid_reference: 'B-2' })
    await done(`${first.path}/pack`)
    await done(`${first.path}/ship`, shipment())
    const corrected = {
      ...{ order_id: id, part_id: first.id, seller_id: products[0].vendorId, vendor_status: 'shipped' },
    }
    const corrections = async () => (await toldOf(id)).filter(([kind]) => kind === 'order_part.corrected')
    const right = shipment()
    await done(`${first.path}/correct`, right)
    expect(await corrections()).toEqual([['order_part.corrected', corrected]])
    expect((await stateOfOrder(id)).parts[0]).toMatchObject(right)
    await done(`${first.path}/correct`, right)
    expect(await corrections()).toHaveLength(1)

    const taken = { ...right, courier: 'Leopards' }
    const event = { type: 'shipped', seller_id: products[0].vendorId, ...taken }
    for (let n = 0; n < 2; n += 1) expect((await tell(id, event)).status).toBe(200)
    expect(await corrections()).toHaveLength(2)
    expect((await stateOfOrder(id)).parts[0]).toMatchObject(taken)
  })

  test('tells a cancelled part from one that came back, and reads what is refunded, how and when', async () => {
    const { id, first, second } = await ofTwoSellers({ paid_reference: 'B-3' })
    await done(`${first.path}/pack`)
    await done(`${first.path}/ship`, shipment())
    const { refunds } = await done(`${second.path}/cancel`, { reason: 'Sold out' })
    const owed = await stateOfOrder(id)
    expect(owed).toMatchObject({ payable: '-2000', refunded_total: '0' })
    expect(owed.parts[1]).toMatchObject({ vendor_status: 'returned', is_cancelled: true, total: '2000' })
    const [refund] = refunds
    const told = { id: refund?.id, amount: '2000', method: 'bank' }
    expect(owed.refunds).toEqual([{ ...told, status: 'granted', sent_at: null }])

    await done(`${id}/refunds/${refund?.id}/account`, refundAccount())
    await done(`${id}/refunds/${refund?.id}/send`, { reference: 'IBFT 1' }, other)
    const paid = await stateOfOrder(id)
    expect(paid).toMatchObject({ payable: '0', refunded_total: '2000', paid_total: '5000' })
    expect(paid.refunds).toEqual([{ ...told, status: 'sent', sent_at: expect.stringMatching(/^20.*Z$/) }])

    await done(`${first.path}/return`, { reason: 'Refused at the door' })
    expect((await stateOfOrder(id)).parts[0]).toMatchObject({
      vendor_status: 'returned',
      is_cancelled: false,
    })
  })

  test('reads that nothing of a declined order was ever sent', async () => {
    const { id } = await pendingOrder(by())
    await done(`${id}/decline`, { reason: 'No answer' })
    expect((await stateOfOrder(id)).parts).toMatchObject([{ vendor_status: 'to_pack', is_cancelled: true }])
  })
})

describe('a customer who cancels in the shop', () => {
  const cancelled = { type: 'cancelled', reason: 'Ordered twice' }
  const inProcessing = async (given: object = {}) => {
    const product = await listedProduct(by(), { product_price: '1000', product_stock: 5 })
    const { id, customerId } = await pendingOrder(by(), [{ product, quantity: 2 }], given)
    const { parts } = await done(`${id}/process`)
    return { id, customerId, product, part: `${id}/parts/${parts[0]?.id}` }
  }

  test('has the order declined under the name of the key, once, with its goods back in stock', async () => {
    const product = await listedProduct(by(), { product_stock: 5 })
    const { id, customerId } = await pendingOrder(by(), [{ product, quantity: 2 }])
    const countOf = async (list: string) =>
      (await app.call('GET', `${orders}?limit=1${list}`, { as: admin })).body.total
    const counted = async () => ({
      pending: await countOf('&status=pending'),
      declined: await countOf('&status=declined'),
      all: await countOf(''),
    })
    const before = await counted()
    const answer = await tell(id, cancelled)
    expect([answer.status, answer.body.results]).toMatchObject([
      200,
      {
        ...{ order_status: 'declined', payment_status: 'unpaid', reason: 'Ordered twice', refunds: [] },
        parts: [{ is_cancelled: true }],
      },
    ])
    expect(await stockOf(product.id)).toBe(5)
    const { pending, declined, all } = await counted()
    expect([pending, declined, all]).toEqual([before.pending - 1, before.declined + 1, before.all])
    const { rows } = await app.database.pool.query('select orders_count from customers where id = $1', [
      customerId,
    ])
    expect(rows).toEqual([{ orders_count: 0 }])
    const { history } = (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
    expect(history[0]).toMatchObject({
      ...{ action: 'decline', actor_kind: 'integrator', actor_name: 'test', reason: 'Ordered twice' },
    })
    await expectNoNews(id, cancelled)
    expect(await toldOf(id)).toEqual([['order.declined', { order_id: id, order_status: 'declined' }]])
  })

  test('is not late while nothing is packed, and gets back what was paid', async () => {
    const { id } = await inProcessing({ payment_method: 'card', paid_reference: 'c-1' })
    expect((await tell(id, cancelled)).body.results).toMatchObject({
      ...{ order_status: 'declined', payable: '0', paid_total: '2000' },
      refunds: [{ status: 'granted', amount: '2000', method: 'bank', sent_at: null }],
    })
  })

  test('is too late once a part is packed or on its way, and the shop is told why', async () => {
    const { id, part } = await inProcessing()
    await done(`${part}/pack`)
    await expectRefused(409, /^Unpack every part first\. At least one part is packed/, () =>
      tell(id, cancelled),
    )
    await done(`${part}/ship`, shipment())
    await expectRefused(409, /^Parts with the courier or the customer must be returned first/, () =>
      tell(id, cancelled),
    )
    await done(`${part}/deliver`)
    await done(`${id}/complete`)
    await expectRefused(409, /^Only pending orders and orders in processing can be declined/, () =>
      tell(id, cancelled),
    )
  })

  test('gives a reason, and cancels all of the order', async () => {
    const { id, product } = await inProcessing()
    const blank = await expectRefused(422, () => tell(id, { type: 'cancelled', reason: ' ' }))
    expect(blank.body.errors).toMatchObject([{ path: 'reason' }])
    const one = await expectRefused(422, () => tell(id, { ...cancelled, seller_id: product.vendorId }))
    expect(one.body.errors).toMatchObject([
      { path: 'seller_id', message: 'Must be left out: the event cancelled is about the whole order' },
    ])
  })
})

describe('a customer who confirms by a message', () => {
  const confirmed = { type: 'confirmed' }

  test('takes the order off those that wait for a call, once, and no call is counted', async () => {
    const { id, customerId } = await pendingOrder(by())
    const waiting = async () =>
      (
        await app.call('GET', `${orders}?preset=cod_to_confirm&customer_id=${customerId}`, { as: admin })
      ).body.results.map((row: { id: string }) => row.id)
    expect(await waiting()).toEqual([id])
    expect((await tell(id, confirmed)).status).toBe(200)
    expect(await waiting()).toEqual([])
    const order = (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
    expect(order).toMatchObject({ confirmed_at: expect.any(String), call_attempts: 0 })
    expect(order.history[0]).toMatchObject({
      action: 'confirm',
      actor_kind: 'integrator',
      actor_name: 'test',
    })
    await expectNoNews(id, confirmed)
  })

  test('changes nothing of an order that staff confirmed by phone', async () => {
    const { id } = await pendingOrder(by())
    await done(`${id}/call`, { is_confirmed: true })
    await expectNoNews(id, confirmed)
  })

  test('is refused once the order is declined', async () => {
    const { id } = await pendingOrder(by())
    await done(`${id}/decline`, { reason: 'No answer' })
    await expectRefused(409, 'The order is declined. There is nothing left to confirm', () =>
      tell(id, confirmed),
    )
  })
})

describe('a payment with its amount', () => {
  const paid = (reference: string, amount?: string) => ({
    type: 'paid',
    reference,
    ...(amount === undefined ? {} : { amount }),
  })
  /** What the order moved on an account of the marketplace, in rupees. */
  const onAccount = async (id: string, kind: string) =>
    Number(
      (
        await app.database.pool.query(
          `select coalesce(sum(l.amount), 0)::int8 as n from ledger_lines l
           join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
           where t.order_id = $1 and a.kind = $2`,
          [id, kind],
        )
      ).rows[0].n,
    ) / 100
  /** An order of 5,000 rupees that is not paid, of which a part of 2,000 was cancelled while the customer paid. */
  const cancelledMeanwhile = async () => {
    const made = await ofTwoSellers()
    await done(`${made.second.path}/cancel`, { reason: 'Sold out' })
    return made
  }

  test('that arrived before a part was cancelled is booked whole, and the rest is owed back', async () => {
    const { id } = await cancelledMeanwhile()
    const answer = await tell(id, paid('B-10', '5000'))
    expect([answer.status, answer.body.results]).toMatchObject([
      200,
      {
        ...{ payment_status: 'paid', paid_total: '5000', payable: '-2000' },
        refunds: [{ status: 'granted', amount: '2000', method: 'bank' }],
      },
    ])
    expect([await onAccount(id, 'bank'), await onAccount(id, 'customer_due')]).toEqual([5000, -2000])
    await expectNoNews(id, paid('B-10', '5000.00'))
    await expectNoNews(id, paid('B-10'))
    await expectRefused(409, /was paid already with Rs\s5,000, not with Rs\s3,000/, () =>
      tell(id, paid('B-10', '3000')),
    )

    const [refund] = answer.body.results.refunds
    await done(`${id}/refunds/${refund.id}/account`, refundAccount())
    await done(`${id}/refunds/${refund.id}/send`, { reference: 'IBFT 2' }, other)
    expect(await stateOfOrder(id)).toMatchObject({ payable: '0', refunded_total: '2000' })
    expect([await onAccount(id, 'bank'), await onAccount(id, 'customer_due')]).toEqual([3000, 0])
    const read = async (query: string) => (await app.database.pool.query(query)).rows
    expect(await ledgerFaults(read)).toEqual([])
  })

  test('of what is payable, or without an amount, owes nothing back', async () => {
    for (const amount of ['3000', undefined]) {
      const { id } = await cancelledMeanwhile()
      const answer = await tell(id, paid('B-11', amount))
      expect(answer.body.results).toMatchObject({ paid_total: '3000', payable: '0', refunds: [] })
    }
  })

  test('of less than is payable is refused with both figures', async () => {
    const { id } = await cancelledMeanwhile()
    await expectRefused(409, /^Rs\s3,000 is due for order .+, and Rs\s2,999\.50 was paid/, () =>
      tell(id, paid('B-12', '2999.50')),
    )
  })

  test('that arrives after a decline is owed back whole', async () => {
    const { id } = await cancelledMeanwhile()
    await done(`${id}/decline`, { reason: 'No answer' })
    const answer = await tell(id, paid('B-13', '5000'))
    expect(answer.body.results).toMatchObject({
      ...{ order_status: 'declined', paid_total: '5000', payable: '0' },
      refunds: [{ status: 'granted', amount: '5000' }],
    })
    expect(await onAccount(id, 'bank')).toBe(5000)
  })

  test('is no other event', async () => {
    const { id } = await cancelledMeanwhile()
    const refused = await expectRefused(422, () => tell(id, { type: 'confirmed', amount: '3000' }))
    expect(refused.body.errors).toMatchObject([{ path: 'amount' }])
    const malformed = await expectRefused(422, () => tell(id, paid('B-14', '3,000')))
    expect(malformed.body.errors).toMatchObject([{ path: 'amount' }])
  })
})
