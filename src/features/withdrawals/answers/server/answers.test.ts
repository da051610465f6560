import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readBalances } from '#features/money/server/queries.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor } from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { payoutDesk } from '#testing/payouts.ts'
import { workbookOf } from '#testing/workbook.ts'

/** The whole run has 20 of each; what a change runs each time is a sample of it. */
const attempts = Number(process.env.MUNSHI_PAYOUT_ATTEMPTS ?? 2)

let app: TestApp
let other: TestPerson
let desk: ReturnType<typeof payoutDesk>
/** A vendor with enough to be paid several times. */
let rich: Awaited<ReturnType<typeof payableVendor>>

beforeAll(async () => {
  app = await startTestApp()
  const admin = await app.person()
  other = await app.person()
  desk = payoutDesk(app, admin)
  rich = await payableVendor({ app, admin }, '100000')
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await ledgerFaults(async (query) => (await app.database.pool.query(query)).rows)).toEqual([])
})

const availableOf = async (id: string) => (await readBalances(app.database.db, [id])).get(id)?.available
const withdrawalOf = ({ id }: { id: string }) => desk.must('GET', `/api/admin/vendor-withdrawals/${id}`)
const act = ({ id }: { id: string }, verb: string, body: unknown) =>
  desk.send('POST', `/api/admin/vendor-withdrawals/${id}/${verb}`, body)
const outcomesOf = (answers: { outcome: string }[]) => answers.map(({ outcome }) => outcome)
const fileOf = (rows: string[], head = 'reference,status,bank reference,reason') =>
  `${[head, ...rows].join('\n')}\n`

