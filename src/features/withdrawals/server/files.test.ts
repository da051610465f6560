import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor, someIban } from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { payoutDesk } from '#testing/payouts.ts'

/** The whole run has 20 of each; what a change runs each time is a sample of it. */
const attempts = Number(process.env.MUNSHI_PAYOUT_ATTEMPTS ?? 2)

let app: TestApp
let admin: TestPerson
let desk: ReturnType<typeof payoutDesk>
let vendor: Awaited<ReturnType<typeof payableVendor>>

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  desk = payoutDesk(app, admin)
  vendor = await payableVendor({ app, admin }, '1000000')
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await ledgerFaults(async (query) => (await app.database.pool.query(query)).rows)).toEqual([])
})

const path = '/api/admin/vendor-withdrawals'
const ways = [
  ['returned by the bank', 'return', { reason: 'Account closed' }, 'Returned by bank: Account closed'],
  ['paid by hand', 'pay', { bank_reference: 'DIRECT-2' }, 'Paid under DIRECT-2'],
  ['cancelled', 'decline', { reason: 'Asked twice' }, 'Cancelled: Asked twice'],
] as const
const held = (text: string) => [...text.matchAll(/W-\d+/g)].map(([number]) => number)

describe('a bank file', () => {
  test.each(ways)('does not hold what was %s before it was made, and the run says why', async (...way) => {
    const [, verb, body, why] = way
    for (let n = 0; n < attempts; n += 1) {
      const [one, two] = [await desk.approved('90', vendor), await desk.approved('10', vendor)]
      const { id } = await desk.closed()
      await desk.must('POST', `${path}/${one.withdrawal.id}/${verb}`, body)
      const file = await desk.file(id)
      expect([file.status, held(file.body)]).toEqual([200, [two.withdrawal.number]])
      const run = await desk.run(id)
      expect(run.left_out).toMatchObject([
        { reference: one.withdrawal.number, amount: '90', why: expect.stringContaining(why) },
      ])
      expect(run.files).toMatchObject([{ version: 1, replaces: null, count: 1, total: '10' }])
      await desk.must('POST', `${path}/${two.withdrawal.id}/pay`, { bank_reference: `FT-${n}` })
    }
  })

  test.each(ways)(
    'that is made while a payment is %s holds it, or the payment is that; never both',
    async (...way) => {
      const [, verb, body] = way
      const seen = { held: 0, done: 0 }
      for (let n = 0; n < attempts; n += 1) {
        const [one, two] = [await desk.approved('90', vendor), await desk.approved('10', vendor)]
        const { id } = await desk.closed()
        const { version } = await desk.must('GET', `${path}/${one.withdrawal.id}`)
        const act = () =>
          desk.send('POST', `${path}/${one.withdrawal.id}/${verb}`, body, admin, {
            'if-match': `"v${version}"`,
          })
        const calls = [act, () => desk.file(id)]
        const [acted, file] =
          n % 2 === 0
            ? await Promise.all(calls.map((call) => call()))
            : (await Promise.all(calls.toReversed().map((call) => call()))).toReversed()
        expect(file?.status).toBe(200)
        const isHeld = held(file?.body).includes(one.withdrawal.number)
        expect([isHeld, acted?.status === 200]).toEqual([isHeld, !isHeld])
        expect([200, 409, 412]).toContain(acted?.status)
        seen[isHeld ? 'held' : 'done'] += 1
        for (const { withdrawal } of [one, two])
          await desk.send('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: `FT-${n}` })
      }
      expect(seen.held + seen.done).toBe(attempts)
    },
  )

  test('does not hold the payment of a vendor who was disabled after the run was closed, until they are enabled', async () => {
    const stopped = await payableVendor({ app, admin }, '100')
    const [one, two] = [await desk.approved('90', stopped), await desk.approved('10', vendor)]
    const { id } = await desk.closed()
    const seller = `/api/admin/sellers/${stopped.id}`
    await desk.must('POST', `${seller}/disable`, { reason: 'Fake goods' })
    expect(held((await desk.file(id)).body)).toEqual([two.withdrawal.number])
    const run = await desk.run(id)
    expect(run.left_out).toMatchObject([
      { reference: one.withdrawal.number, amount: '90', why: 'The vendor is disabled: payouts are stopped' },
    ])
    expect(run.files).toMatchObject([{ version: 1, is_current: true }])
    await desk.must('POST', `${seller}/enable`)
    expect((await desk.run(id)).files).toMatchObject([{ version: 1, is_current: false }])
    expect(held((await desk.file(id)).body)).toEqual([one.withdrawal.number, two.withdrawal.number])
    expect((await desk.run(id)).left_out).toEqual([])
    for (const { withdrawal } of [one, two])
      await desk.must('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: 'FT-9' })
  })

  test('does not hold a payment while a change of the account waits, nor to the former account once it is accepted', async () => {
    const changing = await payableVendor({ app, admin }, '100')
    const sent = await desk.approved('20', changing)
    const before = await desk.closed()
    const first = await desk.file(before.id)
    const [one, two] = [await desk.approved('30', changing), await desk.approved('10', vendor)]
    const { id } = await desk.closed()
    const ask = async (ibn_number: string) => {
      const body = { ...changing.body, shop: { ...changing.body.shop, ibn_number } }
      const as = await app.intakeKey()
      expect((await app.call('POST', '/api/intake/sellers', { as, body })).status).toBeLessThan(300)
    }
    await ask(someIban())
    const waits = 'A change of bank or identity data waits for a decision'
    expect(await desk.run(id)).toMatchObject({
      due: { count: 1, total: '10' },
      left_out: [{ reference: one.withdrawal.number, amount: '30', why: waits }],
    })
    expect(held((await desk.file(id)).body)).toEqual([two.withdrawal.number])
    // What a bank file holds already may be with the bank, but no other file is made of it.
    expect(await desk.run(before.id)).toMatchObject({
      due: { count: 0 },
      files: [{ version: 1, is_current: false }],
      left_out: [{ reference: sent.withdrawal.number, why: waits }],
    })
    const none = await desk.file(before.id)
    expect([none.status, none.body.message]).toEqual([
      409,
      `${before.number} has no other payments to pay: ${sent.withdrawal.number} waits. ${waits}`,
    ])

    const seller = `/api/admin/sellers/${changing.id}`
    const { change } = await desk.must('GET', seller)
    for (const as of [admin, await app.person()])
      expect((await desk.send('POST', `${seller}/changes/${change.id}/accept`, {}, as)).status).toBe(200)
    const why = 'The vendor has another account since the run was closed.'
    expect(await desk.run(id)).toMatchObject({
      due: { count: 1, total: '10' },
      files: [{ version: 1, is_current: true }],
      left_out: [{ why: `${why} Decline this withdrawal, so that it can be requested again` }],
    })
    expect((await desk.run(before.id)).left_out).toMatchObject([
      {
        why: `${why} If the bank has not paid it, mark it as returned by bank, so that it can be requested again`,
      },
    ])
    expect(held((await desk.file(id)).body)).toEqual([two.withdrawal.number])

    // What the words say is what a person can do.
    await desk.must('POST', `${path}/${one.withdrawal.id}/decline`, { reason: 'Another account' })
    await desk.must('POST', `${path}/${sent.withdrawal.id}/return`, { reason: 'Another account' })
    const again = await desk.approved('50', changing)
    const next = await desk.closed()
    const paid = await desk.file(next.id)
    expect(held(paid.body)).toEqual([again.withdrawal.number])
    expect(paid.body).not.toContain(changing.body.shop?.ibn_number)
    expect(first.body).toContain(changing.body.shop?.ibn_number)
    for (const { withdrawal } of [two, again])
      await desk.must('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: 'FT-9' })
  })

  test('is what a closed run lacks until it is made: before that nothing was sent', async () => {
    const { withdrawal } = await desk.approved('10', vendor)
    const { id } = await desk.closed()
    const listed = async () => {
      const { body } = await desk.send('GET', `${desk.runs}?limit=100`)
      return body.results.find((row: { id: string }) => row.id === id).has_file
    }
    expect([(await desk.run(id)).has_file, await listed()]).toEqual([false, false])
    await desk.file(id)
    expect([(await desk.run(id)).has_file, await listed()]).toEqual([true, true])
    await desk.must('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: 'FT-9' })
  })

  test('is the same bytes while nothing changes, and a newer version names the one it replaces', async () => {
    const [one, two, three] = [
      await desk.approved('30', vendor),
      await desk.approved('20', vendor),
      await desk.approved('10', vendor),
    ]
    const { id, number } = await desk.closed()
    const nameOf = (answer: { headers: Headers }) => answer.headers.get('content-disposition')
    const first = await desk.file(id)
    const again = await Promise.all([desk.file(id), desk.file(id), desk.file(id, await app.person())])
    expect(nameOf(first)).toContain(`${number}-v1.csv`)
    for (const file of again)
      expect([file.status, file.body, nameOf(file)]).toEqual([200, first.body, nameOf(first)])
    expect((await desk.run(id)).files).toHaveLength(1)

    await desk.must('POST', `${path}/${one.withdrawal.id}/return`, { reason: 'Account closed' })
    const outdated = await desk.run(id)
    expect(outdated.files[0]).toMatchObject({ version: 1, is_current: false })
    // Version 1 may be with the bank: what it held is not left out of anything, it is what changed since.
    const second = await desk.file(id)
    expect(held(second.body)).toEqual([two.withdrawal.number, three.withdrawal.number])
    expect(nameOf(second)).toContain(`${number}-v2-replaces-v1.csv`)
    expect((await desk.file(id)).body).toBe(second.body)
    const run = await desk.run(id)
    expect(run.files).toMatchObject([
      { version: 2, replaces: 1, count: 2, total: '30', is_current: true, made_by_name: expect.any(String) },
      { version: 1, replaces: null, count: 3, total: '60', is_current: false },
    ])
    expect(run.left_out).toMatchObject([{ reference: one.withdrawal.number, amount: '30' }])
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_id = $1 and action = 'make bank file' order by at, id",
      [id],
    )
    expect(rows.map(({ after }) => [after.version, after.replaces ?? null, after.withdrawals])).toEqual([
      [1, null, 3],
      [2, 1, 2],
    ])

    for (const { withdrawal } of [two, three])
      await desk.must('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: 'FT-9' })
    const none = await desk.file(id)
    expect([none.status, none.body.message]).toEqual([409, `${number} has no payments left to pay`])
  })

  test('that two make at once after a change is one version', async () => {
    const [one, two] = [await desk.approved('30', vendor), await desk.approved('20', vendor)]
    const { id } = await desk.closed()
    const people = [admin, await app.person(), await app.person()]
    const files = await Promise.all([...people, ...people].map((as) => desk.file(id, as)))
    expect(new Set(files.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect((await desk.run(id)).files).toHaveLength(1)
    for (const { withdrawal } of [one, two])
      await desk.must('POST', `${path}/${withdrawal.id}/pay`, { bank_reference: 'FT-9' })
  })

  test('that holds a payment is the end of cancelling it', async () => {
    const one = await desk.approved('30', vendor)
    const { id } = await desk.closed()
    await desk.file(id)
    const answer = await desk.send('POST', `${path}/${one.withdrawal.id}/decline`, { reason: 'Too late' })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/is in bank file P-\d+ version 1\. Wait for the bank reply/),
    ])
    await desk.must('POST', `${path}/${one.withdrawal.id}/pay`, { bank_reference: 'FT-9' })
  })
})
