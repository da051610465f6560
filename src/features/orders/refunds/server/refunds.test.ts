import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import type { OrderDetail } from '#features/orders/contract.ts'
import { ibanCheckDigits, maskIban } from '#kit/contract/pakistan.ts'
import { renewProofs, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { type MadeOrder, pendingOrder, refundAccount } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let other: TestPerson
let third: TestPerson
/** May refund and nothing else: no orders, no customers. */
let desk: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
  third = await app.person()
  desk = await app.person(['Orders: refund'])
})
afterAll(() => app.close())

const orders = '/api/admin/orders'
const list = `${orders}/refunds`
const get = async (path: string, as: TestPerson = desk) => (await app.call('GET', path, { as })).body
const post = (path: string, body?: unknown, as: TestPerson = admin, headers = {}) =>
  app.call('POST', path, { as, body, headers })
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows
const day = 24 * 60 * 60_000

/** A paid order, and what a refund of one rupee of it says. */
async function paid(): Promise<{ made: MadeOrder; path: string; wish: object }> {
  const made = await pendingOrder({ app, admin }, [], { payment_method: 'card', paid_reference: 'c-1' })
  const path = `${orders}/${made.id}`
  const order: OrderDetail = (await get(path, admin)).results
  const lines = [{ line_id: order.parts[0]?.lines[0]?.id, amount: '1' }]
  return { made, path, wish: { lines, reason: 'One was torn' } }
}

/** A refund to this account, granted by the administrator; the path of its calls. */
async function granted(account = refundAccount()) {
  const { made, path, wish } = await paid()
  const answer = await post(`${path}/refunds`, { ...wish, account })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  const [refund] = (answer.body.results as OrderDetail).refunds
  return { made, order: path, id: refund?.id ?? '', path: `${path}/refunds/${refund?.id}`, refund, account }
}

