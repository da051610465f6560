import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { guardedOutgoing } from '#kit/server/outgoing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingCustomer, pendingOrder, pendingProduct, pendingVendor } from '#testing/factories.ts'
import { samples } from '#testing/samples.ts'
import { refusing } from '#testing/state.ts'
import { type EventKind, events } from '../events-contract.ts'
import { queueEvent } from './commands.ts'
import { deliverDueWebhooks } from './jobs.ts'
import { waitAfter } from './rules.ts'

const path = '/api/admin/webhooks'
const holdMs = 31_000
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let app: TestApp
let admin: TestPerson
let receiver: Server
let received: Received[] = []
/** What an endpoint on /hangs answers with waits for this. */
let hangs: Promise<void> = Promise.resolve()
let answerWith: { status: number; headers?: Record<string, string> } = { status: 204 }
let base = ''
const logged: string[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (request.url === '/hangs') await hangs
    response.writeHead(answerWith.status, answerWith.headers).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  app = await startTestApp(
    { outgoing: guardedOutgoing([`127.0.0.1:${port}`]) },
    { log: createLogger('trace', { write: (line: string) => void logged.push(line) }) },
  )
  admin = await app.person()
})
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(async () => {
  await app.database.pool.query("update webhook_endpoints set status = 'disabled'")
  await app.database.pool.query("update webhook_deliveries set status = 'failed' where status = 'waiting'")
  received = []
  answerWith = { status: 204 }
})

const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, at, { as: admin, body, headers })
async function endpointFor(kinds: string[], url = `${base}/hooks`) {
  const made = await call('POST', path, { url, kinds })
  expect(made.status).toBe(201)
  return { at: `${path}/${made.body.results.endpoint.id}`, secret: made.body.results.secret as string }
}
const deliver = () =>
  deliverDueWebhooks(jobContext('deliver-webhooks', { db: app.database.db, services: app.services }))
const deliveriesOf = async (at: string) => (await call('GET', `${at}/deliveries`)).body.results

const expectRefused = refusing(() => app)
/** The data of an event is what its kind declares, and nothing more. */
const expectDeclared = ({ type, data }: { type: EventKind; data: object }) =>
  expect(events[type].data.strict().parse(data)).toEqual(data)

