import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingCustomer } from '#testing/factories.ts'
import { fileOf, type Parcel, row, settlementDesk } from '#testing/settlement-desk.ts'
import { stateOf } from '#testing/state.ts'
import { workbookOf } from '#testing/workbook.ts'
import type { SettlementRow, StatementRow } from '../contract.ts'

let app: TestApp
let admin: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/settlements'
const { send, rowsOf, parcel, look, settle, deliver, judge, settleRows, ledgerOf, partOf } = settlementDesk(
  () => ({ app, admin }),
)
const outcomesOf = ({ lines }: { lines: StatementRow[] }) => lines.map(({ outcome }) => outcome)

async function expectLedgerWhole() {
  const [found] = await rowsOf(`select (select sum(amount)::text from ledger_lines) as whole,
    (select coalesce(sum(courier_cash), 0)::text from order_parts) as parts,
    (select coalesce(sum(l.amount), 0)::text from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where a.kind = 'courier') as couriers`)
  expect(found.whole).toBe('0')
  expect(found.parts).toBe(found.couriers)
}

describe('looking at a statement', () => {
  test('says of each row what it would do and stores nothing', async () => {
    const exact = await parcel('1200')
    const short = await parcel('900')
    const over = await parcel('500')
    const shipped = await parcel('700', { steps: [] })
    const elsewhere = await parcel('300', { courier: 'TCS' })
    const before = await stateOf(app)
    const file = fileOf(
      row(exact, 1200, 150),
      row(short, 800, 150),
      row(over, 520),
      row(shipped, 700),
      row(elsewhere, 300),
      'LE-NOBODY,M-1,100,0,100,',
      row(exact, 1200, 150),
      'Total,,3620,450,3170,',
    )
    const { status, body } = await look(file)
    expect(status).toBe(200)
    const { lines, ...sums } = body.results
    expect(outcomesOf({ lines })).toEqual([
      'matched',
      'short_paid',
      'over_paid',
      'not_delivered',
      'unknown',
      'unknown',
      'unreadable',
    ])
    expect(lines[1]).toMatchObject({
      expected: '900',
      cash: '800',
      gap: '-100',
      order: { id: short.id, order_number: short.number },
    })
    expect(lines[2].gap).toBe('20')
    expect(lines[4].message).toContain('was shipped with TCS')
    expect(lines[6].message).toContain('is also in row 1')
    expect(sums).toMatchObject({ rows: 7, settled: 3, cash: '2520', fee: '300', net: '2220' })
    expect(await stateOf(app)).toBe(before)
  })

  test.each<[string, (p: Parcel) => string | Buffer]>([
    [
      'semicolons, units and amounts in rupees',
      ({ tracking }) => `sep=;\r\nCN #;COD Amount (PKR)\r\n${tracking};Rs 1,200\r\n`,
    ],
    ['a byte order mark and formulas', ({ tracking }) => `\uFEFFcn no.,cod\n="${tracking}",="1,200/-"\n`],
    [
      'titles above its head',
      ({ tracking }) => `Leopards, Lahore\nStatement\n\nTracking_No,Cash\n${tracking},1200.00\n`,
    ],
    [
      'tabs in UTF-16',
      ({ tracking }) => Buffer.from(`\uFEFFTracking\tCash collected\n${tracking}\tRs. 1200\n`, 'utf16le'),
    ],
    [
      'lower case and spaces',
      ({ tracking }) => `awb,cash\n${tracking.toLowerCase().replace('75', '75 ')},1200`,
    ],
  ])('reads %s', async (_, write) => {
    const own = await parcel('1200')
    const { body } = await look(write(own))
    expect(body.results.lines).toMatchObject([{ outcome: 'matched', cash: '1200', order: { id: own.id } }])
  })

  test('reads a workbook as the same rows in CSV, with numbers and days in its cells', async () => {
    const digits = 25_000_000_000_000 + process.pid
    const [own, short] = [
      await parcel('1200', { tracking: String(digits) }),
      await parcel('900', { tracking: `00${digits + 1}` }),
    ]
    const head = ['CN No.', 'COD Amount (PKR)', 'Delivery Charges', 'GST', 'Delivery Date']
    const day = new Date('2026-01-12T00:00:00+05:00')
    // The tax is the result of a formula, of which the sheet shows two decimals.
    const workbook = await workbookOf([
      ['Leopards, Lahore'],
      head,
      [digits, 1200, 149.85, 23.976, day],
      [short.tracking, 850.5, 150, 24, day],
      ['Total', 2050.5, 299.85, 47.976, ''],
    ])
    const csv = [
      head.join(','),
      `${own.tracking},1200,149.85,23.98,2026-01-12`,
      `${short.tracking},850.50,150,24,2026-01-12`,
    ].join('\n')
    const asWorkbook = await look(workbook)
    expect(asWorkbook.status).toBe(200)
    expect(outcomesOf(asWorkbook.body.results)).toEqual(['matched', 'short_paid'])
    expect(asWorkbook.body.results).toEqual((await look(csv)).body.results)
    // It is one statement, in which form it comes.
    const { number } = (await settle(workbook)).body.results
    const again = await look(csv)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining(`imported as ${number}`),
    ])
    await expectLedgerWhole()
  })

  test('refuses a workbook that is damaged, and one without a head, in words', async () => {
    await parcel('100')
    const workbook = await workbookOf([
      ['Tracking', 'Cash'],
      ['A', 1],
    ])
    const before = await stateOf(app)
    for (const [file, words] of [
      [workbook.subarray(0, 300), /^The file is damaged/],
      [
        await workbookOf([
          ['Name', 'Amount'],
          ['A', 1],
        ]),
        /needs a heading line/,
      ],
    ] as const) {
      const { status, body } = await look(file)
      expect([status, body.message, body.errors[0].path]).toEqual([422, expect.stringMatching(words), 'file'])
    }
    expect(await stateOf(app)).toBe(before)
  })

  test('finds a number whose zeros a spreadsheet has taken, and refuses one that it has rounded', async () => {
    const own = await parcel('1200', { tracking: `00352${process.pid}` })
    const bare = own.tracking.replace(/^0+/, '')
    const { body } = await look(`tracking,cash\n${bare}.00,1200\n3.52E+12,1200\n`)
    expect(body.results.lines).toMatchObject([
      { outcome: 'matched', order: { id: own.id } },
      { outcome: 'unreadable' },
    ])
    expect(body.results.lines[1].message).toContain('rounded this tracking number to 3.52E+12')
  })

  test('finds a part whose tracking number was mistyped by its order number, where the cash is exactly its own', async () => {
    const own = await parcel('1200')
    const [short, shipped, elsewhere] = [
      await parcel('900'),
      await parcel('700', { steps: [] }),
      await parcel('300', { courier: 'TCS' }),
    ]
    const mistyped = (one: Parcel) => ({ ...one, tracking: `X${one.tracking}` })
    const file = fileOf(
      row({ ...mistyped(own), number: own.number.toLowerCase() }, 1200, 150),
      ...[row(mistyped(short), 850), row(mistyped(shipped), 700), row(mistyped(elsewhere), 300)],
    )
    const { lines } = (await look(file)).body.results
    expect(outcomesOf({ lines })).toEqual(['matched', 'unknown', 'unknown', 'unknown'])
    expect(lines[0]).toMatchObject({
      order: { id: own.id },
      expected: '1200',
      message: `Matched by order number. The part has tracking number ${own.tracking}`,
    })
    const { results } = (await settle(file)).body
    expect(results).toMatchObject({ settled: 1, cash: '1200', fee: '150', open: 0 })
    expect(await ledgerOf(own.id)).toEqual({ bank: 105000, courier_fee: 15000 })
    expect(await partOf(own)).toMatchObject({ courier_cash: '0', settlement: { id: results.id } })
    // Once it is settled, a mistyped number says nothing about it any more.
    const again = (await look(fileOf(row(mistyped(own), 1200, 151)))).body.results
    expect(outcomesOf(again)).toEqual(['unknown'])
    await expectLedgerWhole()
  })

  test('does not guess: an amount that reads in two ways and a net that does not add up do nothing', async () => {
    const [a, b] = [await parcel('1200'), await parcel('1200')]
    const { body } = await look(
      `tracking;cash;fee;wht;net\n${a.tracking};1.200;0;0;1200\n${b.tracking};1200;150;24;1000\n`,
    )
    expect(outcomesOf(body.results)).toEqual(['unreadable', 'unreadable'])
    expect(body.results.lines[1].message).toContain('Cash less fee and tax is')
  })

  test('refuses a file without a head, without rows, and a courier that carried nothing', async () => {
    await parcel('100')
    for (const [file, courier, at] of [
      ['name,amount\nA,1\n', 'Leopards', 'file'],
      ['tracking,cash\n', 'Leopards', 'file'],
      ['tracking,cash\nA,1\n', 'Nobody Express', 'courier'],
    ] as const) {
      const { status, body } = await look(file, courier)
      expect([status, body.errors[0].path]).toEqual([422, at])
    }
  })
})