describe('a refund to a bank account', () => {
  test('is not granted without an account whose check digits fit; one to the wallet takes none', async () => {
    const { path, wish } = await paid()
    const { account_title, ibn_number } = refundAccount()
    const wrong = `${ibn_number.slice(0, 2)}${ibn_number.slice(2, 4) === '10' ? '11' : '10'}${ibn_number.slice(4)}`
    for (const [given, at] of [
      [{}, 'account'],
      [{ account: { account_title, ibn_number: wrong } }, 'account.ibn_number'],
      [{ account: { account_title: ' ', ibn_number } }, 'account.account_title'],
      [{ method: 'wallet', account: { account_title, ibn_number } }, 'account'],
    ] as const) {
      const answer = await post(`${path}/refunds`, { ...wish, ...given })
      expect([given, answer.status]).toEqual([given, 422])
      expect(answer.body.errors).toMatchObject([{ path: at }])
    }
    expect((await get(path, admin)).results.refunds).toEqual([])
    const spaced = ibn_number.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
    const taken = await post(`${path}/refunds`, { ...wish, account: { account_title, ibn_number: spaced } })
    expect(taken.body.results.refunds).toMatchObject([
      { account: { account_title, ibn_number: maskIban(ibn_number), bank_name: 'Meezan Bank' } },
    ])
  })

  test('keeps the number sealed, shows it masked, and reveals it for a fresh proof, which is recorded', async () => {
    const { order, path, id, account } = await granted()
    const seen = JSON.stringify([
      await get(order, admin),
      await get(`${list}?limit=100`),
      await get(`${list}/${id}`),
      await get('/api/admin/audit?limit=100', admin),
    ])
    expect(seen).toContain(maskIban(account.ibn_number))
    expect(seen).not.toContain(account.ibn_number.slice(-10))
    const [stored] = await rowsOf('select r::text as text, iban_sealed from refunds r where id = $1', [id])
    expect(stored.text).not.toContain(account.ibn_number.slice(-10))
    expect(app.services.keys.open(stored.iban_sealed)).toBe(account.ibn_number)

    const revealed = await post(`${path}/reveal`, undefined, desk)
    expect(revealed.body.results).toEqual({ ibn_number: account.ibn_number })
    const looks =
      "select actor_name from audit_log where subject_id = $1 and action = 'reveal refund account'"
    const of = order.split('/').at(-1)
    expect(await rowsOf(looks, [of])).toHaveLength(1)
    app.clock.move(11 * 60_000)
    const refused = await post(`${path}/reveal`, undefined, desk)
    expect([refused.status, refused.body.type]).toEqual([403, 'urn:munshi:step-up-needed'])
    expect(await rowsOf(looks, [of])).toHaveLength(1)
    await renewProofs(app)
  })

  test('says what looks doubtful of the account, and is granted all the same', async () => {
    const account16 = '0000000000004711'
    const ibn_number = `PK${ibanCheckDigits('ZZZZ', account16)}ZZZZ${account16}`
    const { refund } = await granted({ account_title: 'Nobody Known', ibn_number })
    expect(refund?.account).toMatchObject({ bank_name: '' })
    expect(refund?.warnings).toEqual([
      'Bank code ZZZZ is not on our list. Look it up',
      'The account title does not match the name of the customer',
    ])
    const { path, made } = await granted()
    const named = { account_title: made.body.name ?? '', ibn_number: refundAccount().ibn_number }
    const [own] = await rowsOf('select customer_name from orders where id = $1', [made.id])
    const fits = await post(`${path}/account`, { ...named, account_title: own.customer_name })
    expect(fits.body.results.refunds[0].warnings).toEqual([])
  })

  test('that is owed has no account: it is sent when one was named, by another person than who named it', async () => {
    const { path } = await paid()
    const declined = await post(`${path}/decline`, { reason: 'Out of stock' })
    const [owed] = (declined.body.results as OrderDetail).refunds
    expect(owed).toMatchObject({ kind: 'owed', method: 'bank', account: null })
    const one = `${path}/refunds/${owed?.id}`
    const early = await post(`${one}/send`, { reference: 'IBFT 1' }, other)
    expect([early.status, early.body.message]).toEqual([
      409,
      'Enter the account title and the IBAN of this refund first',
    ])
    expect((await post(`${one}/reveal`, undefined, other)).status).toBe(404)
    const account = refundAccount()
    const named = await post(`${one}/account`, account, other)
    const [after] = (named.body.results as OrderDetail).refunds
    expect(after).toMatchObject({
      account: { ibn_number: maskIban(account.ibn_number) },
      why_not_send: 'You entered the account of this refund. Another person must send it',
    })
    const own = await post(`${one}/send`, { reference: 'IBFT 1' }, other)
    expect([own.status, own.body.message]).toEqual([409, after?.why_not_send])
    expect((await post(`${one}/send`, { reference: 'IBFT 1' }, third)).status).toBe(200)
    expect((await post(`${one}/account`, refundAccount(), other)).status).toBe(409)
  })

  test('is corrected before it is sent: recorded with who did it, and never under the eyes of who sends it', async () => {
    const { order, path, account } = await granted()
    const { version } = (await get(order, admin)).results
    const other_ = refundAccount()
    expect((await post(`${path}/account`, other_, other, { 'if-match': `"v${version}"` })).status).toBe(200)
    // A person who still sees the old account does not send to the new one.
    const stale = await post(`${path}/send`, { reference: 'r' }, third, { 'if-match': `"v${version}"` })
    expect(stale.status).toBe(412)
    const of = order.split('/').at(-1)
    const entries = await rowsOf(
      "select before, after, actor_id from audit_log where subject_id = $1 and action = 'correct refund account'",
      [of],
    )
    expect(entries).toMatchObject([
      {
        before: { account: maskIban(account.ibn_number) },
        after: { account: maskIban(other_.ibn_number) },
        actor_id: other.id,
      },
    ])
    // The same again by the same person is no correction, by another one it is theirs.
    expect((await post(`${path}/account`, other_, other)).status).toBe(200)
    expect(
      await rowsOf("select 1 from audit_log where subject_id = $1 and action like '%refund account'", [of]),
    ).toHaveLength(1)
    expect((await post(`${path}/send`, { reference: 'r' }, other)).status).toBe(409)
    expect((await post(`${path}/send`, { reference: 'r' }, third)).status).toBe(200)
    const late = await post(`${path}/account`, account, other)
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('was sent by')])
  })

  test('goes to the account on record when it is sent: if a correction and a sending meet, one waits', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { path, id } = await granted()
      const [corrected, sent] = await Promise.all([
        post(`${path}/account`, refundAccount(), other),
        post(`${path}/send`, { reference: 'r' }, third),
      ])
      expect(sent.status).toBe(200)
      expect([200, 409]).toContain(corrected.status)
      const [{ status, after }] = await rowsOf(
        'select status, coalesce(account_at > closed_at, false) as after from refunds where id = $1',
        [id],
      )
      expect([status, after]).toEqual(['sent', false])
    }
  })
})

