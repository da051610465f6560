import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBalances } from '#features/money/server/queries.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor, requestedWithdrawal } from '#testing/factories.ts'

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
const availableOf = async (id: string) => (await readBalances(app.database.db, [id])).get(id)?.available

function answerOf(run: { id: string }, file: string | Buffer, as = admin) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'answer.csv')
  return send('POST', `${runs}/${run.id}/answer`, form, as)
}

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
    await send('POST', `${path}/include`)
    const two = await approved()
    const more = await send('POST', `${runs}/${run.id}/collect`)
    expect(lineOf(more.body.results, two.withdrawal)).toBeDefined()
    expect(more.body.results.count).toBe(2)
    // Declined meanwhile: found out when it is closed.
    await send('POST', `/api/admin/vendor-withdrawals/${two.withdrawal.id}/decline`, { reason: 'No' }, other)
    const done = await send('POST', `${runs}/${run.id}/close`)
    expect(done.body.results.count).toBe(1)
    expect(lineOf(done.body.results, two.withdrawal)).toMatchObject({
      excluded_why: 'The withdrawal is declined by now',
    })
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
      "select count(*)::int as n from audit_log where subject_id = $1 and action = 'take out bank file'",
      [id],
    )
    expect(rows[0].n).toBe(1)
    const shown = await send('GET', `${runs}/${id}`)
    expect(JSON.stringify(shown.body)).not.toContain(iban)
  })

  test('that was closed pays the account of that moment, whatever changes afterwards', async () => {
    const { vendor } = await approved()
    const run = await closed()
    await app.database.pool.query(
      "update vendors set ibn_number_sealed = null, account_title = 'X' where id = $1",
      [vendor.id],
    )
    const file = await send('POST', `${runs}/${run.id}/file`)
    expect(file.body).toContain(vendor.body.shop?.ibn_number)
  })
})

