import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBalances } from '#features/money/server/queries.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  payableCustomer,
  payableVendor,
  pendingVendor,
  requestedWithdrawal,
  someIban,
} from '#testing/factories.ts'

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

const path = '/api/admin/vendor-withdrawals'
const vendor = (available?: string) => payableVendor({ app, admin }, available)
const decide = (id: string, verb: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `${path}/${id}/${verb}`, { as, body })
/** Who was told to come again, because no connection was free in time, does so. */
async function ask(body: Record<string, unknown>): ReturnType<TestApp['call']> {
  const answer = await app.call('POST', '/api/intake/withdrawals', { as: key, body })
  return answer.status === 503 ? ask(body) : answer
}
let asked = 0
const wish = (seller_id: string, amount: string) => ({ external_id: `wish-${++asked}`, seller_id, amount })
const availableOf = async (id: string) =>
  (await readBalances(app.database.db, [id])).get(id)?.available.toString()
const balanceOf = async (kind: string) => {
  const { rows } = await app.database.pool.query(
    `select coalesce(sum(l.amount), 0)::text as n from ledger_lines l join ledger_accounts a on a.id = l.account_id
     where a.kind = $1`,
    [kind],
  )
  return BigInt(rows[0].n)
}
const rowOf = async (id: string) =>
  (await app.database.pool.query('select status, version from withdrawals where id = $1', [id])).rows[0]

describe('a withdrawal asked for by the vendor', () => {
  test('takes its amount from what is available and says its number', async () => {
    const { id } = await vendor('10000')
    const before = await balanceOf('paying_out')
    const answer = await ask(wish(id, '2500.50'))
    expect(answer.status).toBe(201)
    expect(answer.body.results).toMatchObject({ status: 'requested', amount: '2500.50', reason: '' })
    expect(answer.body.results.number).toMatch(/^W-\d{5}$/)
    expect(await availableOf(id)).toBe('749950')
    expect((await balanceOf('paying_out')) - before).toBe(-250050n)
  })

  test('the same body again answers the same withdrawal with 200 and takes nothing twice', async () => {
    const { id } = await vendor('1000')
    const body = wish(id, '600')
    const first = await ask(body)
    const again = await ask(body)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(await availableOf(id)).toBe('40000')
  })

  test('another body under the same external id is refused and changes nothing', async () => {
    const { id } = await vendor('1000')
    const body = wish(id, '600')
    await ask(body)
    const answer = await ask({ ...body, amount: '100' })
    expect(answer.status).toBe(409)
    expect(await availableOf(id)).toBe('40000')
  })

  test('more than is available is refused, and nothing is stored', async () => {
    const { id } = await vendor('1000')
    const answer = await ask(wish(id, '1000.01'))
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('Only Rs 1,000 is available'.replace('Rs ', 'Rs\u00a0'))
    expect(await availableOf(id)).toBe('100000')
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from withdrawals where owner_id = $1',
      [id],
    )
    expect(rows[0].n).toBe(0)
  })

  test('ten at once never take more than there is', async () => {
    const { id } = await vendor('1000')
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(wish(id, '300'))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await availableOf(id)).toBe('10000')
  })

  test('ten at once with one external id are one withdrawal', async () => {
    const { id } = await vendor('1000')
    const body = wish(id, '300')
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(body)))
    expect(new Set(answers.map((answer) => answer.body.results.id)).size).toBe(1)
    expect(await availableOf(id)).toBe('70000')
  })

  test('is refused of nobody, of a vendor who is not approved, and of nothing', async () => {
    const pending = await pendingVendor(app)
    expect((await ask(wish(pending.id, '1'))).status).toBe(409)
    expect((await ask(wish(crypto.randomUUID(), '1'))).status).toBe(422)
    const { id } = await vendor()
    expect((await ask(wish(id, '0'))).status).toBe(422)
    expect((await ask({ external_id: 'x', amount: '1' })).status).toBe(422)
    expect(await availableOf(id)).toBe('1000000')
  })
})