describe('the answer of the bank', () => {
  test('is shown before it is booked: counts, sums and each exception; nothing is stored', async () => {
    const [a, b, c, d] = [
      await desk.approved('100'),
      await desk.approved('200'),
      await desk.approved('300'),
      await desk.approved('50'),
    ]
    const run = await desk.sent()
    const file = [
      'Reference,Status,Bank Reference,Reason,Amount',
      `${a.withdrawal.number},Successful,FT-1,,100.00`,
      `${b.withdrawal.number},FAILED,,Account closed,200`,
      `${c.withdrawal.number},paid,FT-3,,299.00`,
      'W-99999,paid,FT-4,,1',
      `${a.withdrawal.number},paid,FT-5,,100`,
      `${d.withdrawal.number},pending,,,`,
    ].join('\r\n')
    const looked = await desk.check(run, file)
    expect(looked.body.results).toMatchObject({
      ...{ rows: 6, paid: 1, paid_total: '100', returned: 1, returned_total: '200' },
      ...{ unchanged: 1, exceptions: 3, exceptions_total: '400' },
    })
    expect(outcomesOf(looked.body.results.answers)).toEqual([
      'paid',
      'returned',
      'differs',
      'differs',
      'differs',
      'unchanged',
    ])
    expect(await desk.run(run.id)).toEqual(run)

    const booked = await desk.book(run, file, looked.body.results.seen)
    expect(booked.status).toBe(200)
    const { answers, sums, imports, exceptions } = booked.body.results
    expect(answers[2].message).toContain('The bank says')
    expect(sums).toMatchObject({ sent: '650', paid: '100', returned: '200', waiting: '350' })
    expect([exceptions, imports]).toMatchObject([
      3,
      [{ number: 1, rows: 6, paid: 1, returned: 1, stays_why: '' }],
    ])
    expect(await availableOf(a.vendor.id)).toBe(90000n)
    expect(await availableOf(b.vendor.id)).toBe(100000n)
    expect(await withdrawalOf(b.withdrawal)).toMatchObject({
      status: 'declined',
      is_returned: true,
      reason: 'Account closed',
    })

    // The same file again is refused by the name of who booked it, before and after it is shown.
    for (const again of [
      await desk.check(run, file),
      await desk.book(run, file, looked.body.results.seen, other),
    ])
      expect([again.status, again.body.message]).toEqual([
        409,
        expect.stringMatching(/was booked as reply 1 by/),
      ])
    // What a later file says again is known, its exceptions too.
    const later = await desk.check(run, `${file}\r\n${d.withdrawal.number},paid,FT-6,,50\r\n`)
    expect(outcomesOf(later.body.results.answers)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'unchanged',
      'differs',
      'unchanged',
      'differs',
    ])
  })

  test('that would do something else than what was shown books nothing', async () => {
    const { withdrawal } = await desk.approved()
    const run = await desk.sent()
    const file = fileOf([`${withdrawal.number},paid,FT-1,`])
    const { seen } = (await desk.check(run, file)).body.results
    await act(withdrawal, 'return', { reason: 'The bank called' })
    const refused = await desk.book(run, file, seen)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Check the file again'),
    ])
    expect((await desk.run(run.id)).imports).toEqual([])
    const again = await desk.check(run, file)
    expect(again.body.results.answers[0]).toMatchObject({
      outcome: 'differs',
      message: expect.stringMatching(/The bank paid W-\d+, which is marked as returned by bank by Person/),
    })
  })

  test('is refused before a bank file was made, and where nothing in it is new', async () => {
    const { withdrawal } = await desk.approved()
    const run = await desk.closed()
    const file = fileOf([`${withdrawal.number},pending,,`])
    expect((await desk.check(run, file)).status).toBe(409)
    await desk.file(run.id)
    const { seen } = (await desk.check(run, file)).body.results
    const refused = await desk.book(run, file, seen)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('nothing to book')])
    await act(withdrawal, 'pay', { bank_reference: 'FT-1' })
  })

  test('for what is not open is an exception that says why, and a person settles it with what they chose', async () => {
    const made = [
      await desk.approved('10'),
      await desk.approved('20'),
      await desk.approved('30'),
      await desk.approved('40'),
      await desk.approved('50'),
    ]
    const [returned, paid, cancelled, open, elsewhere] = made.map(({ withdrawal }) => withdrawal) as [
      { id: string; number: string },
      { id: string; number: string },
      { id: string; number: string },
      { id: string; number: string },
      { id: string; number: string },
    ]
    const first = await desk.opened()
    await desk.must('POST', `${desk.runs}/${first.id}/lines/${elsewhere.id}/exclude`, { reason: 'Later' })
    await desk.must('POST', `${desk.runs}/${first.id}/close`)
    await act(cancelled, 'decline', { reason: 'Asked twice' })
    await desk.file(first.id)
    await act(returned, 'return', { reason: 'Account closed' })
    await act(paid, 'pay', { bank_reference: 'FT-BY-HAND' })
    const second = await desk.sent()
    const rows = [
      `${returned.number},paid,FT-1,`,
      `${paid.number},paid,FT-2,`,
      `${cancelled.number},returned,,Wrong title`,
      `${open.number},on the moon,,`,
      `${elsewhere.number},paid,FT-5,`,
      'W-99999,paid,FT-6,',
    ]
    const booked = (await desk.answer(first, fileOf(rows))).body.results
    expect(outcomesOf(booked.answers)).toEqual(Array(6).fill('differs'))
    expect(booked.answers.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('which is marked as returned by bank by Person'),
      expect.stringContaining('is marked as paid under FT-BY-HAND by Person'),
      expect.stringContaining(
        `No bank file of this run holds ${cancelled.number}: it is cancelled by Person`,
      ),
      expect.stringContaining('says neither paid nor returned'),
      expect.stringContaining(`No bank file of this run holds ${elsewhere.number}`),
      'There is no withdrawal W-99999',
    ])
    expect(booked.exceptions).toBe(6)

    const settle = (at: number, body: unknown, as?: TestPerson) =>
      desk.send('POST', `${desk.runs}/${first.id}/exceptions/${booked.answers[at].id}/settle`, body, as)
    const none = { choice: 'no_action', reason: 'The bank sent it twice' }
    expect((await settle(0, { ...none, reason: ' ' })).status).toBe(422)
    expect((await settle(3, { choice: 'paid', reason: 'Called the bank' })).status).toBe(422)
    expect((await settle(5, { choice: 'returned', reason: 'No' })).status).toBe(409)
    // What came back is not paid once more by a choice.
    expect((await settle(0, { choice: 'paid', reason: 'It was', bank_reference: 'FT-1' })).status).toBe(409)
    for (const at of [0, 1, 2, 4, 5]) expect((await settle(at, none)).status).toBe(200)
    const both = await Promise.all([
      settle(3, { choice: 'paid', reason: 'Called the bank', bank_reference: 'FT-4' }),
      settle(3, { choice: 'returned', reason: 'Called the bank' }, other),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
      /was settled by Person .*: booked as/,
    )
    const done = await desk.run(first.id)
    expect(done.exceptions).toBe(0)
    expect(done.answers[0]).toMatchObject({
      settled_as: 'no_action',
      settled_why: 'The bank sent it twice',
      settled_by_name: expect.stringContaining('Person'),
    })
    const { rows: written } = await app.database.pool.query(
      "select reason, after from audit_log where subject_id = $1 and action = 'settle bank exception'",
      [first.id],
    )
    expect(written).toHaveLength(6)
    await desk.must('POST', `/api/admin/vendor-withdrawals/${elsewhere.id}/pay`, { bank_reference: 'FT-7' })
    expect((await desk.run(second.id)).sums.waiting).toBe('0')
  })

  test('about a payment of another run keeps it out of its bank files until a person has settled that', async () => {
    const { withdrawal: mine } = await desk.approved('10')
    const first = await desk.sent()
    const [{ withdrawal: theirs }, { withdrawal: other }] = [
      await desk.approved('20'),
      await desk.approved('30'),
    ]
    const second = await desk.sent()
    const booked = await desk.answer(
      first,
      fileOf([`${mine.number},paid,FT-1,`, `${theirs.number},paid,FT-2,`]),
    )
    const exception = booked.body.results.answers.find(
      ({ outcome }: { outcome: string }) => outcome === 'differs',
    )
    expect(exception).toMatchObject({
      message: `${theirs.number} is in ${second.number}, not in this run`,
      withdrawal_id: theirs.id,
    })
    await act(other, 'return', { reason: 'Account closed' })
    const held = await desk.run(second.id)
    expect(held.left_out).toContainEqual(
      expect.objectContaining({
        reference: theirs.number,
        why: `Open exception of reply 1 of ${first.number}`,
      }),
    )
    const settle = (choice: string, more: object = {}) =>
      desk.send('POST', `${desk.runs}/${first.id}/exceptions/${exception.id}/settle`, {
        ...{ choice, reason: 'It is in the other run' },
        ...more,
      })
    const refused = await settle('paid', { bank_reference: 'FT-2' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This row matches no payment of this run. Choose “No action”',
    ])
    expect((await withdrawalOf(theirs)).status).toBe('approved')
    expect((await settle('no_action')).status).toBe(200)
    const open = (await desk.run(second.id)).left_out.map(({ reference }: { reference: string }) => reference)
    expect(open).not.toContain(theirs.number)
    await desk.must('POST', `/api/admin/vendor-withdrawals/${theirs.id}/pay`, { bank_reference: 'FT-2' })
  })

  test('is awaited of what a bank file holds alone; what was cancelled came back from no bank', async () => {
    const made = [await desk.approved('10'), await desk.approved('20'), await desk.approved('40')]
    const [cancelled, returned, sent] = made.map(({ withdrawal }) => withdrawal) as [
      { id: string; number: string },
      { id: string; number: string },
      { id: string; number: string },
    ]
    const run = await desk.closed()
    expect(run.sums).toMatchObject({ sent: '70', waiting: '70', in_no_file: '0' })
    await act(cancelled, 'decline', { reason: 'Asked twice' })
    await desk.file(run.id)
    await act(returned, 'return', { reason: 'Account closed' })
    expect(await desk.run(run.id)).toMatchObject({
      sums: { sent: '60', paid: '0', returned: '20', waiting: '40', cancelled: '10', in_no_file: '0' },
      waiting: 1,
      in_no_file: 0,
    })
    await act(sent, 'pay', { bank_reference: 'FT-1' })
  })

  test.each<[string, (number: string) => string | Buffer]>([
    [
      'semicolons and a line for the spreadsheet',
      (n) => `sep=;\r\nReference;Status;Bank Reference\r\n${n};Paid;FT-9\r\n`,
    ],
    [
      'a byte order mark and formulas',
      (n) => `\uFEFFreference,status,bank reference\n="${n}",PAID,="FT-9"\n`,
    ],
    ['quoted formulas', (n) => `reference,status,bank reference\n"=""${n}""",PAID,"=""FT-9"""\n`],
    ['a lost prefix', (n) => `ref,result,UTR\n${n.slice(2)},success,FT-9\n`],
    [
      'a number with decimals and empty columns',
      (n) => `,ref,result,UTR,,\n,${n.slice(2)}.00,success,FT-9,,\n,,,,,\n`,
    ],
    [
      'tabs in UTF-16',
      (n) => Buffer.from(`\uFEFFreference\tstatus\tbank_reference\n${n}\tpaid\tFT-9\n`, 'utf16le'),
    ],
    [
      'a longer dash and spaces that do not break',
      (n) => `Reference,Status,Bank Ref\n\u00a0${n.replace('-', '–')}\u00a0,Paid ,FT-9`,
    ],
  ])('is read with %s', async (_, write) => {
    const { withdrawal } = await desk.approved()
    const run = await desk.sent()
    const answer = await desk.answer(run, write(withdrawal.number))
    expect(answer.body.results.answers).toMatchObject([
      { reference: withdrawal.number, outcome: 'paid', bank_reference: 'FT-9' },
    ])
  })

  test('is read from a workbook as the same rows in CSV, and booked once in either form', async () => {
    const [paid, back] = [await desk.approved('100'), await desk.approved('200')]
    const run = await desk.sent()
    const digits = 26_325_110_098_765
    const head = ['Reference', 'Status', 'STAN', 'Remarks', 'Amount (PKR)']
    const workbook = await workbookOf([
      ['Payments of the day'],
      head,
      [paid.withdrawal.number, 'Successful', digits, '', 100],
      [Number(back.withdrawal.number.slice(2)), 'Rejected', '', 'Account closed', 200],
    ])
    const csv = [
      head.join(','),
      `${paid.withdrawal.number},Successful,${digits},,100.00`,
      `${back.withdrawal.number},Rejected,,Account closed,200`,
    ].join('\n')
    const looked = await desk.check(run, workbook)
    expect([looked.status, outcomesOf(looked.body.results.answers)]).toEqual([200, ['paid', 'returned']])
    expect(looked.body.results).toEqual((await desk.check(run, csv)).body.results)
    const damaged = await desk.check(run, workbook.subarray(0, 300))
    expect([damaged.status, damaged.body.message]).toEqual([
      422,
      expect.stringMatching(/^The file is damaged/),
    ])
    expect(await desk.run(run.id)).toEqual(run)

    expect((await desk.answer(run, workbook)).body.results.sums).toMatchObject({
      paid: '100',
      returned: '200',
    })
    expect(await withdrawalOf(paid.withdrawal)).toMatchObject({ bank_reference: String(digits) })
    const again = await desk.check(run, csv)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('was booked as reply 1'),
    ])
  })

  test('leaves no number of an account in the log, whatever the bank wrote and in which column', async () => {
    const iban = 'PK36SCBL0000001123456702'
    const [back, odd] = [await desk.approved('10'), await desk.approved('20')]
    const asked = { owner_id: back.vendor.id, amount: '5', note: `Into ${iban}, please` }
    const kept = await desk.must('POST', '/api/admin/vendor-withdrawals', asked)
    const { status } = await desk.send(
      'POST',
      `/api/admin/vendor-withdrawals/${kept.id}/approve`,
      undefined,
      other,
    )
    expect(status).toBe(200)
    const { id: opened } = await desk.opened()
    const out = { reason: `Not into ${iban}` }
    await desk.must('POST', `${desk.runs}/${opened}/lines/${kept.id}/exclude`, out)
    const run = await desk.must('POST', `${desk.runs}/${opened}/close`)
    await desk.file(run.id)
    const rows = [
      `${back.withdrawal.number},returned,,IBAN ${iban} is closed`,
      `${odd.withdrawal.number},sent to ${iban},,`,
      `${iban},paid,FT-1,`,
    ]
    const { answers } = (await desk.answer(run, fileOf(rows))).body.results
    for (const { id, outcome } of answers) {
      if (outcome !== 'differs') continue
      const settled = { choice: 'no_action', reason: `They mean ${iban}` }
      await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${id}/settle`, settled)
    }
    expect((await desk.undo(run, `It was not ${iban}`)).status).toBe(200)
    const { rows: written } = await app.database.pool.query('select l::text as row from audit_log l')
    expect(written.filter(({ row }) => row.includes(iban))).toEqual([])
    for (const { withdrawal } of [back, odd]) await act(withdrawal, 'pay', { bank_reference: 'FT-2' })
    await act(kept, 'decline', out)
  })

  test('from before answers could be undone has exceptions that are counted and settled as those of now', async () => {
    const { withdrawal } = await desk.approved('10')
    const run = await desk.sent()
    await desk.answer(run, fileOf([`${withdrawal.number},on the moon,,`]))
    await app.database.pool.query('update payout_imports set file_hash = null where run_id = $1', [run.id])
    const { exceptions, answers } = await desk.run(run.id)
    expect(exceptions).toBe(1)
    const settled = { choice: 'paid', reason: 'Called the bank', bank_reference: 'FT-1' }
    await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${answers[0].id}/settle`, settled)
    expect(await desk.run(run.id)).toMatchObject({ exceptions: 0, sums: { paid: '10' } })
  })

  test('keeps a payment with an open exception out of every bank file, until a person settles the exception', async () => {
    const [odd, open] = [await desk.approved('39600', rich), await desk.approved('70', rich)]
    const run = await desk.sent()
    const head = 'reference,status,bank reference,reason,amount'
    const rows = [`${odd.withdrawal.number},paid,FT-7,,39100`]
    const booked = (await desk.answer(run, fileOf(rows, head))).body.results
    expect(booked.due).toEqual({ count: 1, total: '70' })
    expect(booked.left_out).toMatchObject([
      {
        ...{ reference: odd.withdrawal.number, amount: '39600' },
        why: expect.stringMatching(
          /^Open exception of reply 1: The bank says Rs.39,100, the file said Rs.39,600/,
        ),
      },
    ])
    const numbersOf = (text: string) => [...text.matchAll(/W-\d+/g)].map(([number]) => number)
    const second = await desk.file(run.id)
    expect([second.status, numbersOf(second.body)]).toEqual([200, [open.withdrawal.number]])

    // Nothing else is left to pay, so a file is refused and no version is made.
    await act(open.withdrawal, 'pay', { bank_reference: 'FT-8' })
    const before = await desk.run(run.id)
    expect(before.due).toEqual({ count: 0, total: '0' })
    const refused = await desk.file(run.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${run.number} has no other payments to pay: ${odd.withdrawal.number} has an open exception. Settle the exception first`,
    ])
    expect(await desk.run(run.id)).toEqual(before)

    const [exception] = before.answers
    const settled = { choice: 'no_action', reason: 'The bank took its reply back' }
    await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${exception.id}/settle`, settled)
    expect(await desk.run(run.id)).toMatchObject({ due: { count: 1, total: '39600' }, left_out: [] })
    expect(numbersOf((await desk.file(run.id)).body)).toEqual([odd.withdrawal.number])
    await act(odd.withdrawal, 'pay', { bank_reference: 'FT-9' })
  })

  test('that says again that it paid what was settled with no action is a new exception, and keeps the payment out', async () => {
    const { withdrawal } = await desk.approved('90', rich)
    const run = await desk.sent()
    const reply = fileOf([`${withdrawal.number},paid,,`])
    for (const number of [1, 2, 3]) {
      const booked = await desk.answer(run, reply)
      expect([booked.status, outcomesOf(booked.body.results.answers)]).toEqual([
        200,
        Array(number).fill('differs'),
      ])
      expect(booked.body.results).toMatchObject({ exceptions: 1, due: { count: 0 } })
      expect((await desk.file(run.id)).status).toBe(409)
      // Until it is settled the same reply is booked, and a longer one repeats the exception.
      const again = await desk.check(run, reply)
      expect([again.status, again.body.message]).toEqual([
        409,
        expect.stringContaining(`was booked as reply ${number}`),
      ])
      const longer = await desk.check(run, `${reply}W-99999,paid,FT-6,\n`)
      expect(outcomesOf(longer.body.results.answers)).toEqual(['unchanged', 'differs'])

      const open = booked.body.results.answers.find((row: { settled_as: string }) => row.settled_as === '')
      const settled = { choice: 'no_action', reason: 'The bank took its reply back' }
      await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${open.id}/settle`, settled)
      expect((await desk.file(run.id)).status).toBe(200)
    }
    // A payment that is closed cannot be made again, so what the bank repeats is known.
    await act(withdrawal, 'pay', { bank_reference: 'FT-1' })
    expect((await desk.check(run, reply)).status).toBe(409)
    const last = await desk.check(run, `${reply}W-99999,paid,FT-6,\n`)
    expect(outcomesOf(last.body.results.answers)).toEqual(['unchanged', 'differs'])
  })

  test('that differs is booked as paid with the amount that was sent, and the log says the difference', async () => {
    const { withdrawal } = await desk.approved('39600', rich)
    const run = await desk.sent()
    const rows = [`${withdrawal.number},paid,FT-7,,39100`]
    const { answers } = (
      await desk.answer(run, fileOf(rows, 'reference,status,bank reference,reason,amount'))
    ).body.results
    const settled = { choice: 'paid', reason: 'The bank kept a fee', bank_reference: 'FT-7' }
    await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${answers[0].id}/settle`, settled)
    expect((await desk.run(run.id)).sums).toMatchObject({ sent: '39600', paid: '39600', waiting: '0' })
    const { rows: written } = await app.database.pool.query(
      "select after from audit_log where subject_id = $1 and action = 'settle bank exception'",
      [run.id],
    )
    expect(written).toMatchObject([
      {
        after: {
          choice: 'paid',
          booked: expect.stringMatching(/^Rs.39,600$/),
          bank_says: expect.stringMatching(/^Rs.39,100$/),
          difference: expect.stringMatching(/^Rs.500$/),
        },
      },
    ])
  })

  test('a reference that a spreadsheet has rounded is shown, not believed', async () => {
    const { withdrawal } = await desk.approved()
    const run = await desk.sent()
    const answer = await desk.answer(
      run,
      `reference,status,bank reference\n${withdrawal.number},paid,2.63251E+15\n`,
    )
    expect(answer.body.results.answers[0]).toMatchObject({ outcome: 'differs' })
    expect(answer.body.results.waiting).toBe(1)
  })

  test('a file without the columns is refused and nothing is kept', async () => {
    await desk.approved()
    const run = await desk.sent()
    const answer = await desk.answer(run, 'name,amount\nA,1\n')
    expect(answer.status).toBe(422)
    expect((await desk.run(run.id)).answers).toEqual([])
  })

  test('takes a payment back that it had reported as paid, by file and by hand', async () => {
    const [one, two] = [await desk.approved('100'), await desk.approved('200')]
    const run = await desk.sent()
    const numbers = [one.withdrawal.number, two.withdrawal.number]
    const file = (rows: string[]) => `reference,status,bank reference,reason\n${rows.join('\n')}\n`
    const first = file(numbers.map((number, n) => `${number},paid,FT-2${n},`))
    expect((await desk.answer(run, first)).body.results.sums).toMatchObject({ paid: '300', waiting: '0' })
    const next = file([`${numbers[0]},returned,FT-20,Account blocked`])
    const answer = await desk.answer(run, next)
    expect(answer.body.results.answers).toMatchObject([{ outcome: 'returned' }])
    expect(answer.body.results.sums).toMatchObject({ paid: '200', returned: '100' })
    expect(await availableOf(one.vendor.id)).toBe(100000n)
    expect(await withdrawalOf(one.withdrawal)).toMatchObject({
      status: 'declined',
      is_returned: true,
      reason: 'Account blocked',
      bank_reference: 'FT-20',
    })
    const { rows } = await app.database.pool.query(
      `select t.kind, a.kind as account, l.amount::text from ledger_transactions t
       join ledger_lines l on l.transaction_id = t.id join ledger_accounts a on a.id = l.account_id
       where t.source_id = $1 and t.kind = 'payout_back' order by a.kind`,
      [one.withdrawal.id],
    )
    expect(rows).toEqual([
      { kind: 'payout_back', account: 'bank', amount: '10000' },
      { kind: 'payout_back', account: 'vendor_available', amount: '-10000' },
    ])
    // The same file again is booked already, and what the older one said does not pay it again.
    expect((await desk.answer(run, next)).status).toBe(409)
    const older = await desk.check(run, `${first}\n${numbers[1]},pending,,\n`)
    expect(outcomesOf(older.body.results.answers)).toEqual(['differs', 'unchanged', 'differs'])
    const by = await act(two.withdrawal, 'return', { reason: 'Taken back a week later' })
    expect(by.body.results).toMatchObject({ status: 'declined', is_returned: true })
    expect(await availableOf(two.vendor.id)).toBe(100000n)
    expect((await act(two.withdrawal, 'pay', { bank_reference: 'FT-21' })).status).toBe(409)
  })

  test('with an amount that cannot be read is shown, not believed', async () => {
    const [one, two] = [await desk.approved('500'), await desk.approved('400')]
    const run = await desk.sent()
    const answer = await desk.answer(
      run,
      `reference,status,bank reference,amount\n${one.withdrawal.number},paid,FT-1,1.00E+06\n${two.withdrawal.number},paid,FT-2,Rs 400/-\n`,
    )
    expect(answer.body.results.answers).toMatchObject([{ outcome: 'differs' }, { outcome: 'paid' }])
  })

  test('that breaks off on the way has booked nothing, and the same file books all of it afterwards', async () => {
    const [one, two, three] = [
      await desk.approved('100'),
      await desk.approved('200'),
      await desk.approved('300'),
    ]
    const run = await desk.sent()
    const file = fileOf([
      `${one.withdrawal.number},paid,FT-1,`,
      'W-99999,paid,FT-9,',
      `${two.withdrawal.number},failed,,Closed`,
      `${three.withdrawal.number},paid,FT-3,`,
    ])
    const query = (text: string) => app.database.pool.query(text)
    await query(`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$`)
    await query(`create trigger break_off before update on withdrawals for each row
      when (old.id = '${three.withdrawal.id}') execute function break_off()`)
    expect((await desk.answer(run, file)).status).toBe(500)
    expect(await desk.run(run.id)).toEqual(run)
    await query('drop trigger break_off on withdrawals')
    await query('drop function break_off')
    const whole = (await desk.answer(run, file)).body.results
    expect(whole.sums).toMatchObject({ paid: '400', returned: '200', waiting: '0' })
    expect(outcomesOf(whole.answers)).toEqual(['paid', 'differs', 'returned', 'paid'])
    const { rows } = await app.database.pool.query(
      "select action, after from audit_log where subject_id = $1 and action like '%answer%' order by at, id",
      [run.id],
    )
    expect(rows).toMatchObject([
      { action: 'book bank answer', after: { answer: 1, rows: 4, paid: 2, returned: 1, exceptions: 1 } },
    ])
  })

  test('booked twice, also by four at once, is booked once, and the others are told by whom', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const { vendor, withdrawal } = await desk.approved()
      const run = await desk.sent()
      const file = fileOf([`${withdrawal.number},${n % 2 === 0 ? 'failed' : 'paid'},FT-${n},`])
      const { seen } = (await desk.check(run, file)).body.results
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, at) => desk.book(run, file, seen, at % 2 === 0 ? other : undefined)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      for (const { status, body } of answers)
        if (status === 409) expect(body.message).toMatch(/was booked as reply 1 by Person/)
      expect((await desk.book(run, file, seen)).status).toBe(409)
      expect(await availableOf(vendor.id)).toBe(n % 2 === 0 ? 100000n : 60000n)
    }
  })
})