describe('a webhook', () => {
  test('is signed as Standard Webhooks defines, and contains only ids and states', async () => {
    const { at, secret } = await endpointFor(['vendor.approved'])
    const { id, body: seller } = await pendingVendor(app)
    await call('POST', `/api/admin/sellers/${id}/approve`)
    await deliver()
    expect(received).toEqual([])
    app.clock.move(holdMs)
    await deliver()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toEqual({
      type: 'vendor.approved',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { vendor_id: id, status: 'approved' },
    })
    expect(body).not.toContain(seller.username)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    )
    const seconds = Math.floor(app.clock.now().getTime() / 1000)
    expect(Math.abs(Number(headers['webhook-timestamp']) - seconds)).toBeLessThan(10)
    const [delivery] = await deliveriesOf(at)
    expect(delivery).toMatchObject({ status: 'sent', attempts: 1, last_status: 204, kind: 'vendor.approved' })
    expect(delivery.event_id).toBe(headers['webhook-id'])
  })

  test('begins nothing new once the process stops, and the rest waits for the next one', async () => {
    const { at } = await endpointFor(['order.paid'])
    for (let test = 0; test < 12; test += 1) await call('POST', `${at}/test`)
    const context = jobContext('deliver-webhooks', { db: app.database.db, services: app.services })
    const stopping = new AbortController()
    receiver.once('request', () => stopping.abort())
    await deliverDueWebhooks(context, stopping.signal)
    const begun = received.length
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(12)
    const states = (await deliveriesOf(at)).map(({ status }: { status: string }) => status)
    expect(states.filter((status: string) => status === 'sent')).toHaveLength(begun)
    expect(states.filter((status: string) => status === 'waiting')).toHaveLength(12 - begun)
    await deliver()
    expect(received).toHaveLength(12)
  })

  test('is sent again with the same id after a failure, and fails after the last attempt', async () => {
    const { at } = await endpointFor(['order.paid'])
    await call('POST', `${at}/test`)
    answerWith = { status: 500 }
    await deliver()
    expect((await deliveriesOf(at))[0]).toMatchObject({ status: 'waiting', attempts: 1, last_status: 500 })
    expect((await call('GET', at)).body.results.failing_since).not.toBeNull()
    await deliver()
    expect(received).toHaveLength(1)
    answerWith = { status: 200 }
    app.clock.move(6_000)
    await deliver()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(received[0]?.headers['webhook-id']),
    )
    expect((await deliveriesOf(at))[0]).toMatchObject({ status: 'sent', attempts: 2 })
    expect((await call('GET', at)).body.results.failing_since).toBeNull()

    await call('POST', `${at}/test`)
    answerWith = { status: 503 }
    received = []
    for (let attempts = 1; attempts <= 12; attempts += 1) {
      await deliver()
      app.clock.move((waitAfter(attempts) ?? 60) * 1000 + 1_000)
    }
    expect(received).toHaveLength(10)
    admin = await app.person()
    expect((await deliveriesOf(at))[0]).toMatchObject({ status: 'failed', attempts: 10, next_at: null })
    const [failed] = await deliveriesOf(at)
    answerWith = { status: 200 }
    expect((await call('POST', `${at}/deliveries/${failed.id}/resend`)).status).toBe(200)
    await deliver()
    const shown = await call('GET', `${at}/deliveries/${failed.id}`)
    expect(shown.body.results).toMatchObject({ status: 'sent', attempts: 1 })
    expect(JSON.parse(shown.body.results.body).type).toBe('webhook.test')
  })

  test('follows no redirect', async () => {
    const { at } = await endpointFor(['order.paid'])
    await call('POST', `${at}/test`)
    answerWith = { status: 302, headers: { location: `${base}/elsewhere` } }
    await deliver()
    expect(received.map((one) => one.path)).toEqual(['/hooks'])
    expect((await deliveriesOf(at))[0]).toMatchObject({ status: 'waiting', last_status: 302 })
  })

  test('that is answered 410 disables its endpoint, and its pending deliveries fail', async () => {
    const { at } = await endpointFor(['order.paid'])
    await call('POST', `${at}/test`)
    answerWith = { status: 410 }
    await deliver()
    expect((await call('GET', at)).body.results.status).toBe('disabled')
    expect((await deliveriesOf(at))[0]).toMatchObject({ status: 'failed', last_status: 410 })
    await expectRefused(409, () => call('POST', `${at}/test`))
    expect((await call('POST', `${at}/enable`)).body.results.status).toBe('active')
  })

  test('that the old address answers 410 or 500 late leaves the corrected endpoint as it is', async () => {
    for (const status of [410, 500]) {
      let answer = () => {}
      hangs = new Promise((resolve) => {
        answer = resolve
      })
      answerWith = { status }
      received = []
      const { at } = await endpointFor(['order.paid'], `${base}/hangs`)
      await call('POST', `${at}/test`)
      const over = deliver()
      await vi.waitFor(() => expect(received).toHaveLength(1), 5_000)
      const draft = { url: `${base}/corrected`, description: '', kinds: ['order.paid'] }
      expect((await call('PATCH', at, draft, { 'if-match': '*' })).status).toBe(200)
      answer()
      await over
      expect((await call('GET', at)).body.results).toMatchObject({ status: 'active', failing_since: null })
    }
  })

  test('arrives while another endpoint with a long queue does not answer', async () => {
    let answer = () => {}
    hangs = new Promise((resolve) => {
      answer = resolve
    })
    const slow = await endpointFor(['order.paid'], `${base}/hangs`)
    for (let n = 0; n < 25; n += 1) await call('POST', `${slow.at}/test`)
    const quick = await endpointFor(['order.paid'], `${base}/quick`)
    await call('POST', `${quick.at}/test`)
    const over = deliver()
    const arrived = () => received.filter(({ path: at }) => at === '/quick')
    await vi.waitFor(() => expect(arrived()).toHaveLength(1), 5_000)
    expect(received.length - 1).toBeLessThan(5)
    // What falls due meanwhile waits for it no more than the first did.
    await call('POST', `${quick.at}/test`)
    await vi.waitFor(() => expect(arrived()).toHaveLength(2), 5_000)
    answer()
    await over
    expect(received).toHaveLength(27)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(27)
  })

  test('is sent once when two instances deliver together', async () => {
    const { at } = await endpointFor(['order.paid'])
    for (let n = 0; n < 8; n += 1) await call('POST', `${at}/test`)
    await Promise.all([deliver(), deliver(), deliver()])
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(8)
  })

  test('of a change that was rolled back is never sent', async () => {
    const { at } = await endpointFor(['vendor.approved'])
    const rolledBack = app.transact(async (ctx) => {
      await queueEvent(ctx, 'vendor.approved', { vendor_id: 'x', status: 'approved' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await deliver()
    expect(received).toEqual([])
    expect(await deliveriesOf(at)).toEqual([])
  })

  test('tells of a new order once, however often it is submitted, and of its payment if it came paid', async () => {
    await endpointFor(['order.pending', 'order.paid'])
    const key = await app.intakeKey()
    const submit = (body: unknown) => app.call('POST', '/api/intake/orders', { as: key, body })
    const told = async () => {
      received = []
      await deliver()
      const events = received.map(({ body }) => JSON.parse(body))
      return events.map(({ type, data }) => [type, data]).toSorted()
    }
    const { id, body } = await pendingOrder({ app, admin })
    expect(await told()).toEqual([['order.pending', { order_id: id, order_status: 'pending' }]])
    expect((await submit(body)).status).toBe(200)
    await expectRefused(409, () => submit({ ...body, city: 'Multan' }))
    await expectRefused(422, () => submit({ ...body, external_id: 'unheard of', total_bill: '1' }))
    expect(await told()).toEqual([])
    const paid = await pendingOrder({ app, admin }, [], { payment_method: 'card', paid_reference: 'c 1' })
    expect(await told()).toEqual([
      ['order.paid', { order_id: paid.id, payment_status: 'paid' }],
      ['order.pending', { order_id: paid.id, order_status: 'pending' }],
    ])
    const event = { type: 'paid', reference: 'c 1' }
    const again = await app.call('POST', `/api/intake/orders/${paid.id}/events`, { as: key, body: event })
    expect(again.status).toBe(200)
    expect(await told()).toEqual([])
  })

  test('tells of an erasure once, without personal data, and before it what was decided on the customer', async () => {
    const { at } = await endpointFor(['customer.approved', 'customer.erased'])
    const { id, body: customer } = await pendingCustomer(app)
    expect((await call('POST', `/api/admin/customers/${id}/approve`)).status).toBe(200)
    await deliver()
    expect(received).toEqual([])
    expect((await call('POST', `/api/admin/customers/${id}/erase`)).status).toBe(200)
    expect((await call('POST', `/api/admin/customers/${id}/erase`)).status).toBe(200)
    await deliver()
    const told = received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data])
    expect(told.toSorted()).toEqual([
      ['customer.approved', { customer_id: id, status: 'approved' }],
      ['customer.erased', { customer_id: id, status: 'disabled' }],
    ])
    const sent = received.map(({ body }) => body).join()
    for (const personal of [customer.username, customer.email, customer.phone, customer.address]) {
      expect(sent).not.toContain(personal)
    }
    const kinds = (await deliveriesOf(at)).map((one: { kind: string }) => one.kind)
    expect(kinds).toEqual(['customer.erased', 'customer.approved'])
  })

  test('of an undone decision is not sent; if it was sent, another event reports the undo', async () => {
    const { at } = await endpointFor(['product.approved', 'product.undone'])
    const undo = async (between: () => Promise<unknown>) => {
      const { id } = await pendingProduct(app)
      const { decision } = (await call('POST', `/api/admin/products/${id}/approve`)).body.results
      await between()
      const undone = await call('POST', `/api/admin/products/${id}/undo`, { decision_id: decision.id })
      expect(undone.status).toBe(200)
      return id
    }
    await undo(async () => {})
    expect(await deliveriesOf(at)).toEqual([])
    const id = await undo(async () => {
      // Given up with its endpoint and then sent again by hand, before the window was over.
      await call('POST', `${at}/disable`)
      await call('POST', `${at}/enable`)
      const [waiting] = await deliveriesOf(at)
      await call('POST', `${at}/deliveries/${waiting.id}/resend`)
      await deliver()
    })
    await deliver()
    expect(received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data])).toEqual([
      ['product.approved', { product_id: id, status: 'approved' }],
      ['product.undone', { product_id: id, status: 'submitted' }],
    ])
  })
})

