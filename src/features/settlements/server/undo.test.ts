import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { fileOf, type Parcel, row, settlementDesk } from '#testing/settlement-desk.ts'

/** The whole run has 20 of each; what a change runs each time is a sample of it. */
const attempts = Number(process.env.MUNSHI_PAYOUT_ATTEMPTS ?? 2)

let app: TestApp
let admin: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await ledgerFaults(rowsOf)).toEqual([])
})

const path = '/api/admin/settlements'
const { send, rowsOf, parcel, look, settle, deliver, judge, settleRows, ledgerOf, partOf } = settlementDesk(
  () => ({ app, admin }),
)
const undo = ({ id }: { id: string }, as = admin, reason = 'The wrong statement') =>
  send('POST', `${path}/${id}/undo`, { reason }, as)
/** What an undo must bring back of an order: where its money is, and what its part says. */
const standing = async (parcel: Parcel) => {
  const { courier_cash, settlement } = await partOf(parcel)
  return { ledger: await ledgerOf(parcel.id), courier_cash, settlement }
}
const read = async ({ id }: { id: string }) => (await send('GET', `${path}/${id}`)).body.results

describe('a settlement that is undone', () => {
  test('is as if it had never been, and its statement and payment can be imported again', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const parcels = [await parcel('1200'), await parcel('900'), await parcel('500')]
      const [exact, short, over] = parcels as [Parcel, Parcel, Parcel]
      const before = await Promise.all(parcels.map(standing))
      const cash = (await send('GET', `${path}/couriers`)).body.results
      const file = fileOf(row(exact, 1200, 150), row(short, 800, 150), row(over, 520), 'LE-NOBODY,M-1,1,0,1,')
      const reference = `IBFT-UNDO-${n}`
      const made = (await settle(file, { reference })).body.results
      expect([made.settled, made.open, made.stays_why]).toEqual([3, 2, ''])
      const undone = await undo(made)
      expect(undone.status).toBe(200)
      expect(undone.body.results).toMatchObject({
        ...{ open: 0, undone_why: 'The wrong statement', undone_by_name: expect.stringContaining('Person') },
        undone_at: expect.any(String),
      })
      expect(await Promise.all(parcels.map(standing))).toEqual(before)
      expect((await send('GET', `${path}/couriers`)).body.results).toEqual(cash)
      const audit = await rowsOf(
        'select action, reason from audit_log where subject_id = $1 order by at, id',
        [made.id],
      )
      expect(audit).toEqual([
        { action: 'import settlement', reason: null },
        { action: 'undo settlement', reason: 'The wrong statement' },
      ])
      expect((await read(made)).history).toMatchObject([
        {
          actor_name: `Person ${admin.id.slice(-6)}`,
          action: 'undo settlement',
          reason: 'The wrong statement',
        },
        { action: 'import settlement', after: { reference } },
      ])
      const twice = await undo(made)
      expect([twice.status, twice.body.message]).toEqual([409, expect.stringMatching(/was undone by Person/)])
      const again = await settle(file, { reference })
      expect([again.status, again.body.results.settled]).toEqual([201, 3])
    }
  })

  test('opens the difference again that it had brought, and only after that the earlier one is undone', async () => {
    const one = await parcel('1000')
    const fresh = await standing(one)
    const first = (await settle(fileOf(row(one, 700)))).body.results
    const short = await standing(one)
    const second = (await settle(fileOf(row(one, 300)))).body.results
    expect((await read(first)).open).toBe(0)
    expect((await read(first)).stays_why).toMatch(
      new RegExp(`${second.number} settled order ${one.number} since: undo it first`),
    )
    const refused = await undo(first)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(second.number)])
    expect((await undo(second)).status).toBe(200)
    expect(await standing(one)).toEqual(short)
    expect(await read(first)).toMatchObject({ open: 1, open_gap: '-300', stays_why: '' })
    expect((await undo(first)).status).toBe(200)
    expect(await standing(one)).toEqual(fresh)
  })

  test('is refused once a difference of it was accepted, and nothing changes', async () => {
    const one = await parcel('1000')
    const made = (await settle(fileOf(row(one, 900)))).body.results
    await send('POST', `${path}/${made.id}/rows/${made.lines[0].id}/accept`, { reason: 'No change' })
    const before = [await read(made), await standing(one)]
    const refused = await undo(made)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/The difference of order .* was accepted by Person/),
    ])
    expect([await read(made), await standing(one)]).toEqual(before)
  })

  test('goes with the rows that were settled after their delivery, and with nothing else', async () => {
    const parcels = [await parcel('1200'), await parcel('900'), await parcel('800', { steps: [] })]
    const [exact, short, late] = parcels as [Parcel, Parcel, Parcel]
    const file = fileOf(row(exact, 1200, 150), row(short, 850), row(late, 780, 90))
    const before = [await standing(exact), await standing(short)]
    const reference = 'IBFT-LATE'
    const made = (await settle(file, { reference })).body.results
    expect(made.settled).toBe(2)
    await deliver(late)
    const collected = await standing(late)
    expect(collected).toMatchObject({ courier_cash: '800', settlement: null })
    const settled = (await settleRows(made)).body.results
    // The delivery came after the import, and is no reason to keep it.
    expect([settled.settled, settled.open, settled.stays_why]).toEqual([3, 2, ''])
    const undone = await undo(made)
    expect([undone.status, undone.body.results.open]).toEqual([200, 0])
    expect([await standing(exact), await standing(short), await standing(late)]).toEqual([
      ...before,
      collected,
    ])
    const again = await settle(file, { reference })
    expect([again.status, again.body.results.settled]).toEqual([201, 3])
  })

  test('gives a part back to the settlement that settled it last, though another was imported last', async () => {
    const one = await parcel('1000', { steps: [] })
    const first = (await settle(fileOf(row(one, 50)))).body.results
    await deliver(one)
    const fresh = await standing(one)
    const second = (await settle(fileOf(row(one, 900)))).body.results
    const short = await standing(one)
    await settleRows(first)
    const shorter = await standing(one)
    expect(shorter).toMatchObject({ courier_cash: '50', settlement: { id: first.id } })
    const third = (await settle(fileOf(row(one, 50, 1)))).body.results
    for (const earlier of [first, second]) {
      expect((await undo(earlier)).body.message).toContain(
        `${third.number} settled order ${one.number} since`,
      )
    }
    expect((await undo(third)).status).toBe(200)
    expect(await standing(one)).toEqual(shorter)
    expect(await read(first)).toMatchObject({ open: 1, open_gap: '-50', stays_why: '' })
    expect((await undo(second)).body.message).toContain(`${first.number} settled order ${one.number} since`)
    expect((await undo(first)).status).toBe(200)
    expect(await standing(one)).toEqual(short)
    expect(await read(second)).toMatchObject({ open: 1, open_gap: '-100', stays_why: '' })
    expect((await undo(second)).status).toBe(200)
    expect(await standing(one)).toEqual(fresh)
  })

  test('at the moment at which its rows are settled takes all of them back, or none', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const parcels = [await parcel('1200'), await parcel('800', { steps: [] })]
      const [exact, late] = parcels as [Parcel, Parcel]
      const made = (await settle(fileOf(row(exact, 1200), row(late, 800)))).body.results
      await deliver(late)
      const collected = await standing(late)
      const { seen } = (await judge(made)).body.results
      const [undone, settled] = await Promise.all([undo(made), settleRows(made, { seen, as: other })])
      for (const { status } of [undone, settled]) expect([200, 409]).toContain(status)
      expect([undone.status, settled.status]).toContain(200)
      if (undone.status !== 200) {
        expect((await partOf(late)).settlement.id).toBe(made.id)
        continue
      }
      expect(await standing(late)).toEqual(collected)
      expect((await standing(exact)).settlement).toBeNull()
    }
  })

  test('by several at once is undone once; with who brings or accepts its difference one of both is done', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const one = await parcel('1000')
      const made = (await settle(fileOf(row(one, 900)))).body.results
      const later = fileOf(row(one, 100))
      const { seen } = (await look(later)).body.results
      const [first, second, brought, accepted] = await Promise.all([
        undo(made),
        undo(made, other),
        settle(later, { seen }),
        send('POST', `${path}/${made.id}/rows/${made.lines[0].id}/accept`, { reason: 'No change' }, other),
      ])
      const done = [first, second, brought, accepted].filter(({ status }) => status < 300)
      expect(done).toHaveLength(1)
      for (const { status } of [first, second, brought, accepted]) expect([200, 201, 409]).toContain(status)
    }
  })

  test('needs a reason, the permission to decide and a settlement', async () => {
    const one = await parcel('100')
    const made = (await settle(fileOf(row(one, 100)))).body.results
    expect((await undo(made, admin, ' ')).status).toBe(422)
    expect((await undo(made, await app.person(['Orders: view']))).status).toBe(403)
    expect((await undo({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await read(made)).undone_at).toBe(null)
  })
})