describe('deciding on a withdrawal', () => {
  test('an approval by somebody else, then paid: the money has left, and each step has its audit row', async () => {
    const { id: owner } = await vendor('1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    const bank = await balanceOf('bank')
    const approved = await decide(id, 'approve')
    expect(approved.body.results).toMatchObject({ status: 'approved', version: 2 })
    expect(await balanceOf('bank')).toBe(bank)
    const paid = await decide(id, 'pay', { bank_reference: 'FT-77' })
    expect(paid.body.results).toMatchObject({ status: 'paid', bank_reference: 'FT-77' })
    expect((await balanceOf('bank')) - bank).toBe(-40000n)
    expect(await availableOf(owner)).toBe('60000')
    const { rows } = await app.database.pool.query(
      'select action from audit_log where subject_id = $1 order by at, id',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'request withdrawal',
      'approve withdrawal',
      'pay withdrawal',
    ])
  })

  test('a decline needs a reason and gives the amount back', async () => {
    const { id: owner } = await vendor('1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    expect((await decide(id, 'decline', { reason: ' ' })).status).toBe(422)
    expect(await availableOf(owner)).toBe('60000')
    const answer = await decide(id, 'decline', { reason: 'The account is closed' })
    expect(answer.body.results).toMatchObject({ status: 'declined', reason: 'The account is closed' })
    expect(await availableOf(owner)).toBe('100000')
    const state = await app.call('GET', `/api/intake/withdrawals/${id}`, { as: key })
    expect(state.body.results).toMatchObject({ status: 'declined', reason: 'The account is closed' })
  })

  test('who asked on behalf of a vendor does not approve it', async () => {
    const { id: owner } = await vendor('1000')
    const made = await app.call('POST', path, { as: admin, body: { owner_id: owner, amount: '100' } })
    expect(made.status).toBe(201)
    expect(made.body.results.needs_another).toBe(true)
    const { id } = made.body.results
    const own = await decide(id, 'approve')
    expect(own.status).toBe(409)
    expect(await rowOf(id)).toEqual({ status: 'requested', version: 1 })
    expect((await decide(id, 'approve', undefined, other)).status).toBe(200)
  })

  test('in a shop with one person they do, and the audit log says so', async () => {
    const alone = await startTestApp({ secondPersonForPayouts: false })
    const person = await alone.person()
    const { id: owner } = await payableVendor({ app: alone, admin: person }, '1000')
    const made = await alone.call('POST', path, { as: person, body: { owner_id: owner, amount: '100' } })
    const { id } = made.body.results
    expect((await alone.call('POST', `${path}/${id}/approve`, { as: person })).status).toBe(200)
    const { rows } = await alone.database.pool.query(
      "select action from audit_log where subject_id = $1 and action like 'approve%'",
      [id],
    )
    expect(rows).toEqual([{ action: 'approve withdrawal (one person)' }])
    await alone.close()
  })

  test('has one winner if two people decide at once, and the other is told who decided', async () => {
    const { id: owner } = await vendor('1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    const answers = await Promise.all([
      decide(id, 'approve'),
      decide(id, 'decline', { reason: 'No' }, other),
      decide(id, 'approve', undefined, await app.person()),
    ])
    const done = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    // An approved withdrawal may still be declined afterwards.
    expect(done.length + refused.length).toBe(3)
    expect(refused.length).toBeGreaterThanOrEqual(1)
    for (const { body } of refused) expect(body.message).toMatch(/is (approved|declined), by Person/)
    const { status } = await rowOf(id)
    expect(await availableOf(owner)).toBe(status === 'declined' ? '100000' : '60000')
  })

  test('twenty who approve at once: one did, the others are told who', async () => {
    const { id: owner } = await vendor('1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    const people = await Promise.all(Array.from({ length: 8 }, () => app.person()))
    const answers = await Promise.all(people.map((person) => decide(id, 'approve', undefined, person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await rowOf(id)).toEqual({ status: 'approved', version: 2 })
  })

  test('what was read in an older version is not decided on', async () => {
    const { id: owner } = await vendor('1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    const answer = await app.call('POST', `${path}/${id}/approve`, {
      as: admin,
      headers: { 'if-match': '"v9"' },
    })
    expect(answer.status).toBe(412)
    expect(await rowOf(id)).toEqual({ status: 'requested', version: 1 })
  })

  test('many at once each have an outcome of their own', async () => {
    const { id: owner } = await vendor('1000')
    const one = await requestedWithdrawal(app, owner, '100')
    const two = await requestedWithdrawal(app, owner, '100')
    await decide(two.id, 'decline', { reason: 'No' })
    const answer = await app.call('POST', `${path}/bulk/approve`, {
      as: admin,
      body: { ids: [one.id, two.id, crypto.randomUUID()] },
    })
    expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'refused',
      'refused',
    ])
    expect(await rowOf(one.id)).toMatchObject({ status: 'approved' })
  })

  test('the list of vendors shows the latest withdrawal, or none', async () => {
    const without = await vendor()
    const with_ = await vendor('1000')
    await requestedWithdrawal(app, with_.id, '100')
    const latest = await requestedWithdrawal(app, with_.id, '250')
    await decide(latest.id, 'decline', { reason: 'No' })
    const answer = await app.call('GET', '/api/admin/vendors/withdrawals?limit=100', { as: admin })
    const find = (id: string) => answer.body.results.find((row: { id: string }) => row.id === id)
    expect(find(without.id).withdrawal).toBeNull()
    expect(find(with_.id).withdrawal).toMatchObject({ id: latest.id, amount: '250', status: 'declined' })
  })

  test('a list can be read to its end by cursors, with any rows in it', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await app.call('GET', `/api/admin/vendors/withdrawals?limit=3${cursor}`, { as: admin })
      expect(answer.status).toBe(200)
      seen.push(...answer.body.results.map(({ id }: { id: string }) => id))
      cursor = answer.body.next_cursor ? `&cursor=${answer.body.next_cursor}` : ''
    } while (cursor)
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from vendors where list = 'approved'",
    )
    expect(new Set(seen).size).toBe(rows[0].n)
    expect(seen).toHaveLength(rows[0].n)
  })

  test('a withdrawal is found by its number and its bank reference, whatever became of it', async () => {
    const { id: owner } = await vendor('1000')
    const { id, number } = await requestedWithdrawal(app, owner, '400')
    const bank_reference = `FT-${id.slice(-8)}`
    await decide(id, 'approve')
    expect((await decide(id, 'pay', { bank_reference })).status).toBe(200)
    const found = async (query: string) => {
      const { status, body } = await app.call('GET', `${path}?${query}`, { as: admin })
      expect(status).toBe(200)
      return body.results.map((row: { id: string }) => row.id)
    }
    for (const q of [number, bank_reference]) {
      expect(await found(`status=all&q=${q}`)).toEqual([id])
      expect(await found(`q=${q}`)).toEqual([id])
      expect(await found(`status=requested&q=${q}`)).toEqual([])
    }
    expect((await app.call('GET', `${path}?status=lost`, { as: admin })).status).toBe(422)
  })

  test('the withdrawals of one owner are listed in every order, those of all statuses together', async () => {
    const { id: owner } = await vendor('1000')
    const other_owner = await vendor('1000')
    await requestedWithdrawal(app, other_owner.id, '50')
    const [one, two, three] = [
      await requestedWithdrawal(app, owner, '100'),
      await requestedWithdrawal(app, owner, '300'),
      await requestedWithdrawal(app, owner, '200'),
    ]
    await decide(one.id, 'approve')
    await decide(two.id, 'decline', { reason: 'No' })
    const listed = async (sort: string, cursor = ''): Promise<string[]> => {
      const query = `status=all&owner_id=${owner}&sort=${sort}&limit=2${cursor}`
      const { status, body } = await app.call('GET', `${path}?${query}`, { as: admin })
      expect([status, body.total]).toEqual([200, 3])
      const ids = body.results.map((row: { id: string }) => row.id)
      return body.next_cursor ? [...ids, ...(await listed(sort, `&cursor=${body.next_cursor}`))] : ids
    }
    expect(await listed('amount')).toEqual([one.id, three.id, two.id])
    expect(await listed('-amount')).toEqual([two.id, three.id, one.id])
    for (const sort of ['requested_at', '-requested_at', 'owner_name'])
      expect((await listed(sort)).toSorted()).toEqual([one.id, two.id, three.id].toSorted())
    // Without an owner it is all that the tabs count.
    const counts = (await app.call('GET', `${path}/counts`, { as: admin })).body.results
    const { total } = (await app.call('GET', `${path}?status=all&limit=1`, { as: admin })).body
    expect(total).toBe(counts.requested + counts.approved + counts.paid + counts.declined)
  })

  test('who applied is listed with what is missing', async () => {
    const bare = await pendingVendor(app, { shop: null })
    const answer = await app.call('GET', `/api/admin/vendors/applied?q=${bare.username}`, { as: admin })
    expect(answer.body.results[0]).toMatchObject({ id: bare.id, missing: ['Shop record'] })
    const full = await pendingVendor(app)
    const second = await app.call('GET', `/api/admin/vendors/applied?q=${full.email}`, { as: admin })
    expect(second.body.results[0].missing).toEqual(['Cheque copy', 'CNIC copies'])
  })

  test('a customer is paid from the wallet to the account that was named', async () => {
    const { id: customer_id } = await payableCustomer({ app, admin }, '500')
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const answer = await ask({ external_id: `c-${++asked}`, customer_id, amount: '200', account })
    expect(answer.status).toBe(201)
    const shown = await app.call('GET', `/api/admin/customer-withdrawals/${answer.body.results.id}`, {
      as: admin,
    })
    expect(shown.body.results).toMatchObject({ account_title: 'Sana Malik', status: 'requested' })
    expect(shown.body.results.ibn_number).not.toContain(account.ibn_number.slice(4, 20))
    expect((await readBalances(app.database.db, [customer_id])).get(customer_id)?.wallet).toBe(30000n)
    // The calls of vendors do not know it.
    expect((await app.call('GET', `${path}/${answer.body.results.id}`, { as: admin })).status).toBe(404)
  })

  test('a customer with a withdrawal under way is not erased, also when a later one was paid', async () => {
    const { id: customer_id } = await payableCustomer({ app, admin }, '500')
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const asked_for = async (amount: string) =>
      (await ask({ external_id: `c-${++asked}`, customer_id, amount, account })).body.results.id
    const [first, later] = [await asked_for('200'), await asked_for('300')]
    const send = (to: string, given?: unknown) =>
      app.call('POST', `/api/admin/${to}`, { as: admin, body: given })
    await send(`customer-withdrawals/${later}/approve`)
    await send(`customer-withdrawals/${later}/pay`, { bank_reference: 'FT-2' })
    const refused = await send(`customers/${customer_id}/erase`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This customer cannot be erased yet. A withdrawal of theirs is under way',
    ])
    const shown = await app.call('GET', `/api/admin/customer-withdrawals/${first}`, { as: admin })
    expect(shown.body.results.account_title).toBe('Sana Malik')
  })

  test('a customer’s record shows the wallet, what is being paid out of it, and each withdrawal', async () => {
    const { id } = await payableCustomer({ app, admin }, '500')
    const record = async () =>
      (await app.call('GET', `/api/admin/customers/${id}`, { as: admin })).body.results.wallet
    expect(await record()).toMatchObject({ balance: '500', in_progress: '0', withdrawals: [] })
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const of = '/api/admin/customer-withdrawals'
    const ask_ = (amount: string) =>
      app.call('POST', of, { as: admin, body: { owner_id: id, amount, account } })
    const first = (await ask_('200')).body.results
    const second = (await ask_('100')).body.results
    expect((await ask_('201')).status).toBe(409)
    await app.call('POST', `${of}/${first.id}/decline`, { as: other, body: { reason: 'Another account' } })
    expect(await record()).toMatchObject({
      balance: '400',
      in_progress: '100',
      withdrawals: [
        { id: second.id, number: second.number, amount: '100', status: 'requested' },
        { id: first.id, number: first.number, amount: '200', status: 'declined' },
      ],
    })
  })

  test('is one withdrawal if its answer is lost and it is sent again, and its id is of no other', async () => {
    const { id: owner_id } = await vendor('1000')
    const body = { id: uuidv7(), owner_id, amount: '400', note: 'By phone' }
    const send = (given: object = {}) => app.call('POST', path, { as: admin, body: { ...body, ...given } })
    const [first, again] = await Promise.all([send(), send()])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.results).toEqual(first.body.results)
    expect(await availableOf(owner_id)).toBe('60000')
    const other = await vendor('1000')
    for (const changed of [{ amount: '401' }, { owner_id: other.id }])
      expect((await send(changed)).status).toBe(409)
    expect([await availableOf(owner_id), await availableOf(other.id)]).toEqual(['60000', '100000'])
  })

  test('who may look at customers and not pay them asks for nothing on their behalf', async () => {
    const { id } = await payableCustomer({ app, admin }, '500')
    const looker = await app.person(['Customer: view'])
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const body = { owner_id: id, amount: '100', account }
    const answer = await app.call('POST', '/api/admin/customer-withdrawals', { as: looker, body })
    expect(answer.status).toBe(403)
    expect((await readBalances(app.database.db, [id])).get(id)?.wallet).toBe(50_000n)
  })

  test('a customer who is erased leaves amounts and days, no name and no account, in a closed run too', async () => {
    const { id: customer_id } = await payableCustomer({ app, admin }, '500')
    await app.database.pool.query("update customers set username = 'Zarghuna Achakzai' where id = $1", [
      customer_id,
    ])
    const shown = await app.call('GET', `/api/admin/customers/${customer_id}`, { as: admin })
    const { email } = shown.body.results
    const account = { account_title: 'Zubaida Khanum', ibn_number: someIban() }
    const note = 'For Shakeela, please'
    const asked_for = await ask({ external_id: `c-${++asked}`, customer_id, amount: '500', account, note })
    const { id } = asked_for.body.results
    const send = (to: string, given?: unknown) =>
      app.call('POST', `/api/admin/${to}`, { as: admin, body: given })
    await send(`customer-withdrawals/${id}/approve`)
    // What was written of them beside a run that did not pay them goes as well, and they stay excluded from it.
    const someone = await payableCustomer({ app, admin }, '300')
    const theirs = {
      ...{ external_id: `c-${++asked}`, customer_id: someone.id, amount: '300' },
      account: { account_title: 'Sana Malik', ibn_number: someIban() },
    }
    await send(`customer-withdrawals/${(await ask(theirs)).body.results.id}/approve`)
    const earlier = (await send('customer-payouts')).body.results.id
    const excluded = `customer-payouts/${earlier}/lines/${id}/exclude`
    expect((await send(excluded, { reason: 'Gulalai asked to wait' })).status).toBe(200)
    expect((await send(`customer-payouts/${earlier}/close`)).status).toBe(200)
    const run = (await send('customer-payouts')).body.results.id
    expect((await send(`customer-payouts/${run}/close`)).status).toBe(200)
    const made = await send(`customer-payouts/${run}/file`)
    expect([made.status, made.body]).toEqual([200, expect.stringContaining(account.ibn_number)])
    expect((await send(`customers/${customer_id}/erase`)).status).toBe(409)
    const { number } = asked_for.body.results
    const answer = new FormData()
    const said = `reference,status,bank reference,reason\n${number},paid,FT-1,Credited to Zubaida\n`
    answer.append('file', new Blob([said]), 'answer.csv')
    const checked = await send(`customer-payouts/${run}/answer/check`, answer)
    const booked = await send(`customer-payouts/${run}/answer?seen=${checked.body.results.seen}`, answer)
    expect([booked.status, booked.body.results.answers]).toMatchObject([200, [{ outcome: 'paid' }]])
    const statement = `/api/admin/customer-money/${customer_id}/statement/export`
    expect((await app.call('GET', statement, { as: admin })).status).toBe(200)
    const told = await app.call('POST', `/api/admin/customers/${customer_id}/export`, { as: admin })
    expect(told.body.results.withdrawals).toMatchObject([{ amount: '500', ibn_number: account.ibn_number }])
    expect((await send(`customers/${customer_id}/erase`)).status).toBe(200)
    const { rows } = await app.database.pool.query(
      `select concat((select string_agg(w::text, '') from withdrawals w), (select string_agg(l::text, '') from payout_lines l),
        (select string_agg(b::text, '') from payout_answers b),
        (select string_agg(a::text, '') from audit_log a)) as everything,
        (select amount::text from withdrawals where id = $1) as amount`,
      [id],
    )
    expect(rows[0].amount).toBe('50000')
    for (const gone of ['Zubaida', 'Zarghuna', 'Shakeela', email])
      expect(rows[0].everything).not.toContain(gone)
    const lines = await app.database.pool.query(
      'select excluded_why from payout_lines where run_id = $1 and withdrawal_id = $2',
      [earlier, id],
    )
    expect(lines.rows).toEqual([{ excluded_why: 'The reason was erased' }])
    // The bank file of the closed run can be had as before, without whom it paid and where.
    const file = await send(`customer-payouts/${run}/file?version=1`)
    expect([file.status, file.body]).toEqual([200, expect.stringMatching(/Erased customer,,500,W-\d+\r\n/)])
    const { rows: reveals } = await app.database.pool.query(
      "select after->>'account_numbers' as n from audit_log where subject_id = $1 and action = 'export'",
      [customer_id],
    )
    expect(reveals).toEqual([{ n: '1' }])
  })
})