test.each([
  ['POST /api/admin/sellers/:id/changes/undo', 'vendor_change.accepted', 'vendor_change.undone'],
  ['POST /api/admin/products/:id/revisions/undo', 'product_edit.approved', 'product_edit.undone'],
])('%s takes %s back before it leaves, and afterwards tells %s', async (name, kind, undone) => {
  const stage = { app, admin, key: await app.intakeKey() }
  const { at } = await endpointFor([kind, undone])
  const decided = async () => {
    const sample = await samples[name]?.(stage)
    if (!sample) throw new Error(`no sample for ${name}`)
    return sample
  }
  const first = await decided()
  expect(await deliveriesOf(at)).toMatchObject([{ kind, status: 'waiting' }])
  expect((await call('POST', first.path, first.body)).status).toBe(200)
  expect(await deliveriesOf(at)).toEqual([])
  const second = await decided()
  await app.database.pool.query(
    "update webhook_deliveries set attempts = 1, has_left = true, status = 'sent' where status = 'waiting'",
  )
  expect((await call('POST', second.path, second.body)).status).toBe(200)
  const told = await deliveriesOf(at)
  expect(told.map((one: { kind: string }) => one.kind).toSorted()).toEqual([kind, undone])
  for (const { id } of told)
    expectDeclared(JSON.parse((await call('GET', `${at}/deliveries/${id}`)).body.results.body))
})