describe('refunds to send', () => {
  test('are a list with counts for a person who may refund but sees no orders, and who clears it', async () => {
    const { made, path, id, account } = await granted()
    const counts = (await get(`${list}/counts`)).results
    const found = await get(`${list}?limit=20&status=granted&q=${made.order_number}`)
    expect(found.results).toMatchObject([
      {
        id,
        order_id: made.id,
        order_number: made.order_number,
        amount: '1',
        method: 'bank',
        account: { ibn_number: maskIban(account.ibn_number) },
        granted_by_name: expect.stringContaining('Person'),
        why_not_send: null,
        is_late: false,
      },
    ])
    const whole = await get(`${list}?limit=1&status=granted`)
    expect([whole.total, whole.total_is_exact]).toEqual([counts.granted, true])
    expect((await app.call('GET', `${orders}/${made.id}`, { as: desk })).status).toBe(403)
    const one = (await get(`${list}/${id}`)).results
    expect(one).toMatchObject({ id, reason: 'One was torn', lines: [{ amount: '1' }], paid_total: '1999.50' })
    const sent = await post(`${path}/send`, { reference: 'IBFT 7' }, desk, {
      'if-match': `"v${one.order_version}"`,
    })
    expect(sent.status).toBe(200)
    expect((await get(`${list}/counts`)).results).toEqual({
      ...counts,
      granted: counts.granted - 1,
      sent: counts.sent + 1,
    })
    expect((await get(`${list}?limit=20&status=sent&q=${made.order_number}`)).results).toMatchObject([
      { id, status: 'sent', reference: 'IBFT 7' },
    ])
  })

  test('are sorted by age and amount, narrowed by method and days, and an old one is late', async () => {
    const { id } = await granted()
    await rowsOf(
      "update refunds set granted_at = now() - interval '94 days', amount = 990000 where id = $1",
      [id],
    )
    const oldest = (await get(`${list}?limit=2&status=granted&sort=granted_at`)).results
    expect(oldest).toMatchObject([{ id, is_late: true }, { is_late: false }])
    expect((await get(`${list}?limit=1&status=granted&sort=-amount`)).results).toMatchObject([{ id }])
    const ids = async (narrow: string) =>
      (await get(`${list}?limit=100&status=granted&${narrow}`)).results.map((row: { id: string }) => row.id)
    expect(await ids('method=bank')).toContain(id)
    expect(await ids('method=wallet')).not.toContain(id)
    const today = new Date(app.clock.now().getTime() + 5 * 60 * 60_000 - day).toISOString().slice(0, 10)
    expect(await ids(`from=${today}`)).not.toContain(id)
  })

  test('are exported as the list has them, with masked accounts, and that is recorded', async () => {
    const { made, id, account } = await granted()
    const { path } = await granted()
    expect((await post(`${path}/send`, { reference: 'IBFT 9' }, other)).status).toBe(200)
    const exportOf = async (query: string, as: TestPerson = desk) => {
      const { status, body } = await app.call('GET', `${list}/export?${query}`, { as })
      return [status, String(body).trimEnd().split('\r\n')]
    }
    const fields = 'fields=order_number,amount,status,method,account_title,ibn_number,reference'
    const masked = maskIban(account.ibn_number)
    expect(await exportOf(`${fields}&status=granted&q=${made.order_number}`)).toEqual([
      200,
      [
        'order_number,amount,status,method,account_title,ibn_number,reference',
        `${made.order_number},1,granted,bank,${account.account_title},${masked},`,
      ],
    ])
    const { total } = await get(`${list}?limit=1&status=granted`)
    const { sent } = (await get(`${list}/counts`)).results
    const [, lines] = await exportOf('fields=id&status=granted&sort=-amount')
    expect(lines).toHaveLength(total + 1)
    expect(lines).toContain(id)
    expect(await exportOf('fields=reference&status=sent&sort=-granted_at')).toMatchObject([
      200,
      ['reference', 'IBFT 9', ...Array.from({ length: sent - 1 }, () => expect.any(String))],
    ])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=3', { as: admin })
    expect(body.results.at(-1)).toMatchObject({
      subject_name: 'Refunds',
      actor_name: expect.any(String),
      after: { status: 'granted', q: '(searched)', format: 'csv' },
    })
    const reader = await app.person(['Orders: view', 'Orders: export'])
    const before = await stateOf(app)
    expect((await exportOf('fields=id', reader))[0]).toBe(403)
    expect(await stateOf(app)).toBe(before)
  })

  test('are a number on the dashboard, for people who may open the list', async () => {
    const work = async (as: TestPerson) => {
      const { waiting } = (await get('/api/admin/dashboard/work', as)).results
      return waiting.find((heap: { kind: string }) => heap.kind === 'refunds')
    }
    const { path, wish } = await paid()
    // Two refunds of one order are two to send.
    for (let n = 0; n < 2; n += 1) await post(`${path}/refunds`, { ...wish, account: refundAccount() })
    const person = await app.person(['Dashboard: view', 'Orders: refund'])
    const { total, results } = await get(`${list}?limit=100&status=granted&sort=granted_at`)
    expect(await work(person)).toEqual({
      kind: 'refunds',
      count: total,
      oldest_since: results[0].granted_at,
      late: results.filter((refund: { is_late: boolean }) => refund.is_late).length,
    })
    const reader = await app.person(allPermissions.filter((permission) => permission !== 'Orders: refund'))
    expect(await work(reader)).toBeUndefined()
  })
})