describe('the answer of the bank', () => {
  test('pays, sends back, and shows each difference; the sums are reconciled', async () => {
    const [a, b, c, d] = [
      await approved('100'),
      await approved('200'),
      await approved('300'),
      await approved('50'),
    ]
    const run = await closed()
    const file = [
      'Reference,Status,Bank Reference,Reason,Amount',
      `${a.withdrawal.number},Successful,FT-1,,100.00`,
      `${b.withdrawal.number},FAILED,,Account closed,200`,
      `${c.withdrawal.number},paid,FT-3,,299.00`,
      'W-99999,paid,FT-4,,1',
      `${a.withdrawal.number},paid,FT-5,,100`,
      `${d.withdrawal.number},hmm,,,`,
    ].join('\r\n')
    const answer = await answerOf(run, file)
    expect(answer.status).toBe(200)
    const { answers, sums } = answer.body.results
    expect(answers.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'paid',
      'returned',
      'differs',
      'differs',
      'differs',
      'differs',
    ])
    expect(answers[2].message).toContain('The bank says')
    expect(sums).toMatchObject({ sent: '650', paid: '100', returned: '200', waiting: '350' })
    expect(await availableOf(a.vendor.id)).toBe(90000n)
    expect(await availableOf(b.vendor.id)).toBe(100000n)
    const back = await send('GET', `/api/admin/vendor-withdrawals/${b.withdrawal.id}`)
    expect(back.body.results).toMatchObject({ status: 'declined', reason: 'Account closed' })

    // The same file again does nothing twice.
    const again = await answerOf(run, file)
    expect(again.body.results.answers[0]).toMatchObject({ outcome: 'unchanged' })
    expect(again.body.results.sums).toEqual(sums)
    expect(await availableOf(b.vendor.id)).toBe(100000n)
    await send('POST', `/api/admin/vendor-withdrawals/${c.withdrawal.id}/pay`, { bank_reference: 'FT-3' })
    await send('POST', `/api/admin/vendor-withdrawals/${d.withdrawal.id}/return`, { reason: 'Not paid' })
    const end = await send('GET', `${runs}/${run.id}`)
    expect(end.body.results.sums).toMatchObject({ paid: '400', returned: '250', waiting: '0' })
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
    const { withdrawal } = await approved()
    const run = await closed()
    const answer = await answerOf(run, write(withdrawal.number))
    expect(answer.body.results.answers).toMatchObject([
      { reference: withdrawal.number, outcome: 'paid', bank_reference: 'FT-9' },
    ])
  })

  test('a reference that a spreadsheet has rounded is shown, not believed', async () => {
    const { withdrawal } = await approved()
    const run = await closed()
    const answer = await answerOf(
      run,
      `reference,status,bank reference\n${withdrawal.number},paid,2.63251E+15\n`,
    )
    expect(answer.body.results.answers[0]).toMatchObject({ outcome: 'differs' })
    expect(answer.body.results.waiting).toBe(1)
  })

  test('a file without the columns is refused and nothing is kept', async () => {
    await approved()
    const run = await closed()
    const answer = await answerOf(run, 'name,amount\nA,1\n')
    expect(answer.status).toBe(422)
    expect((await send('GET', `${runs}/${run.id}`)).body.results.answers).toEqual([])
  })

  test('takes a payment back that it had reported as paid, by file and by hand', async () => {
    const [one, two] = [await approved('100'), await approved('200')]
    const run = await closed()
    const numbers = [one.withdrawal.number, two.withdrawal.number]
    const file = (rows: string[]) => `reference,status,bank reference,reason\n${rows.join('\n')}\n`
    const first = file(numbers.map((number, n) => `${number},paid,FT-2${n},`))
    expect((await answerOf(run, first)).body.results.sums).toMatchObject({ paid: '300', waiting: '0' })
    const next = file([`${numbers[0]},returned,FT-20,Account blocked`])
    const answer = await answerOf(run, next)
    expect(answer.body.results.answers).toMatchObject([{ outcome: 'returned' }])
    expect(answer.body.results.sums).toMatchObject({ paid: '200', returned: '100' })
    expect(await availableOf(one.vendor.id)).toBe(100000n)
    const shown = await send('GET', `/api/admin/vendor-withdrawals/${one.withdrawal.id}`)
    expect(shown.body.results).toMatchObject({
      status: 'declined',
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
    // The same file again is nothing new, and the older one does not pay it again.
    expect((await answerOf(run, next)).body.results.answers).toMatchObject([{ outcome: 'unchanged' }])
    expect((await answerOf(run, first)).body.results.answers).toMatchObject([
      { outcome: 'differs' },
      { outcome: 'unchanged' },
    ])
    const path = `/api/admin/vendor-withdrawals/${two.withdrawal.id}`
    const by = await send('POST', `${path}/return`, { reason: 'Taken back a week later' })
    expect(by.body.results).toMatchObject({ status: 'declined' })
    expect(await availableOf(two.vendor.id)).toBe(100000n)
    expect((await send('POST', `${path}/pay`, { bank_reference: 'FT-21' })).status).toBe(409)
  })

  test('with an amount that cannot be read is shown, not believed', async () => {
    const [one, two] = [await approved('500'), await approved('400')]
    const run = await closed()
    const answer = await answerOf(
      run,
      `reference,status,bank reference,amount\n${one.withdrawal.number},paid,FT-1,1.00E+06\n${two.withdrawal.number},paid,FT-2,Rs 400/-\n`,
    )
    expect(answer.body.results.answers).toMatchObject([{ outcome: 'differs' }, { outcome: 'paid' }])
  })

  test('that breaks off on the way keeps what was done, and goes on when it is imported again', async () => {
    const [one, two, three] = [await approved('100'), await approved('200'), await approved('300')]
    const run = await closed()
    const file = `reference,status,bank reference\n${one.withdrawal.number},paid,FT-1\nW-99999,paid,FT-9\n${two.withdrawal.number},paid,FT-2\n${three.withdrawal.number},paid,FT-3\n`
    const query = (text: string) => app.database.pool.query(text)
    await query(`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$`)
    await query(`create trigger break_off before update on withdrawals for each row
      when (old.id = '${three.withdrawal.id}') execute function break_off()`)
    expect((await answerOf(run, file)).status).toBe(500)
    const half = (await send('GET', `${runs}/${run.id}`)).body.results
    expect(half.sums).toMatchObject({ paid: '300', waiting: '300' })
    expect(half.answers).toMatchObject([{ outcome: 'paid' }, { outcome: 'differs' }, { outcome: 'paid' }])
    await query('drop trigger break_off on withdrawals')
    await query('drop function break_off')
    const whole = (await answerOf(run, file)).body.results
    expect(whole.sums).toMatchObject({ paid: '600', waiting: '0' })
    expect(whole.answers.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unchanged',
      'differs',
      'unchanged',
      'paid',
    ])
    const { rows } = await app.database.pool.query(
      "select action, after from audit_log where subject_id = $1 and action like '%import%' order by at, id",
      [run.id],
    )
    expect(rows).toEqual([
      { action: 'begin import of bank answer', after: { rows: 4 } },
      { action: 'begin import of bank answer', after: { rows: 4 } },
      { action: 'import bank answer', after: { rows: 4, paid: 1, returned: 0, differences: 1 } },
    ])
  })

  test('imported by four at once pays once', async () => {
    const { vendor, withdrawal } = await approved()
    const run = await closed()
    const file = `reference,status,bank reference\n${withdrawal.number},failed,\n`
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerOf(run, file, other)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await availableOf(vendor.id)).toBe(100000n)
  })
})