test.each([
  ['POST /api/admin/sellers/:id/approve', 'vendor.approved'],
  ['POST /api/admin/sellers/:id/reject', 'vendor.rejected'],
  ['POST /api/admin/sellers/:id/request-update', 'vendor.update_requested'],
  ['POST /api/admin/sellers/:id/disable', 'vendor.disabled'],
  ['POST /api/admin/sellers/:id/enable', 'vendor.enabled'],
  ['POST /api/admin/sellers/:id/reopen', 'vendor.reopened'],
  ['POST /api/admin/sellers/:id/close', 'vendor.closed'],
  ['POST /api/admin/sellers/:id/changes/:change_id/decline', 'vendor_change.declined'],
  ['POST /api/admin/products/:id/approve', 'product.approved'],
  ['POST /api/admin/products/:id/reject', 'product.rejected'],
  ['POST /api/admin/products/:id/request-update', 'product.update_requested'],
  ['POST /api/admin/products/:id/reopen', 'product.reopened'],
  ['PATCH /api/admin/products/:id', 'product.unavailable'],
  ['POST /api/admin/products/:id/revisions/:number/approve', 'product_edit.approved'],
  ['POST /api/admin/products/:id/revisions/:number/reject', 'product_edit.rejected'],
  ['POST /api/admin/customers/:id/approve', 'customer.approved'],
  ['POST /api/admin/customers/:id/disable', 'customer.disabled'],
  ['POST /api/admin/customers/:id/enable', 'customer.enabled'],
  ['POST /api/admin/customers/:id/erase', 'customer.erased'],
  ['POST /api/admin/subscribers/:id/erase', 'subscriber.erased'],
  ['POST /api/admin/subscribers/bulk/erase', 'subscriber.erased'],
  ['POST /api/intake/orders', 'order.pending'],
  ['POST /api/admin/orders/:id/process', 'order.processing'],
  ['POST /api/admin/orders/:id/put-back', 'order.pending'],
  ['POST /api/admin/orders/:id/complete', 'order.completed'],
  ['POST /api/admin/orders/:id/decline', 'order.declined'],
  ['POST /api/admin/orders/:id/mark-paid', 'order.paid'],
  ['POST /api/admin/orders/:id/parts/:part_id/pack', 'order_part.packed'],
  ['POST /api/admin/orders/:id/parts/:part_id/ship', 'order_part.shipped'],
  ['POST /api/admin/orders/:id/parts/:part_id/correct', 'order_part.corrected'],
  ['POST /api/admin/orders/:id/parts/:part_id/deliver', 'order_part.delivered'],
  ['POST /api/admin/orders/:id/parts/:part_id/return', 'order_part.returned'],
  ['POST /api/admin/orders/:id/refunds/:refund_id/send', 'refund.sent'],
  ['POST /api/admin/vendor-withdrawals/:id/approve', 'withdrawal.approved'],
  ['POST /api/admin/vendor-withdrawals/:id/pay', 'withdrawal.paid'],
  ['POST /api/admin/vendor-withdrawals/:id/decline', 'withdrawal.declined'],
  ['POST /api/admin/customer-withdrawals/:id/return', 'withdrawal.declined'],
  ['POST /api/admin/releases', 'content.published'],
  ['POST /api/admin/blogs/posts/:id/publish', 'post.published'],
])('%s tells %s', async (name, kind) => {
  const stage = { app, admin, key: await app.intakeKey() }
  const sample = await samples[name]?.(stage)
  if (!sample) throw new Error(`no sample for ${name}`)
  const { at } = await endpointFor([kind])
  const [method = ''] = name.split(' ')
  const caller = name.includes('/api/intake/') ? stage.key : admin.token
  const { path: to, body, headers = {}, as = caller } = sample
  expect((await app.call(method, to, { as, body, headers })).status).toBeLessThan(300)
  const told = await deliveriesOf(at)
  expect(told.map((one: { kind: string }) => one.kind)).toEqual([kind])
  const sent = JSON.parse((await call('GET', `${at}/deliveries/${told[0].id}`)).body.results.body)
  expect(Object.keys(sent)).toEqual(['type', 'timestamp', 'data'])
  expectDeclared(sent)
  for (const [field, value] of Object.entries(sent.data)) {
    const word = field === 'slug' ? /^[a-z0-9-]+$/ : /^[a-z_]+$/
    expect(String(value)).toMatch(field.endsWith('_id') ? /^[0-9a-f-]{36}$/ : word)
  }
})

