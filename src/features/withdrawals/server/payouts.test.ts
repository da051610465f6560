import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { karachiDay } from '#kit/contract/day.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor, requestedWithdrawal, someIban } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

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

const runs = '/api/admin/vendor-payouts'
const expectRefused = refusing(() => app)
const send = (method: string, path: string, body?: unknown, as = admin) =>
  app.call(method, path, { as, body })

/** A vendor with an approved withdrawal. */
async function approved(amount = '400') {
  const vendor = await payableVendor({ app, admin }, '1000')
  const withdrawal = await requestedWithdrawal(app, vendor.id, amount)
  await send('POST', `/api/admin/vendor-withdrawals/${withdrawal.id}/approve`)
  return { vendor, withdrawal }
}
async function opened() {
  const answer = await send('POST', runs)
  expect(answer.status).toBe(201)
  return answer.body.results
}
/** A closed run of these withdrawals and whatever waited. */
async function closed() {
  const { id } = await opened()
  const answer = await send('POST', `${runs}/${id}/close`)
  expect(answer.status).toBe(200)
  return answer.body.results
}
const lineOf = (run: { lines: { withdrawal_id: string }[] }, { id }: { id: string }) =>
  run.lines.find((line) => line.withdrawal_id === id)

describe('a payout run', () => {
  test('collects what is approved, keeps out by rule with the reason, and closes without those', async () => {
    const good = await approved()
    const disabled = await approved()
    const changing = await approved()
    const plain = await payableVendor({ app, admin }, '1000')
    await send('POST', `/api/admin/sellers/${disabled.vendor.id}/disable`, { reason: 'Fake goods' })
    const { body } = changing.vendor
    const shop = { ...body.shop, shop_ntn: '7654321' }
    await app.call('POST', '/api/intake/sellers', { as: key, body: { ...body, shop } })
    await requestedWithdrawal(app, plain.id)
    const run = await opened()
    expect(lineOf(run, good.withdrawal)).toMatchObject({ excluded_why: '', amount: '400' })
    expect(lineOf(run, disabled.withdrawal)).toMatchObject({
      excluded_why: 'The vendor is disabled: payouts are stopped',
      excluded_by_name: '',
    })
    expect(lineOf(run, changing.withdrawal)).toMatchObject({
      excluded_why: 'A change of bank or identity data waits for a decision',
    })
    expect(run.lines).toHaveLength(3)
    expect(run).toMatchObject({ count: 1, total: '400' })

    // By rule, nobody takes it back in.
    const forced = await send('POST', `${runs}/${run.id}/lines/${disabled.withdrawal.id}/include`)
    expect(forced.status).toBe(409)
    const answer = await send('POST', `${runs}/${run.id}/close`)
    expect(answer.body.results).toMatchObject({ status: 'closed', count: 1 })

    // What was kept out waits for the next one.
    await send('POST', `/api/admin/sellers/${disabled.vendor.id}/enable`)
    const next = await opened()
    expect(lineOf(next, disabled.withdrawal)).toMatchObject({ excluded_why: '' })
    expect(lineOf(next, good.withdrawal)).toBeUndefined()
    await send('POST', `${runs}/${next.id}/close`)
  })

  test('keeps out by hand with a reason, takes back, and adds what was approved since', async () => {
    const one = await approved()
    const run = await opened()
    const path = `${runs}/${run.id}/lines/${one.withdrawal.id}`
    expect((await send('POST', `${path}/exclude`, { reason: ' ' })).status).toBe(422)
    const out = await send('POST', `${path}/exclude`, { reason: 'Asked to wait' })
    expect(lineOf(out.body.results, one.withdrawal)).toMatchObject({ excluded_why: 'Asked to wait' })
    expect((await send('POST', `${runs}/${run.id}/close`)).status).toBe(409)
    await send('POST', `${path}/include`, undefined, other)
    // The line itself forgets that it was ever out.
    const { lines, history } = (await send('GET', `${runs}/${run.id}`)).body.results
    expect(lineOf({ lines }, one.withdrawal)).toMatchObject({ excluded_why: '', excluded_by_name: '' })
    expect(history).toMatchObject([
      { actor_name: `Person ${other.id.slice(-6)}`, action: 'include in payout run' },
      {
        actor_name: `Person ${admin.id.slice(-6)}`,
        action: 'exclude from payout run',
        reason: 'Asked to wait',
        after: { withdrawal: one.withdrawal.number },
      },
      { action: 'open payout run' },
    ])
    const two = await approved()
    const more = await send('POST', `${runs}/${run.id}/collect`)
    expect(lineOf(more.body.results, two.withdrawal)).toBeDefined()
    expect(more.body.results.count).toBe(2)
    // Declined meanwhile: found out when it is closed.
    await send('POST', `/api/admin/vendor-withdrawals/${two.withdrawal.id}/decline`, { reason: 'No' }, other)
    const done = await send('POST', `${runs}/${run.id}/close`)
    expect(done.body.results.count).toBe(1)
    expect(lineOf(done.body.results, two.withdrawal)).toMatchObject({
      excluded_why: 'The withdrawal is declined now',
    })
  })

  test('takes only what was requested until a day, also when it collects again, and says so', async () => {
    const early = await approved()
    const lastDay = karachiDay(app.clock.now())
    app.clock.move(24 * 3_600_000)
    // Nobody stays signed in for so long.
    admin = await app.person()
    other = await app.person()
    const late = await approved()
    const run = (await send('POST', `${runs}?requested_until=${lastDay}`)).body.results
    expect(run).toMatchObject({ requested_until: lastDay, count: 1 })
    expect(lineOf(run, early.withdrawal)).toBeDefined()
    expect(lineOf(run, late.withdrawal)).toBeUndefined()
    const again = await send('POST', `${runs}/${run.id}/collect`)
    expect(lineOf(again.body.results, late.withdrawal)).toBeUndefined()
    const done = await send('POST', `${runs}/${run.id}/close`)
    expect(done.body.results).toMatchObject({ requested_until: lastDay, count: 1 })
    const { rows } = await app.database.pool.query(
      "select after from audit_log where action = 'open payout run' and subject_id = $1",
      [run.id],
    )
    expect(rows[0].after).toMatchObject({ requested_until: lastDay })
    // What came later waits for the next one.
    const next = await opened()
    expect(next.requested_until).toBeNull()
    expect(lineOf(next, late.withdrawal)).toBeDefined()
    expect((await send('POST', `${runs}/${next.id}/close`)).status).toBe(200)
    await expectRefused(422, () => send('POST', `${runs}?requested_until=2026-02-30`))
  })

  test('is not opened with a day up to which nothing waits, and that is said at the day', async () => {
    const { withdrawal } = await approved()
    const { body } = await expectRefused(422, /^No approved withdrawal is waiting/, () =>
      send('POST', `${runs}?requested_until=2020-01-01`),
    )
    expect(body.errors).toMatchObject([{ path: 'requested_until', message: body.message }])
    // Nothing was opened that would keep others from it.
    const run = await opened()
    expect(lineOf(run, withdrawal)).toMatchObject({ excluded_why: '' })
    expect((await send('POST', `${runs}/${run.id}/close`)).status).toBe(200)
  })

  test('that is open is discarded, also if every payment is excluded, and the next one collects all of them', async () => {
    const made = [await approved('400'), await approved('300')]
    const run = await opened()
    const path = `${runs}/${run.id}`
    for (const { withdrawal } of made) {
      const excluded = `${path}/lines/${withdrawal.id}/exclude`
      expect((await send('POST', excluded, { reason: 'Asked to wait' })).status).toBe(200)
    }
    await expectRefused(409, 'This run has no payments', () => send('POST', `${path}/close`))
    await expectRefused(409, /is open: close or discard it first$/, () => send('POST', runs))
    // Who read it before the payments were excluded looks at it again first.
    await expectRefused(412, () =>
      app.call('DELETE', path, { as: other, headers: { 'if-match': `"v${run.version}"` } }),
    )
    await expectRefused(404, () => send('DELETE', `/api/admin/customer-payouts/${run.id}`))
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('GET', path)).status).toBe(404)
    expect((await send('DELETE', path)).status).toBe(404)
    const { rows } = await app.database.pool.query(
      "select subject_name, before from audit_log where action = 'discard payout run' and subject_id = $1",
      [run.id],
    )
    expect(rows).toEqual([
      { subject_name: run.number, before: expect.objectContaining({ status: 'open', withdrawals: 0 }) },
    ])
    for (const { withdrawal } of made) {
      const { body } = await send('GET', `/api/admin/vendor-withdrawals/${withdrawal.id}`)
      expect(body.results).toMatchObject({ status: 'approved', run: null, standing: { held_by_run: '' } })
    }
    const next = await opened()
    expect(next.number).not.toBe(run.number)
    for (const { withdrawal } of made) expect(lineOf(next, withdrawal)).toMatchObject({ excluded_why: '' })
    expect((await send('POST', `${runs}/${next.id}/close`)).status).toBe(200)
  })

  test('that is closed is not discarded, neither before its bank file was made nor after', async () => {
    await approved()
    const run = await closed()
    const refuse = () =>
      expectRefused(409, /was closed by Person .* and cannot change$/, () =>
        send('DELETE', `${runs}/${run.id}`),
      )
    await refuse()
    const file = await send('POST', `${runs}/${run.id}/file`)
    await refuse()
    expect((await send('POST', `${runs}/${run.id}/file`)).body).toBe(file.body)
  })

  test('that is discarded and closed at once is one of the two, and no payment is lost', async () => {
    const { withdrawal } = await approved()
    const { id } = await opened()
    const [discarding, closing] = await Promise.all([
      send('DELETE', `${runs}/${id}`),
      send('POST', `${runs}/${id}/close`, undefined, other),
    ])
    const ends = [discarding.status, closing.status]
    expect([
      [204, 404],
      [409, 200],
    ]).toContainEqual(ends)
    if (closing.status !== 200) expect(lineOf(await closed(), withdrawal)).toBeDefined()
  })

  test('is not closed by who read it before somebody kept a payment out', async () => {
    const [one, two] = [await approved(), await approved()]
    const run = await opened()
    const out = await send('POST', `${runs}/${run.id}/lines/${one.withdrawal.id}/exclude`, {
      reason: 'Waits',
    })
    const close = (version: number) =>
      app.call('POST', `${runs}/${run.id}/close`, { as: other, headers: { 'if-match': `"v${version}"` } })
    const refused = await close(run.version)
    expect([refused.status, refused.body.results.count]).toEqual([412, 1])
    expect((await send('GET', `${runs}/${run.id}`)).body.results.status).toBe('open')
    const done = await close(out.body.results.version)
    expect([done.status, done.body.results.count]).toEqual([200, 1])
    expect(lineOf(done.body.results, two.withdrawal)).toMatchObject({ excluded_why: '' })
    // What was kept out waits for the next run.
    await closed()
  })

  test('is not closed while it would pay what was excluded, or to another account, until the list is refreshed', async () => {
    const [waiting, moving] = [await approved('400'), await approved('300')]
    /** A change of the bank account of a vendor, and its acceptance by two people. */
    const asks = async ({ vendor: { body } }: typeof waiting, ibn_number = someIban()) => {
      const shop = { ...body.shop, ibn_number }
      await app.call('POST', '/api/intake/sellers', { as: key, body: { ...body, shop } })
      return ibn_number
    }
    const accept = async ({ vendor: { id } }: typeof waiting) => {
      const { change } = (await send('GET', `/api/admin/sellers/${id}`)).body.results
      for (const as of [admin, other])
        expect(
          (await send('POST', `/api/admin/sellers/${id}/changes/${change.id}/accept`, {}, as)).status,
        ).toBe(200)
    }
    const newer = await asks(waiting)
    const run = await opened()
    expect(run.count).toBe(1)
    const close = ({ version }: { version: number }) =>
      app.call('POST', `${runs}/${run.id}/close`, { as: admin, headers: { 'if-match': `"v${version}"` } })
    const refresh = async () => (await send('POST', `${runs}/${run.id}/collect`)).body.results
    const expectStale = async (seen: { version: number }, words: string) => {
      const { status, body } = await close(seen)
      expect([status, body.message, body.results?.status]).toEqual([
        412,
        expect.stringContaining(words),
        'open',
      ])
      expect((await send('GET', `${runs}/${run.id}`)).body.results).toEqual(body.results)
    }
    await accept(waiting)
    await expectStale(run, `${waiting.withdrawal.number} is no longer excluded`)
    const refreshed = await refresh()
    expect(refreshed.count).toBe(2)

    const later = await asks(moving)
    await accept(moving)
    await expectStale(refreshed, `${moving.withdrawal.number} would be paid to another account`)
    const last = await refresh()
    // Who has not seen the refreshed list closes nothing.
    expect((await close(refreshed)).status).toBe(412)
    expect((await close(last)).body.results).toMatchObject({ status: 'closed', count: 2, total: '700' })
    const { body } = await send('POST', `${runs}/${run.id}/file`)
    for (const iban of [newer, later]) expect(body).toContain(iban)
  })

  test('is one at a time, also when eight open one at once', async () => {
    await approved()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', runs)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const run = answers.find(({ status }) => status === 201)?.body.results
    await send('POST', `${runs}/${run.id}/close`)
  })

  test('that is closed never changes: not by a call, and not in the database', async () => {
    const { withdrawal } = await approved()
    const run = await closed()
    const again = await send('POST', `${runs}/${run.id}/close`, undefined, other)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('was closed by Person')
    const path = `${runs}/${run.id}/lines/${withdrawal.id}/exclude`
    expect((await send('POST', path, { reason: 'Too late' })).status).toBe(409)
    const query = (text: string) => app.database.pool.query(text, [run.id])
    for (const text of [
      "update payout_runs set status = 'open' where id = $1",
      'delete from payout_runs where id = $1',
      "update payout_lines set account_title = 'Another' where run_id = $1",
      'delete from payout_lines where run_id = $1',
      'insert into payout_lines (run_id, withdrawal_id) select $1, id from withdrawals limit 1',
    ]) {
      await expect(query(text)).rejects.toThrow(/closed|violates/)
    }
    await send('POST', `${runs}/${run.id}/file`)
    for (const text of [
      'update payout_files set version = 9 where run_id = $1',
      'delete from payout_files where run_id = $1',
      'delete from payout_file_lines where file_id = (select id from payout_files where run_id = $1)',
    ]) {
      await expect(query(text)).rejects.toThrow(/not changed/)
    }
    // In a bank file: only the bank's answer ends it.
    const declined = await send('POST', `/api/admin/vendor-withdrawals/${withdrawal.id}/decline`, {
      reason: 'No',
    })
    expect(declined.status).toBe(409)
  })

  test('gives the bank its file with names, numbers in full and amounts, and writes it down', async () => {
    const { vendor, withdrawal } = await approved('399.50')
    const trap = await payableVendor({ app, admin }, '1000', {})
    await app.database.pool.query("update vendors set account_title = '=cmd()' where id = $1", [trap.id])
    const second = await requestedWithdrawal(app, trap.id, '10')
    await send('POST', `/api/admin/vendor-withdrawals/${second.id}/approve`)
    const { id } = await opened()
    expect((await send('POST', `${runs}/${id}/file`)).status).toBe(409)
    await send('POST', `${runs}/${id}/close`)
    const file = await send('POST', `${runs}/${id}/file`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const iban = vendor.body.shop?.ibn_number
    expect(file.body).toContain(`${vendor.body.shop?.account_title},${iban},399.50,${withdrawal.number}\r\n`)
    expect(file.body).toContain("'=cmd(),")
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from audit_log where subject_id = $1 and action = 'make bank file'",
      [id],
    )
    expect(rows[0].n).toBe(1)
    const shown = await send('GET', `${runs}/${id}`)
    expect(JSON.stringify(shown.body)).not.toContain(iban)
  })

  test('that was closed pays the account of that moment or nobody: its file stays, and no other account is in one', async () => {
    const { vendor } = await approved()
    const run = await closed()
    const first = await send('POST', `${runs}/${run.id}/file`)
    expect(first.body).toContain(vendor.body.shop?.ibn_number)
    await app.database.pool.query(
      "update vendors set ibn_number_sealed = null, account_title = 'X' where id = $1",
      [vendor.id],
    )
    expect((await send('POST', `${runs}/${run.id}/file`)).status).toBe(409)
    expect((await send('POST', `${runs}/${run.id}/file?version=1`)).body).toBe(first.body)
  })
})
