import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/server/context.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingOrder, refundAccount } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import type { OrderDetail } from '../contract.ts'
import {
  type MoveName,
  moves,
  orderStatuses,
  paymentStatuses,
  type Standing,
  standingOf,
  vendorStatuses,
  vendorStatusOf,
  whyNot,
} from '../moves-contract.ts'
import { decline, setOrderStatus } from './commands.ts'
import { changePart, holdOrder } from './hold-commands.ts'

/** The whole run has every standing of an order of one part and of two; what a change runs each time is one of these. */
const sampleOf = Number(process.env.MUNSHI_STANDINGS_OF ?? 13)

let app: TestApp
let admin: TestPerson
let other: TestPerson
let key: string
/** An order of one part, and one of two. */
let shapes: OrderDetail[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
  key = await app.intakeKey()
  const by = { app, admin }
  const products = [await listedProduct(by), await listedProduct(by)]
  const made = async (many: number) => {
    const { id } = await pendingOrder(
      by,
      products.slice(0, many).map((product) => ({ product })),
    )
    // So that each refusal has somebody to name.
    return (await post(`${id}/call`, { is_confirmed: true }, other)).body.results as OrderDetail
  }
  shapes = [await made(1), await made(2)]
})
afterAll(() => app.close())

const post = (path: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/orders/${path}`, { as, body })
const reason = { reason: 'Nobody was at home' }
const shipment = { courier: 'TCS', tracking_number: 'never handed over' }

const paidReference = 'IBFT 1'

const pathOf = (name: MoveName) => name.replace('_', '-')

/** Every way to ask for a move: of one, of many at once, and as the courier or the shop front tells it. */
function waysTo(name: MoveName, order: OrderDetail, status?: string): (readonly [string, unknown?])[] {
  const part = order.parts[0]
  const line = part?.lines[0]?.id
  const told = `/api/intake/orders/${order.id}/events`
  const seller = { seller_id: part?.vendor_id }
  const toldShipped = [told, { type: 'shipped', ...seller, ...shipment }] as const
  const own = (body?: unknown): [string, unknown] => [
    `${order.id}/${moves[name].axis === 'vendor' ? `parts/${part?.id}/${pathOf(name)}` : pathOf(name)}`,
    body,
  ]
  const ways: Record<MoveName, (readonly [string, unknown?])[]> = {
    process: [own(), ['bulk/move', { move: 'process', ids: [order.id] }]],
    put_back: [own(), ['bulk/move', { move: 'put_back', ids: [order.id] }]],
    complete: [own(), ['bulk/move', { move: 'complete', ids: [order.id] }]],
    decline: [
      own(reason),
      ['bulk/decline', { ids: [order.id], ...reason }],
      [told, { type: 'cancelled', ...reason }],
    ],
    mark_paid: [own({ reference: paidReference }), [told, { type: 'paid', reference: paidReference }]],
    refund: [
      [
        `${order.id}/refunds`,
        { ...reason, account: refundAccount(), lines: [{ line_id: line, amount: '1' }] },
      ],
      [`${order.id}/refunds/preview`, { lines: [{ line_id: line, amount: '1' }] }],
    ],
    // What is told shipped and was not packed is packed first.
    cancel: [own(reason)],
    correct: [own(shipment), ...(status === 'shipped' ? [toldShipped] : [])],
    pack: [own(), ...(status === 'to_pack' ? [toldShipped] : [])],
    unpack: [own()],
    ship: [own(shipment), ...(status === 'to_pack' || status === 'shipped' ? [] : [toldShipped])],
    attempt: [own(reason), [told, { type: 'attempted', ...seller, ...reason }]],
    deliver: [own(), [told, { type: 'delivered', ...seller }]],
    return: [own(reason), [told, { type: 'returned', ...seller, ...reason }]],
    close_return: [own(reason)],
  }
  return ways[name]
}

const isPaid = ({ payment_status }: Standing) => !['unpaid', 'cod_due'].includes(payment_status)

/**
 * Puts an order where its moves may never have led it: what is refused must not depend on how it came there. One that is paid
 * was paid with the reference that is told again.
 */
async function put(order: OrderDetail, standing: Standing): Promise<void> {
  await app.database.pool.query(
    'update orders set order_status = $2, payment_status = $3, vendor_status = $4, payment_reference = $5 where id = $1',
    [
      ...[order.id, standing.order_status, standing.payment_status],
      ...[vendorStatusOf(standing.vendor_statuses), isPaid(standing) ? paidReference : ''],
    ],
  )
  for (const [at, status] of standing.vendor_statuses.entries()) {
    await app.database.pool.query('update order_parts set vendor_status = $2 where id = $1', [
      order.parts[at]?.id,
      status,
    ])
  }
}

/** A reason is a sentence: it begins like one, and holds no word of the database. */
const isSentence = (text: string) => /^[A-Z][^_{}[\]]{20,}$/.test(text)

function* standings(): Generator<[order: OrderDetail, standing: Standing]> {
  let place = 0
  for (const order of shapes) {
    for (const order_status of orderStatuses) {
      for (const payment_status of paymentStatuses) {
        for (const part of vendorStatuses) {
          for (const second of order.parts.length === 1 ? [null] : vendorStatuses) {
            place += 1
            if (place % sampleOf !== 0) continue
            const vendor_statuses = second ? [part, second] : [part]
            yield [order, { order_status, payment_status, vendor_statuses, part }]
          }
        }
      }
    }
  }
}

test('every move that the table forbids answers 409 in words, for every person and status, and changes nothing', async () => {
  const wrong: string[] = []
  const reasons = new Set<string>()
  const seen = { standings: 0, refusals: 0, allowed: 0 }
  for (const [order, standing] of standings()) {
    await put(order, standing)
    seen.standings += 1
    const before = await stateOf(app)
    const shown = (await app.call('GET', `/api/admin/orders/${order.id}`, { as: admin })).body
    for (const name of Object.keys(moves) as MoveName[]) {
      const why = whyNot(name, standingOf(shown.results, shown.results.parts[0]))
      if (why === null) {
        seen.allowed += 1
        continue
      }
      for (const [path, body] of waysTo(name, order, standing.part)) {
        const say = (what: string) => void wrong.push(`${JSON.stringify(standing)} ${name} ${path}: ${what}`)
        const isTold = path.startsWith('/')
        const answer = isTold ? await app.call('POST', path, { as: key, body }) : await post(path, body)
        const isBulk = path.startsWith('bulk/')
        // What an outside system reports a second time is so already: that is no move, and not refused.
        const isOld =
          isTold &&
          (name === 'mark_paid'
            ? isPaid(standing)
            : name === 'decline'
              ? standing.order_status === 'declined'
              : name === 'return' && standing.part === 'returned')
        const [row] = isBulk ? answer.body.results : []
        const status = isBulk && row.outcome === 'refused' ? 409 : answer.status
        const message: string = (isBulk ? row.message : answer.body.message) ?? ''
        if (status !== (isOld ? 200 : 409)) say(`answered ${answer.status} ${message}`)
        if (!isOld) {
          reasons.add(message)
          const isOwed = name === 'refund' && standing.order_status === 'declined'
          if (!isSentence(message)) say(`“${message}” is no sentence`)
          if (!message.includes(isOwed ? 'The order is declined' : why)) say(`“${message}” is not “${why}”`)
          if (!isOwed && !/by Person \w+\)$/.test(message)) say(`“${message}” says not who was last`)
          seen.refusals += 1
        }
      }
    }
    // One look for all moves of the standing; if it differs, the loop above cannot say which, but the state says what.
    if ((await stateOf(app)) !== before) wrong.push(`${JSON.stringify(standing)}: something was changed`)
    expect((await app.call('GET', `/api/admin/orders/${order.id}`, { as: admin })).body).toEqual(shown)
  }
  expect(wrong).toEqual([])
  // Every move is forbidden somewhere in every way, and every condition of the table was met.
  expect(seen.refusals).toBeGreaterThan(seen.standings * 10)
  expect(reasons.size).toBeGreaterThan(25)
  process.stdout.write(`${JSON.stringify(seen)}, ${reasons.size} different reasons, ${wrong.length} wrong\n`)
}, 900_000)

test('a move of an order that was moved after it was read is refused, and nothing happens', async () => {
  const by = { app, admin }
  const { id } = await pendingOrder(by, [{ product: await listedProduct(by) }])
  const read = await app.transact(async (ctx) => {
    ctx.unchanged()
    return holdOrder(ctx, id)
  })
  expect((await post(`${id}/process`, undefined, other)).status).toBe(200)
  expect((await post(`${id}/parts/${read.parts[0]?.id}/pack`, undefined, other)).status).toBe(200)
  const before = await stateOf(app)
  const [part] = read.parts
  if (!part) throw new Error('an order has no part')
  const again: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx: Context) => setOrderStatus(ctx, read, 'process'),
    (ctx: Context) => decline(ctx, read, 'Nobody was at home'),
    (ctx: Context) => changePart(ctx, part, { vendor_status: 'packed' }),
  ]
  for (const move of again) {
    await expect(app.transact(move)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^This order changed since you opened it \(last: .*, by Person \w+\)\. Review it again$/,
      ),
    })
    expect(await stateOf(app)).toBe(before)
  }
})