describe('after an outage', () => {
  const tell = (order_id: string) =>
    app.transact(async (ctx) => {
      await queueEvent(ctx, 'order.paid', { order_id, payment_status: 'paid' })
      ctx.unchanged()
    })
  const failedOf = async (at: string) => (await call('GET', `${at}/deliveries?status=failed&limit=100`)).body
  const idsOf = async (at: string) => {
    const { results } = await failedOf(at)
    return (results as { event_id: string }[]).map(({ event_id }) => event_id).toSorted()
  }
  const resend = (at: string) => call('POST', `${at}/resend-failed`)

  test('enabling sends nothing, and one call sends all that failed again with the same ids, without tests', async () => {
    const { at } = await endpointFor(['order.paid'])
    const other = await endpointFor(['order.paid'], `${base}/other`)
    for (let n = 0; n < 30; n += 1) await tell(`order ${n}`)
    await call('POST', `${at}/test`)
    for (const one of [at, other.at]) await call('POST', `${one}/disable`)
    const lost = await idsOf(at)
    expect(lost).toHaveLength(31)
    await expectRefused(409, /disabled/, () => resend(at))
    for (const one of [at, other.at]) expect((await call('POST', `${one}/enable`)).status).toBe(200)
    await deliver()
    expect(received).toEqual([])

    const answer = await resend(at)
    expect([answer.status, answer.body.results]).toEqual([200, { count: 30 }])
    const { rows } = await app.database.pool.query(
      "select actor_name, after from audit_log where action = 'resend failed webhooks' and subject_id = $1",
      [at.slice(path.length + 1)],
    )
    expect(rows).toMatchObject([{ after: { deliveries: 30 } }])
    await deliver()
    expect(received.map((one) => one.path)).toEqual(Array(30).fill('/hooks'))
    const [left] = (await failedOf(at)).results
    expect(left).toMatchObject({ kind: 'webhook.test', status: 'failed' })
    const again = received.map(({ headers }) => String(headers['webhook-id']))
    expect([...again, left.event_id].toSorted()).toEqual(lost)
    const sent = (await call('GET', `${at}/deliveries?status=sent&limit=100`)).body.results
    expect(sent).toHaveLength(30)
    for (const one of sent) expect(one).toMatchObject({ attempts: 1, last_status: 204, last_error: '' })
    expect((await failedOf(other.at)).total).toBe(30)
    await expectRefused(409, /has failed/, () => resend(at))
  })

  test('what was never tried leaves no sooner than its decision can no longer be undone', async () => {
    const { at } = await endpointFor(['product.approved', 'product.undone'])
    const approved = async () => {
      const { id } = await pendingProduct(app)
      const { decision } = (await call('POST', `/api/admin/products/${id}/approve`)).body.results
      return { id, undo: { decision_id: decision.id } }
    }
    const first = await approved()
    for (const verb of ['disable', 'enable']) await call('POST', `${at}/${verb}`)
    expect((await resend(at)).body.results).toEqual({ count: 1 })
    await deliver()
    expect(received).toEqual([])
    expect((await call('POST', `/api/admin/products/${first.id}/undo`, first.undo)).status).toBe(200)
    expect(await deliveriesOf(at)).toEqual([])

    // One that had left, and waits to be sent once more, is followed by the event of its undoing.
    const second = await approved()
    await app.database.pool.query(
      "update webhook_deliveries set status = 'failed', attempts = 10, has_left = true where status = 'waiting'",
    )
    expect((await resend(at)).body.results).toEqual({ count: 1 })
    expect((await call('POST', `/api/admin/products/${second.id}/undo`, second.undo)).status).toBe(200)
    const kinds = (await deliveriesOf(at)).map((one: { kind: string }) => one.kind)
    expect(kinds.toSorted()).toEqual(['product.approved', 'product.undone'])
  })

  test('what was tried to its end has all its attempts again', async () => {
    const { at } = await endpointFor(['order.paid'])
    await tell('order')
    answerWith = { status: 503 }
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await deliver()
      app.clock.move((waitAfter(attempts) ?? 60) * 1000 + 1_000)
    }
    admin = await app.person()
    expect((await failedOf(at)).results).toMatchObject([{ attempts: 10, last_status: 503 }])
    expect((await resend(at)).body.results).toEqual({ count: 1 })
    const untried = { status: 'waiting', attempts: 0, last_status: null, last_error: '', sent_at: null }
    expect(await deliveriesOf(at)).toMatchObject([untried])
    await deliver()
    expect(await deliveriesOf(at)).toMatchObject([{ status: 'waiting', attempts: 1, last_status: 503 }])
  })

  test('two people who send again at once send each delivery once', async () => {
    const { at } = await endpointFor(['order.paid'])
    await tell('order')
    for (const verb of ['disable', 'enable']) await call('POST', `${at}/${verb}`)
    const answers = await Promise.all([resend(at), resend(at)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await deliver()
    expect(received).toHaveLength(1)
  })

  test('the deliveries are listed by status, and an unknown status is refused', async () => {
    const { at } = await endpointFor(['order.paid'])
    await tell('failed')
    for (const verb of ['disable', 'enable']) await call('POST', `${at}/${verb}`)
    await tell('sent')
    await deliver()
    await tell('waiting')
    for (const status of ['failed', 'sent', 'waiting']) {
      const { results, total } = (await call('GET', `${at}/deliveries?status=${status}`)).body
      expect([total, results.map((one: { status: string }) => one.status)]).toEqual([1, [status]])
    }
    expect((await call('GET', `${at}/deliveries`)).body.total).toBe(3)
    await expectRefused(422, () => call('GET', `${at}/deliveries?status=lost`))
  })
})

describe('an endpoint', () => {
  test('shows its secret once: lists, the log and the audit log never contain it', async () => {
    const { at, secret } = await endpointFor(['order.paid'])
    const rotated = await call('POST', `${at}/secret`, { at_once: true })
    const newer = rotated.body.results.secret
    expect(newer).not.toBe(secret)
    await call('POST', `${at}/test`)
    await deliver()
    const body = received[0]?.body ?? ''
    const { headers } = received[0] as Received
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', Buffer.from(newer.slice(6), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    const lists = await Promise.all([path, at, `${at}/deliveries`].map((one) => call('GET', one)))
    const { rows } = await app.database.pool.query(
      "select coalesce(string_agg(a::text, ''), '') as audit, (select string_agg(w::text, '') from webhook_endpoints w) as stored from audit_log a",
    )
    for (const text of [JSON.stringify(lists), rows[0].audit, rows[0].stored, logged.join('')]) {
      expect(text).not.toContain(secret.slice(6))
      expect(text).not.toContain(newer.slice(6))
      expect(text).not.toContain('whsec_')
    }
    expect(logged).not.toEqual([])
  })

  test('signs with both secrets for a day, and then with the new one only', async () => {
    const { at, secret } = await endpointFor(['order.paid'])
    const rotated = (await call('POST', `${at}/secret`, {})).body.results
    const until = Date.parse(rotated.endpoint.old_secret_until) - app.clock.now().getTime()
    expect(Math.round(until / 3_600_000)).toBe(24)
    const signaturesOf = async () => {
      received = []
      await call('POST', `${at}/test`)
      await deliver()
      const [{ headers, body }] = received as [Received]
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const by = (one: string) =>
        `v1,${createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`
      const given = String(headers['webhook-signature']).split(' ')
      return { given, old: by(secret), newer: by(rotated.secret) }
    }
    const during = await signaturesOf()
    expect(during.given).toEqual([during.newer, during.old])
    app.clock.move(24 * 3_600_000 + 1_000)
    admin = await app.person()
    const after = await signaturesOf()
    expect(after.given).toEqual([after.newer])
  })

  test('signs with the secret in use though a new one was made twice, until the old ones are ended', async () => {
    const { at, secret } = await endpointFor(['order.paid'])
    const rotate = async (body: object = {}) =>
      (await call('POST', `${at}/secret`, body)).body.results.secret as string
    const signers = async (secrets: readonly string[]) => {
      received = []
      await call('POST', `${at}/test`)
      await deliver()
      const [{ headers, body }] = received as [Received]
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const macs = secrets.map((one) =>
        createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
          .update(signed)
          .digest('base64'),
      )
      expect(headers['webhook-signature']).toBe(macs.map((mac) => `v1,${mac}`).join(' '))
    }
    const lost = await rotate()
    const second = await rotate()
    await signers([second, lost, secret])
    const [third, fourth] = [await rotate(), await rotate()]
    await signers([fourth, third, second, lost])
    await signers([await rotate({ at_once: true })])
    const shown = (await call('GET', at)).body.results
    expect(shown.old_secret_until).toBeNull()
    const last = await rotate()
    app.clock.move(24 * 3_600_000 + 1_000)
    admin = await app.person()
    await signers([last])
    const next = await rotate()
    await signers([next, last])
  })

  test('that fails for days is disabled with the reason, and people who can fix it are notified', async () => {
    const { at } = await endpointFor(['order.paid'])
    const configurer = await app.person(['General Setting: view', 'General Setting: configure'])
    answerWith = { status: 500 }
    await call('POST', `${at}/test`)
    await deliver()
    app.clock.move(4 * 24 * 3_600_000)
    admin = await app.person()
    await call('POST', `${at}/test`)
    await deliver()
    expect((await call('GET', at)).body.results.status).toBe('active')
    // The first failure after days of silence says little: only what was tried to its end switches it off.
    app.clock.move(25 * 3_600_000)
    admin = await app.person()
    await call('POST', `${at}/test`)
    await deliver()
    expect((await call('GET', at)).body.results.status).toBe('active')
    for (let hours = 0; hours < 24 * 6; hours += 12) {
      app.clock.move(12 * 3_600_000)
      await deliver()
    }
    admin = await app.person()
    const shown = (await call('GET', at)).body.results
    expect(shown).toMatchObject({
      status: 'disabled',
      disabled_reason: 'No delivery has succeeded for 5 days. Last error: The endpoint answered 500',
    })
    const { rows } = await app.database.pool.query(
      "select body_text from messages where kind = 'webhook disabled' and recipient = $1",
      [configurer.email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].body_text).toContain('The endpoint answered 500')
    expect(rows[0].body_text).toContain(`https://munshi.example/webhook?id=${shown.id}`)
    answerWith = { status: 204 }
    const enabled = (await call('POST', `${at}/enable`)).body.results
    expect(enabled).toMatchObject({ status: 'active', failing_since: null, disabled_reason: '' })
  })

  test('is changed only from the version that was read', async () => {
    const { at } = await endpointFor(['order.paid'])
    const draft = { url: `${base}/other`, description: 'The shop', kinds: ['order.declined'] }
    const changed = await call('PATCH', at, draft, { 'if-match': '"v1"' })
    expect(changed.body.results).toMatchObject({ ...draft, version: 2 })
    await expectRefused(412, () =>
      call('PATCH', at, { ...draft, description: 'Mine' }, { 'if-match': '"v1"' }),
    )
    expect((await call('GET', at)).body.results.history).toMatchObject([
      {
        actor_name: `Person ${admin.id.slice(-6)}`,
        action: 'change webhook endpoint',
        before: { url: `${base}/hooks`, kinds: 'order.paid' },
        after: { url: draft.url, kinds: 'order.declined' },
      },
      { action: 'create webhook endpoint' },
    ])
  })

  test('cannot be changed or read without the permission', async () => {
    const { at } = await endpointFor(['order.paid'])
    const reader = await app.person(['General Setting: view'])
    const stranger = await app.person(['Vendors: view'])
    const draft = { url: `${base}/mine`, kinds: ['order.paid'] }
    expect((await app.call('GET', at, { as: reader })).status).toBe(200)
    await expectRefused(403, () => app.call('GET', at, { as: stranger }))
    for (const [method, to, body] of [
      ['POST', path, draft],
      ['PATCH', at, draft],
      ['POST', `${at}/secret`, {}],
      ['POST', `${at}/disable`],
      ['POST', `${at}/test`],
      ['POST', `${at}/resend-failed`],
    ] as const) {
      await expectRefused(403, () => app.call(method, to, { as: reader, body, headers: { 'if-match': '*' } }))
    }
  })

  test.each([
    'http://shop.example/hooks',
    'https://user:secret@shop.example/hooks',
    'https://shop.example:22/hooks',
    'https://10.0.0.5/hooks',
    'https://127.0.0.1/hooks',
    'https://2130706433/hooks',
    'https://0x7f.1/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/hooks',
    'https://100.64.0.1/hooks',
    'https://[::1]/hooks',
    'https://[::7f00:1]/hooks',
    'https://[::ffff:10.0.0.1]/hooks',
    'https://[64:ff9b::a00:1]/hooks',
    'https://[fe80::1]/hooks',
    'https://[fd00:ec2::254]/hooks',
    'ftp://shop.example/hooks',
  ])('at %s is refused', async (url) => {
    const refused = await expectRefused(422, () => call('POST', path, { url, kinds: ['order.paid'] }))
    expect(refused.body.errors[0].path).toBe('url')
  })
})