describe('a settlement', () => {
  test('moves the cash to the bank less fee and tax, and the order says so', async () => {
    const own = await parcel('1200')
    expect(await partOf(own)).toMatchObject({ courier_cash: '1200', settlement: null })
    const file = `tracking,cod,delivery charges,gst,income tax,net\n${own.tracking},1200,150,24,12,1014\n`
    const answer = await settle(file, { reference: 'LCS-11-14' })
    expect(answer.status).toBe(201)
    const { results } = answer.body
    expect(results).toMatchObject({ rows: 1, settled: 1, cash: '1200', fee: '174', tax: '12', net: '1014' })
    expect(await ledgerOf(own.id)).toEqual({ bank: 101400, courier_fee: 17400, courier_tax: 1200 })
    expect(await partOf(own)).toMatchObject({
      courier_cash: '0',
      settlement: { id: results.id, reference: 'LCS-11-14', paid_on: '2026-01-14' },
    })
    expect((await partOf(own)).settlement.settled_at).not.toBeNull()
    const [audit] = await rowsOf('select * from audit_log where subject_id = $1', [results.id])
    expect(audit.action).toBe('import settlement')
    await expectLedgerWhole()
  })

  test('books the charges once where the courier writes their total beside them', async () => {
    const own = await parcel('1200')
    const file = `tracking,cod,delivery charges,gst,total charges\n${own.tracking},1200,150,24,174\n`
    const looked = (await look(file)).body.results
    expect(looked).toMatchObject({ settled: 1, fee: '174', net: '1026', stated: '1026' })
    expect((await settle(file)).body.results).toMatchObject({ fee: '174', net: '1026' })
    expect(await ledgerOf(own.id)).toEqual({ bank: 102600, courier_fee: 17400 })
    await expectLedgerWhole()
  })

  test('leaves what is short open, until a person accepts it with a reason', async () => {
    const [exact, short] = [await parcel('1200'), await parcel('900')]
    const { results } = (await settle(fileOf(row(exact, 1200, 100), row(short, 800, 100)))).body
    expect(results).toMatchObject({ open: 1, open_gap: '-100' })
    expect(await ledgerOf(short.id)).toEqual({ bank: 70000, courier: 10000, courier_fee: 10000 })
    const listed = (await send('GET', `${path}?difference=open`)).body.results
    expect(listed.map(({ id }: { id: string }) => id)).toContain(results.id)
    const line = results.lines[1]
    expect(line).toMatchObject({ outcome: 'short_paid', difference: 'open' })
    const accept = `${path}/${results.id}/rows/${line.id}/accept`

    const before = await stateOf(app)
    expect((await send('POST', accept, { reason: ' ' })).status).toBe(422)
    expect(
      (await send('POST', `${path}/${results.id}/rows/${results.lines[0].id}/accept`, { reason: 'So' }))
        .status,
    ).toBe(409)
    expect(await stateOf(app)).toBe(before)

    const reason = 'The rider had no change'
    const answer = await send('POST', accept, { reason })
    expect(answer.body.results.lines[1]).toMatchObject({ difference: 'accepted', closed_why: reason })
    expect(answer.body.results).toMatchObject({ open: 0, open_gap: '0' })
    expect(await ledgerOf(short.id)).toEqual({ bank: 70000, courier_fee: 10000, courier_difference: 10000 })
    expect((await partOf(short)).settlement.settled_at).not.toBeNull()
    // The same click again, and another person with another reason.
    const after = await stateOf(app)
    expect((await send('POST', accept, { reason })).status).toBe(200)
    const late = await send('POST', accept, { reason: 'Mine' }, other)
    expect(late.status).toBe(409)
    expect(late.body.message).toContain('accepted, by Person')
    expect(await stateOf(app)).toBe(after)
    await expectLedgerWhole()
  })

  test('what somebody wrote of a difference has no number in the log, and goes with its customer', async () => {
    const short = await parcel('900')
    const { results } = (await settle(fileOf(row(short, 800, 100)))).body
    const accept = `${path}/${results.id}/rows/${results.lines[0].id}/accept`
    const reason = 'Palwasha had no change, 0300 1234567'
    expect((await send('POST', accept, { reason })).body.results.lines[0].closed_why).toBe(reason)
    const [audit] = await rowsOf(
      "select reason from audit_log where subject_id = $1 and action = 'accept difference'",
      [results.id],
    )
    expect(audit.reason).toMatch(/^Palwasha had no change, /)
    expect(audit.reason).not.toMatch(/1234567/)
    expect((await send('POST', `/api/admin/orders/${short.id}/complete`)).status).toBe(200)
    // Of their own: the other parcels here are on their way to one customer.
    const { id: customer } = await pendingCustomer(app)
    await rowsOf('update orders set customer_id = $2 where id = $1', [short.id, customer])
    expect((await send('POST', `/api/admin/customers/${customer}/erase`)).status).toBe(200)
    const { lines, open } = (await send('GET', `${path}/${results.id}`)).body.results
    expect([lines[0].difference, lines[0].closed_why, open]).toEqual(['accepted', '', 0])
  })

  test('of a later file brings what was missing, and nothing else of it', async () => {
    const short = await parcel('900')
    const first = (await settle(fileOf(row(short, 800)))).body.results
    // The whole again is not what was missing.
    const again = (await look(fileOf(row(short, 900)))).body.results
    expect(again.lines[0]).toMatchObject({ outcome: 'already_settled' })
    expect(again.lines[0].message).toContain(first.number)
    const part = (await settle(fileOf(row(short, 40)))).body.results
    expect(part.lines[0]).toMatchObject({ outcome: 'short_paid', expected: '100', difference: 'open' })
    expect((await send('GET', `${path}/${first.id}`)).body.results.lines[0]).toMatchObject({
      difference: 'settled',
      closed_why: `Brought by ${part.number}`,
    })
    const last = (await settle(fileOf(row(short, 60)))).body.results
    expect(last).toMatchObject({ settled: 1, open: 0 })
    expect(await ledgerOf(short.id)).toEqual({ bank: 90000 })
    expect((await look(fileOf(row(short, 60, 5)))).body.results.lines[0].outcome).toBe('already_settled')
    await expectLedgerWhole()
  })

  test('takes back what came in too much, and keeps it where a person says so', async () => {
    const [back, kept] = [await parcel('500'), await parcel('500')]
    const first = (await settle(fileOf(row(back, 600), row(kept, 600)))).body.results
    expect(first).toMatchObject({ open: 2, open_gap: '200' })
    const second = (await settle(`tracking,cash\n${back.tracking},(100)\n`)).body.results
    expect(second.lines[0]).toMatchObject({ outcome: 'matched', cash: '-100' })
    await send('POST', `${path}/${first.id}/rows/${first.lines[1].id}/accept`, { reason: 'A tip' })
    expect(await ledgerOf(back.id)).toEqual({ bank: 50000 })
    expect(await ledgerOf(kept.id)).toEqual({ bank: 60000, courier_difference: -10000 })
    await expectLedgerWhole()
  })

  test('has the fee of what was paid before and of what came back', async () => {
    const paid = await parcel('500', { paid: true })
    const back = await parcel('500', { steps: ['return'] })
    const { results } = (await settle(fileOf(row(paid, 0, 150), row(back, 0, 90)))).body
    expect(outcomesOf(results)).toEqual(['matched', 'matched'])
    expect(results).toMatchObject({ cash: '0', fee: '240', net: '-240' })
    expect(await ledgerOf(back.id)).toEqual({ bank: -9000, courier_fee: 9000 })
    const again = (await look(fileOf(row(paid, 0, 150), row(back, 0, 91)))).body.results
    expect(outcomesOf(again)).toEqual(['already_settled', 'already_settled'])
  })

  test('is imported once: the same statement, saved again, and the same payment are refused by name', async () => {
    const own = await parcel('1200')
    const first = await settle(fileOf(row(own, 1200)), { reference: 'Once-1' })
    const { number } = first.body.results
    const state = await stateOf(app)
    const saved = `\uFEFFtracking number;cash collected\r\n="${own.tracking}";"Rs 1,200"\r\n`
    const looked = await look(saved, 'Leopards', other)
    expect(looked.status).toBe(409)
    expect(looked.body.message).toMatch(new RegExp(`^This statement was imported as ${number} by Person`))
    expect((await settle(saved, { as: other })).status).toBe(409)
    const next = await parcel('300')
    const fresh = await stateOf(app)
    const paid = await settle(fileOf(row(next, 300)), { reference: 'once-1' })
    expect(paid.status).toBe(409)
    expect(paid.body.message).toContain(`as ${number}`)
    expect(await stateOf(app)).toBe(fresh)
    expect(state).not.toBe(fresh)
  })

  test('is not what was looked at when something has happened since', async () => {
    const own = await parcel('700', { steps: [] })
    const file = fileOf(row(own, 700))
    const { seen } = (await look(file)).body.results
    await send('POST', `/api/admin/orders/${own.id}/parts/${own.part}/deliver`)
    const state = await stateOf(app)
    const answer = await settle(file, { seen })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('Check the file again')
    expect((await settle(file, { paid_on: '2999-01-01' })).status).toBe(422)
    expect(await stateOf(app)).toBe(state)
    expect((await settle(file)).status).toBe(201)
  })

  test('confirmed by four at once is one, and the others are told whose', async () => {
    const own = [await parcel('1200'), await parcel('900')]
    const file = fileOf(...own.map((one, at) => row(one, at === 0 ? 1200 : 850)))
    const { seen } = (await look(file)).body.results
    const answers = await Promise.all(
      [admin, other, admin, other].map((as, at) => settle(file, { seen, reference: `Race-${at}`, as })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.message).toMatch(/^This statement was imported as S-\d+ by Person/)
    }
    expect(await ledgerOf(own[0]?.id ?? '')).toEqual({ bank: 120000 })
    await expectLedgerWhole()
  })

  test('of two files with the same parcels at once settles each parcel once', async () => {
    const own = [await parcel('1200'), await parcel('900'), await parcel('300')]
    const rows = own.map((one) => row(one, Number({ 0: 1200, 1: 900, 2: 300 }[own.indexOf(one)])))
    const files = [fileOf(...rows), fileOf(...rows.slice(0, 2)), fileOf(...rows.slice(1).reverse())]
    const seen = await Promise.all(files.map(async (file) => (await look(file)).body.results.seen))
    const answers = await Promise.all(
      files.map((file, at) => settle(file, { seen: seen[at], as: at === 1 ? other : admin })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    for (const [at, one] of own.entries()) {
      const bank = (await ledgerOf(one.id)).bank ?? 0
      expect([0, [120000, 90000, 30000][at]]).toContain(bank)
    }
    await expectLedgerWhole()
  })

  test('is settled while parcels of it come back, and nobody waits for each other for ever', async () => {
    const own = await Promise.all(['1200', '900', '300', '450'].map((total) => parcel(total)))
    const file = fileOf(...own.map((one, at) => row(one, [1200, 900, 300, 450][at] ?? 0)))
    const { seen } = (await look(file)).body.results
    const answers = await Promise.all([
      settle(file, { seen }),
      ...own.map((one) =>
        send('POST', `/api/admin/orders/${one.id}/parts/${one.part}/return`, { reason: 'Too small' }, other),
      ),
    ])
    expect(answers.map(({ status }) => status).every((status) => [200, 201, 409].includes(status))).toBe(true)
    await expectLedgerWhole()
  })

  test('has a difference accepted, or brought by a later statement, and never both', async () => {
    const own = await Promise.all(Array.from({ length: 8 }, () => parcel('900')))
    const { results } = (await settle(fileOf(...own.map((one) => row(one, 800))))).body
    const files = own.map((one) => fileOf(row(one, 100)))
    const seen = await Promise.all(files.map(async (file) => (await look(file)).body.results.seen))
    const answers = await Promise.all(
      own.flatMap((_, at) => [
        send(
          'POST',
          `${path}/${results.id}/rows/${results.lines[at].id}/accept`,
          { reason: 'Change' },
          other,
        ),
        settle(files[at] ?? '', { seen: seen[at] }),
      ]),
    )
    for (const [at, one] of own.entries()) {
      const [accepted, brought] = answers.slice(at * 2, at * 2 + 2).map(({ status }) => status)
      expect([accepted, brought]).toEqual(accepted === 200 ? [200, 409] : [409, 201])
      const { bank = 0, courier_difference = 0 } = await ledgerOf(one.id)
      expect([bank, courier_difference]).toEqual(accepted === 200 ? [80000, 10000] : [90000, 0])
    }
    await expectLedgerWhole()
  })

  test('gives its differences as a file that no spreadsheet runs', async () => {
    const [exact, short] = [await parcel('1200'), await parcel('900')]
    const { results } = (await settle(fileOf(row(exact, 1200), row(short, 800), '=cmd(),M-1,1,0,1,'))).body
    const file = await send('GET', `${path}/${results.id}/differences`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.body).toContain(`2,${short.tracking},${short.number},`)
    expect(file.body).toContain(',Short-paid,800,900,-100,')
    expect(file.body).not.toContain(exact.tracking)
    expect(file.body).toContain('cmd()')
    expect(file.body).not.toContain(',=cmd()')
  })

  test('is for who decides about orders: others see and change nothing', async () => {
    const own = await parcel('1200')
    const file = fileOf(row(own, 1200))
    const { seen } = (await look(file)).body.results
    const viewer = await app.person(['Orders: view', 'Orders: act'])
    const state = await stateOf(app)
    expect((await look(file, 'Leopards', viewer)).status).toBe(403)
    expect((await settle(file, { seen, as: viewer })).status).toBe(403)
    expect((await send('GET', path, undefined, viewer)).status).toBe(200)
    expect(await stateOf(app)).toBe(state)
  })
})

describe('rows without effect', () => {
  const read = async ({ id }: { id: string }) => (await send('GET', `${path}/${id}`)).body.results

  test('are settled with the same payment once their parts are delivered and their numbers corrected', async () => {
    const [exact, late, typo] = [
      await parcel('1200'),
      await parcel('700', { steps: [] }),
      await parcel('500', { steps: [] }),
    ]
    const right = `Y${typo.tracking}`
    const file = fileOf(
      row(exact, 1200, 150),
      row(late, 650, 100),
      row({ ...typo, tracking: right }, 500, 50),
      '3.52E+12,,80,0,80,',
    )
    const made = (await settle(file)).body.results
    expect(outcomesOf(made)).toEqual(['matched', 'not_delivered', 'unknown', 'unreadable'])
    const before = await stateOf(app)
    const early = (await judge(made)).body.results
    expect(early).toMatchObject({ courier: 'Leopards', rows: 2, settled: 0, cash: '0' })
    const refused = await settleRows(made, { seen: early.seen })
    expect([refused.status, refused.body.message]).toEqual([409, 'None of these rows can be settled now'])
    expect(await stateOf(app)).toBe(before)

    const correct = `/api/admin/orders/${typo.id}/parts/${typo.part}/correct`
    expect((await send('POST', correct, { courier: 'Leopards', tracking_number: right })).status).toBe(200)
    for (const one of [late, typo]) expect((await deliver(one)).status).toBe(200)
    const state = await stateOf(app)
    const looked = (await judge(made)).body.results
    expect(outcomesOf(looked)).toEqual(['short_paid', 'matched'])
    expect(looked).toMatchObject({ rows: 2, settled: 2, cash: '1150', fee: '150', net: '1000' })
    expect(looked.lines[0]).toMatchObject({ row_number: 2, expected: '700', gap: '-50' })
    expect(await stateOf(app)).toBe(state)

    const { status, body } = await settleRows(made, { seen: looked.seen, as: other })
    expect(status).toBe(200)
    const { results } = body
    expect(outcomesOf(results)).toEqual(['matched', 'short_paid', 'matched', 'unreadable'])
    expect(results).toMatchObject({
      ...{ rows: 4, settled: 3, cash: '2350', fee: '300', net: '2050', stated: '2130' },
      ...{ open: 1, open_gap: '-50', stays_why: '' },
    })
    expect(results.lines[1]).toMatchObject({ difference: 'open', expected: '700', order: { id: late.id } })
    expect(results.lines[2]).toMatchObject({ difference: 'none', message: '', order: { id: typo.id } })
    expect(await ledgerOf(late.id)).toEqual({ bank: 55000, courier: 5000, courier_fee: 10000 })
    expect(await ledgerOf(typo.id)).toEqual({ bank: 45000, courier_fee: 5000 })
    for (const one of [late, typo]) expect((await partOf(one)).settlement.id).toBe(made.id)
    const audit = await rowsOf('select action from audit_log where subject_id = $1 order by at, id', [
      made.id,
    ])
    expect(audit.map(({ action }) => action)).toEqual(['import settlement', 'settle more rows'])
    await expectLedgerWhole()

    const again = await settleRows(made, { seen: looked.seen })
    expect([again.status, again.body.message]).toEqual([
      409,
      'The effect of these rows changed since you checked them. Check them again',
    ])
    const accept = `${path}/${made.id}/rows/${results.lines[1].id}/accept`
    expect((await send('POST', accept, { reason: 'The rider had no change' })).status).toBe(200)
    expect(await ledgerOf(late.id)).toEqual({ bank: 55000, courier_fee: 10000, courier_difference: 5000 })
    await expectLedgerWhole()
  })

  test('that another statement had settled are settled once that one is undone', async () => {
    const one = await parcel('1000')
    const first = (await settle(fileOf(row(one, 1000)))).body.results
    const second = (await settle(fileOf(row(one, 1000, 120)))).body.results
    expect(outcomesOf(second)).toEqual(['already_settled'])
    expect((await send('POST', `${path}/${first.id}/undo`, { reason: 'The wrong one' })).status).toBe(200)
    const { results } = (await settleRows(second)).body
    expect(outcomesOf(results)).toEqual(['matched'])
    expect(results).toMatchObject({ settled: 1, cash: '1000', fee: '120', stays_why: '' })
    expect(await ledgerOf(one.id)).toEqual({ bank: 88000, courier_fee: 12000 })
    expect((await partOf(one)).settlement.id).toBe(second.id)
    await expectLedgerWhole()
  })

  test('bring what another statement had left open, and close its difference', async () => {
    const one = await parcel('1000', { steps: [] })
    const early = (await settle(fileOf(row(one, 100)))).body.results
    await deliver(one)
    const short = (await settle(fileOf(row(one, 900)))).body.results
    expect(short.open).toBe(1)
    expect(outcomesOf((await settleRows(early)).body.results)).toEqual(['matched'])
    expect((await read(short)).lines[0]).toMatchObject({
      ...{ difference: 'settled', closed_why: `Brought by ${early.number}` },
    })
    expect(await ledgerOf(one.id)).toEqual({ bank: 100000 })
    await expectLedgerWhole()
  })

  test('that changed since they were looked at are looked at again, and nothing of them is stored', async () => {
    const [late, later] = [await parcel('700', { steps: [] }), await parcel('300', { steps: [] })]
    const made = (await settle(fileOf(row(late, 700), row(later, 300)))).body.results
    await deliver(late)
    const { seen } = (await judge(made)).body.results
    await deliver(later)
    const state = await stateOf(app)
    const refused = await settleRows(made, { seen })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Check them again')])
    expect(await stateOf(app)).toBe(state)
    expect((await settleRows(made)).body.results.settled).toBe(2)
  })

  test('are settled by one of several at once, and the others are refused', async () => {
    const parcels = [await parcel('700', { steps: [] }), await parcel('300', { steps: [] })]
    const [late, later] = parcels as [Parcel, Parcel]
    const made = (await settle(fileOf(row(late, 700), row(later, 300)))).body.results
    for (const one of parcels) await deliver(one)
    const { seen } = (await judge(made)).body.results
    const answers = await Promise.all(
      [admin, other, admin, other].map((as) => settleRows(made, { seen, as })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await read(made)).toMatchObject({ settled: 2, cash: '1000' })
    expect(await ledgerOf(late.id)).toEqual({ bank: 70000 })
    await expectLedgerWhole()
  })

  test('are settled with a later statement of the same parcels or by themselves, and never both', async () => {
    const late = await parcel('700', { steps: [] })
    const made = (await settle(fileOf(row(late, 700)))).body.results
    await deliver(late)
    const { seen } = (await judge(made)).body.results
    const file = fileOf(row(late, 700, 20))
    const looked = (await look(file)).body.results.seen
    const answers = await Promise.all([settleRows(made, { seen }), settle(file, { seen: looked, as: other })])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual(statuses[0] === 200 ? [200, 409] : [409, 201])
    const isFirst = statuses[0] === 200
    expect(await ledgerOf(late.id)).toEqual(isFirst ? { bank: 70000 } : { bank: 68000, courier_fee: 2000 })
    await expectLedgerWhole()
  })

  test('stay as they are in a settlement that was undone, for others, and where there is none', async () => {
    const late = await parcel('700', { steps: [] })
    const made = (await settle(fileOf(row(late, 700)))).body.results
    await deliver(late)
    const viewer = await app.person(['Orders: view', 'Orders: act'])
    const { seen } = (await judge(made)).body.results
    expect((await judge(made, viewer)).status).toBe(403)
    expect((await settleRows(made, { seen, as: viewer })).status).toBe(403)
    expect((await judge({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await settleRows({ id: crypto.randomUUID() }, { seen })).status).toBe(404)
    await send('POST', `${path}/${made.id}/undo`, { reason: 'The wrong one' })
    const state = await stateOf(app)
    for (const refused of [await judge(made), await settleRows(made, { seen })]) {
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringMatching(new RegExp(`^${made.number} was undone by Person`)),
      ])
    }
    expect(await stateOf(app)).toBe(state)
    expect((await partOf(late)).settlement).toBeNull()
  })
})

describe('cash with couriers', () => {
  const cashOf = async (courier: string) =>
    (await send('GET', `${path}/couriers`)).body.results.find(
      (one: { courier: string }) => one.courier === courier,
    )

  test('is told by courier with its age, and each number opens its orders', async () => {
    const courier = `Rider ${process.pid}`
    const old = await parcel('1000', { courier })
    const fresh = await parcel('250', { courier })
    await rowsOf("update order_parts set delivered_at = now() - interval '20 days' where id = $1", [old.part])
    expect(await cashOf(courier)).toMatchObject({
      parts: 2,
      cash: '1250',
      overdue_parts: 1,
      overdue_cash: '1000',
      open: 0,
      last_paid_on: null,
    })
    const ordersOf = async (cash: string) => {
      const { body } = await send('GET', `/api/admin/orders?${new URLSearchParams({ courier, cash })}`)
      return body.results.map(({ id }: { id: string }) => id).sort()
    }
    expect(await ordersOf('with_courier')).toEqual([old.id, fresh.id].sort())
    expect(await ordersOf('overdue')).toEqual([old.id])
    await settle(fileOf(row(old, 900)), { courier, paid_on: '2026-02-03' })
    expect(await cashOf(courier)).toMatchObject({
      parts: 1,
      cash: '250',
      overdue_parts: 0,
      open: 1,
      open_gap: '-100',
      last_paid_on: '2026-02-03',
    })
    expect(await ordersOf('difference')).toEqual([old.id])
  })
})

test('a settlement that breaks off leaves nothing, and is done whole when it is tried again', async () => {
  const own = [await parcel('1200'), await parcel('900')]
  const file = fileOf(...own.map((one, at) => row(one, at === 0 ? 1200 : 900)))
  const { seen } = (await look(file)).body.results
  const state = await stateOf(app)
  // The last thing that is written cannot be: as if the server had gone away just before.
  await rowsOf(
    "create function broken() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$",
  )
  await rowsOf('create trigger broken before insert on settlement_rows execute function broken()')
  expect((await settle(file, { seen })).status).toBe(500)
  await rowsOf('drop trigger broken on settlement_rows')
  expect(await stateOf(app)).toBe(state)
  const answer = await settle(file, { seen })
  expect((answer.body.results.lines as SettlementRow[]).map(({ outcome }) => outcome)).toEqual([
    'matched',
    'matched',
  ])
  await expectLedgerWhole()
})