describe('an answer that is undone', () => {
  /** Everything of the ledger that an undo must bring back: each account of these owners, and the marketplace's own. */
  const balancesOf = async (owners: readonly string[]) => {
    const { rows } = await app.database.pool.query(
      `select a.kind, a.owner_id::text, sum(l.amount)::text as amount from ledger_lines l
       join ledger_accounts a on a.id = l.account_id
       where a.owner_id = any($1::uuid[]) or a.kind in ('bank', 'paying_out') group by 1, 2 order by 1, 2`,
      [owners],
    )
    return rows
  }
  const standing = async (withdrawal: { id: string }) => {
    const { version, messages, history, ...rest } = await withdrawalOf(withdrawal)
    return rest
  }

  test('is as if it had never been: payments, balances and run; the ledger has the mirror and the log says why', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const [one, two] = [await desk.approved('100'), await desk.approved('200')]
      const run = await desk.sent()
      await app.database.pool.query("update messages set status = 'sent' where subject_id = $1", [
        two.withdrawal.id,
      ])
      const owners = [one.vendor.id, two.vendor.id]
      const before = [
        await balancesOf(owners),
        await standing(one.withdrawal),
        await standing(two.withdrawal),
      ]
      const file = fileOf([
        `${one.withdrawal.number},paid,FT-1,`,
        `${two.withdrawal.number},failed,,Account closed`,
        'W-99999,paid,FT-9,',
      ])
      const booked = (await desk.answer(run, file)).body.results
      expect([booked.waiting, booked.exceptions, booked.imports[0].stays_why]).toEqual([0, 1, ''])
      const undone = await desk.undo(run)
      expect(undone.status).toBe(200)
      expect(undone.body.results).toMatchObject({
        ...{ sums: run.sums, waiting: 2, exceptions: 0, answers: [], answered_at: null },
        imports: [
          { number: 1, undone_why: 'The wrong file', undone_by_name: expect.stringContaining('Person') },
        ],
      })
      expect(undone.body.results.files[0].is_current).toBe(true)
      expect([
        await balancesOf(owners),
        await standing(one.withdrawal),
        await standing(two.withdrawal),
      ]).toEqual(before)
      expect((await desk.undo(run)).body.message).toBe('There is no bank reply to undo')
      const { rows } = await app.database.pool.query(
        `select action, reason from audit_log where subject_id = any($1::uuid[]) and action like 'undo%' order by action`,
        [[run.id, one.withdrawal.id, two.withdrawal.id]],
      )
      expect(rows).toEqual([
        { action: 'undo bank answer', reason: 'The wrong file' },
        { action: 'undo pay withdrawal', reason: 'The wrong file' },
        { action: 'undo return withdrawal', reason: 'The wrong file' },
      ])
      const mailsOf = async (withdrawal: { id: string }) => {
        const { rows: mails } = await app.database.pool.query(
          `select kind, status from messages where subject_id = $1 order by created_at, id`,
          [withdrawal.id],
        )
        return mails
      }
      // The mail of the payment had not left and never does. That of the approval was withdrawn for it: it leaves now.
      expect(await mailsOf(one.withdrawal)).toEqual([
        { kind: 'withdrawal approved', status: 'withdrawn' },
        { kind: 'withdrawal paid', status: 'withdrawn' },
        { kind: 'withdrawal approved', status: 'queued' },
      ])
      // Who was told of the approval before is not told again.
      expect(await mailsOf(two.withdrawal)).toEqual([
        { kind: 'withdrawal approved', status: 'sent' },
        { kind: 'withdrawal declined', status: 'withdrawn' },
      ])

      // The right file, or the same one, is booked afterwards.
      const again = (await desk.answer(run, file)).body.results
      expect(again).toMatchObject({ waiting: 0, imports: [{ number: 2 }, { number: 1 }] })
    }
  })

  test('brings back a payment that the bank had paid before it returned it', async () => {
    const { vendor, withdrawal } = await desk.approved('100')
    const run = await desk.sent()
    await desk.answer(run, fileOf([`${withdrawal.number},paid,FT-1,`]))
    const paid = [await balancesOf([vendor.id]), await standing(withdrawal)]
    await app.database.pool.query("update messages set status = 'sent' where subject_id = $1", [
      withdrawal.id,
    ])
    await desk.answer(run, fileOf([`${withdrawal.number},returned,FT-1,Blocked`]))
    expect(await availableOf(vendor.id)).toBe(100000n)
    await app.database.pool.query("update messages set status = 'sent' where subject_id = $1", [
      withdrawal.id,
    ])
    expect((await desk.undo(run, 'Not this one', undefined, 2)).status).toBe(200)
    expect([await balancesOf([vendor.id]), await standing(withdrawal)]).toEqual(paid)
    // The owner was told that it was not paid: they are told that it is.
    const { rows } = await app.database.pool.query(
      "select kind from messages where subject_id = $1 and status = 'queued'",
      [withdrawal.id],
    )
    expect(rows).toEqual([{ kind: 'withdrawal paid' }])
    expect((await desk.undo(run)).status).toBe(200)
    expect(await withdrawalOf(withdrawal)).toMatchObject({ status: 'approved', bank_reference: '' })
  })

  test.each<
    [
      string,
      (
        made: Awaited<ReturnType<typeof desk.approved>>,
        run: { id: string },
        booked: { answers: { id: string }[] },
      ) => Promise<unknown>,
      RegExp,
    ]
  >([
    [
      'the returned money was requested again',
      async ({ vendor }) => requestedAgain(vendor.id),
      /Rs.400 was returned to .*, and only Rs.100 of it is left: W-\d+ was requested since/,
    ],
    [
      'a payment was changed since',
      async ({ withdrawal }, run) => {
        const { rows } = await app.database.pool.query(
          "select w.id from withdrawals w where w.run_id = $1 and w.id <> $2 and w.status = 'paid'",
          [run.id, withdrawal.id],
        )
        await act({ id: rows[0].id }, 'return', { reason: 'Blocked' })
      },
      /W-\d+ was changed since: it is returned by bank by Person/,
    ],
    [
      'a newer bank file was made from it',
      async (_, run) => desk.file(run.id),
      /Bank file version 2 was made after this reply/,
    ],
    [
      'an exception of it was booked as paid',
      async (_, run, booked) => {
        const exception = booked.answers.at(-1)
        await desk.must('POST', `${desk.runs}/${run.id}/exceptions/${exception?.id}/settle`, {
          choice: 'paid',
          reason: 'Called the bank',
          bank_reference: 'FT-9',
        })
      },
      /The exception of W-\d+ was settled by Person/,
    ],
  ])('is refused once %s, and nothing changes', async (_, depend, why) => {
    const made = await desk.approved('400')
    const [paid, odd] = [await desk.approved('50'), await desk.approved('60')]
    const { withdrawal: unanswered } = await desk.approved('5')
    const run = await desk.sent()
    const file = fileOf([
      `${made.withdrawal.number},failed,,Closed`,
      `${paid.withdrawal.number},paid,FT-1,`,
      `${odd.withdrawal.number},on the moon,,`,
    ])
    const booked = (await desk.answer(run, file)).body.results
    await depend(made, run, booked)
    const before = await desk.run(run.id)
    expect(before.imports[0].stays_why).toMatch(why)
    const refused = await desk.undo(run)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(why)])
    expect(await desk.run(run.id)).toEqual(before)
    await act(unanswered, 'pay', { bank_reference: 'FT-10' })
  })

  test('is the newest one: an older answer stays while a newer one is booked', async () => {
    const [one, two] = [await desk.approved('100'), await desk.approved('200')]
    const run = await desk.sent()
    await desk.answer(run, fileOf([`${one.withdrawal.number},paid,FT-1,`]))
    const both = await desk.answer(
      run,
      fileOf([`${one.withdrawal.number},paid,FT-1,`, `${two.withdrawal.number},paid,FT-2,`]),
    )
    expect(both.body.results.imports).toMatchObject([
      { number: 2, paid: 1, unchanged: 1, stays_why: '' },
      { number: 1, stays_why: 'Reply 2 was booked later. Undo that reply first' },
    ])
    // Who still sees only the first reply does not undo the second, and undoing the second twice leaves the first.
    const unseen = await desk.undo(run)
    expect([unseen.status, unseen.body.message]).toEqual([
      409,
      'Reply 1 cannot be undone. The newest booked reply is reply 2',
    ])
    expect(unseen.body.results).toEqual(await desk.run(run.id))
    expect(unseen.body.results).toEqual(both.body.results)
    const undone = await desk.undo(run, 'Wrong file', undefined, 2)
    expect(undone.body.results.sums).toMatchObject({ paid: '100', waiting: '200' })
    const again = await desk.undo(run, 'Wrong file', undefined, 2)
    expect([again.status, again.body.message]).toEqual([
      409,
      'Reply 2 cannot be undone. The newest booked reply is reply 1',
    ])
    expect(await desk.run(run.id)).toEqual(undone.body.results)
    expect((await desk.undo(run)).body.results.sums).toMatchObject({ paid: '0', waiting: '300' })
  })

  test('by several at once is undone once; with who requests the money meanwhile one of both is done', async () => {
    for (let n = 0; n < attempts; n += 1) {
      const { vendor, withdrawal } = await desk.approved('1000')
      const run = await desk.sent()
      await desk.answer(run, fileOf([`${withdrawal.number},failed,,Closed`]))
      const [first, second, asked] = await Promise.all([
        desk.undo(run, 'Wrong file', other),
        desk.undo(run),
        desk.send('POST', '/api/admin/vendor-withdrawals', { owner_id: vendor.id, amount: '1000' }),
      ])
      const undone = [first, second].filter(({ status }) => status === 200).length
      expect([undone, asked.status]).toEqual(asked.status === 201 ? [0, 201] : [1, 409])
      expect(await availableOf(vendor.id)).toBe(0n)
    }
  })

  async function requestedAgain(owner_id: string) {
    await desk.must('POST', '/api/admin/vendor-withdrawals', { owner_id, amount: '900' })
  }
})
