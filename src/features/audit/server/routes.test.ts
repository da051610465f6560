import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  payableCustomer,
  payableVendor,
  pendingVendor,
  requestedWithdrawal,
  sellerBody,
  someIban,
} from '#testing/factories.ts'
import type { AuditEntry } from '../contract.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const ask = (query: string, as: TestPerson = admin) => app.call('GET', `/api/admin/audit?${query}`, { as })
const rowsOf = async (query: string): Promise<AuditEntry[]> => (await ask(query)).body.results
const exported = (query = '', as: TestPerson = admin, headers = {}) =>
  app.call('GET', `/api/admin/audit/export?${query}`, { as, headers })

/** The file with its headers; the mark at its beginning is kept, which an ordinary reading takes off. */
async function take(query = '') {
  const response = await fetch(`${app.url}/api/admin/audit/export?${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, text }
}

/** Writes a row as it would stand after its moment has passed. */
async function written(row: Partial<Record<keyof AuditEntry, unknown>> & { at: string }): Promise<string> {
  const id = uuidv7()
  const full = {
    id,
    actor_kind: 'system',
    actor_name: 'test',
    action: 'look',
    subject_type: 'shelf',
    request_id: 'test',
    ...row,
  }
  const names = Object.keys(full)
  await app.database.pool.query(
    `insert into audit_log (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(full),
  )
  return id
}

async function countRows(): Promise<number> {
  const { rows } = await app.database.pool.query('select count(*)::int as n from audit_log')
  return rows[0].n
}

/** The lines of a file without line breaks in its cells, its mark taken off. */
function linesOf(csv: string): string[] {
  expect(csv.startsWith('\uFEFF')).toBe(true)
  expect(csv.endsWith('\r\n')).toBe(true)
  return csv.slice(1, -2).split('\r\n')
}

describe('the audit log', () => {
  test('shows who rejected which vendor, what changed, and why', async () => {
    const vendor = await pendingVendor(app)
    const reason = 'The cheque copy cannot be read'
    const answer = await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, {
      as: admin,
      body: { reason },
    })
    const [latest, first] = await rowsOf(`subject_id=${vendor.id}`)
    expect(latest).toMatchObject({
      actor_kind: 'person',
      actor_id: admin.id,
      action: 'reject',
      subject_type: 'vendor',
      subject_id: vendor.id,
      before: { status: 'submitted' },
      after: { status: 'rejected' },
      reason,
      request_id: answer.headers.get('x-request-id'),
    })
    expect(first).toMatchObject({ actor_kind: 'integrator', action: 'apply' })
  })

  test('says which screen shows the record, where vendors and customers have their own or it has another id', async () => {
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      app.call(method, path, { as: admin, body, headers })
    const vendor = await payableVendor({ app, admin }, '1000')
    const ofVendor = await requestedWithdrawal(app, vendor.id, '400')
    const { id: owner_id } = await payableCustomer({ app, admin })
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const wish = { owner_id, amount: '100', account }
    const ofCustomer = (await send('POST', '/api/admin/customer-withdrawals', wish)).body.results
    await send('POST', `/api/admin/vendor-withdrawals/${ofVendor.id}/approve`)
    const run = (await send('POST', '/api/admin/vendor-payouts')).body.results
    const letter = '/api/admin/letters/vendor-approved'
    const edited = await send('PATCH', letter, { subject_en: 'Your shop is open' }, { 'if-match': '"v1"' })
    const letterId = edited.body.results.subject_id
    const recordOf = async (id: string) => {
      const [row] = await rowsOf(`subject_id=${id}&limit=1`)
      const one = (await app.call('GET', `/api/admin/audit/${row?.id}`, { as: admin })).body.results
      expect(one.record).toEqual(row?.record)
      return one.record
    }
    expect(await recordOf(vendor.id)).toEqual({ kind: 'vendor', id: vendor.id })
    expect(await recordOf(ofVendor.id)).toEqual({ kind: 'vendor_withdrawal', id: ofVendor.id })
    expect(await recordOf(ofCustomer.id)).toEqual({ kind: 'customer_withdrawal', id: ofCustomer.id })
    expect(await recordOf(run.id)).toEqual({ kind: 'vendor_payout_run', id: run.id })
    expect(await recordOf(letterId)).toEqual({ kind: 'letter', id: 'vendor-approved' })
    expect((await send('DELETE', `/api/admin/vendor-payouts/${run.id}`)).status).toBe(204)
    expect(await recordOf(run.id)).toBeNull()
  })

  test('is read newest or oldest first, page by page, every entry once', async () => {
    const requestId = 'paged'
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) {
      // Two rows of one moment stand in one order in every page.
      ids.push(await written({ at: `2026-03-0${1 + Math.floor(n / 2)}T08:00:00Z`, request_id: requestId }))
    }
    for (const [sort, order] of [
      ['-at', ids.toReversed()],
      ['at', ids],
    ] as const) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await ask(`request_id=${requestId}&limit=3&sort=${sort}${cursor}`)
        expect(body).toMatchObject({ total: 7, total_is_exact: true })
        seen.push(...body.results.map(({ id }: AuditEntry) => id))
        cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
      } while (cursor)
      expect(seen).toEqual(order)
    }
    const { body } = await ask(`request_id=${requestId}&limit=3&page=3`)
    expect(body.results.map(({ id }: AuditEntry) => id)).toEqual([ids[0]])
  })

  test('counts to a thousand and then reports that there are more', async () => {
    await app.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id)
       select gen_random_uuid(), timestamptz '2025-01-01' + n * interval '2 minutes', 'system', 'test', 'count',
         'shelf', 'many' from generate_series(1, 1200) n`,
    )
    expect((await ask('request_id=many')).body).toMatchObject({ total: 1000, total_is_exact: false })
    expect((await ask('')).body).toMatchObject({ total: 1000, total_is_exact: false })
    expect((await ask('request_id=many&from=2025-01-01&to=2025-01-01')).body).toMatchObject({
      total_is_exact: true,
    })
  })

  test('is filtered by person, action, record type, record and request, and by all together', async () => {
    const [actor_id, subject_id] = [uuidv7(), uuidv7()]
    const at = '2026-04-01T08:00:00Z'
    const wanted = { actor_id, subject_id, action: 'narrow', subject_type: 'niche', request_id: 'narrowed' }
    const id = await written({ at, ...wanted })
    await written({ at })
    for (const [name, value] of Object.entries(wanted)) {
      expect((await rowsOf(`${name}=${value}`)).map((row) => row.id)).toEqual([id])
    }
    const all = new URLSearchParams(wanted).toString()
    expect((await rowsOf(all)).map((row) => row.id)).toEqual([id])
    expect(await rowsOf(all.replace(actor_id, admin.id))).toEqual([])
  })

  test('uses days in Karachi, from midnight to midnight, the last day included', async () => {
    const of = (at: string) => written({ at, request_id: 'midnight' })
    const before = await of('2026-03-09T18:59:59.999Z')
    const first = await of('2026-03-09T19:00:00.000Z')
    const last = await of('2026-03-10T18:59:59.999Z')
    const after = await of('2026-03-10T19:00:00.000Z')
    const within = async (days: string) =>
      (await rowsOf(`request_id=midnight&sort=at&${days}`)).map(({ id }) => id)
    expect(await within('from=2026-03-10&to=2026-03-10')).toEqual([first, last])
    expect(await within('to=2026-03-09')).toEqual([before])
    expect(await within('from=2026-03-11')).toEqual([after])
    expect(await within('from=2026-03-11&to=2026-03-10')).toEqual([])
  })

  test.each([
    'from=yesterday',
    'to=2026-02-30',
    'from=1999-12-31',
    'actor_id=me',
    'q=khan',
    'sort=action',
    'action=',
  ])('refuses to be asked for %s', async (query) => {
    const answer = await ask(query)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].path).toBe(query.split('=')[0])
  })

  test('offers the values that occur in it as filters, each once, people under their latest name', async () => {
    const actor_id = uuidv7()
    const person = { actor_kind: 'person', actor_id, action: 'rename' }
    await written({ ...person, at: '2026-01-01T08:00:00Z', actor_name: 'Old Name' })
    await written({ ...person, at: '2026-01-02T08:00:00Z', actor_name: 'New Name' })
    const { body } = await app.call('GET', '/api/admin/audit/facets', { as: admin })
    const { actions, subject_types, people } = body.results
    expect(actions.filter((action: string) => action === 'rename')).toEqual(['rename'])
    expect(actions).toEqual([...actions].sort())
    expect(subject_types).toContain('vendor')
    expect(people.filter(({ id }: { id: string }) => id === actor_id)).toEqual([
      { id: actor_id, name: 'New Name', kind: 'person' },
    ])
  })

  test('offers every action as a filter, and the newest colleagues of many', async () => {
    const [action, newest] = ['zz the last of many', uuidv7()]
    await app.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, subject_type, request_id)
       select gen_random_uuid(), timestamptz '2025-02-01' + n * interval '1 minute', 'person',
         (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'Colleague ' || n,
         'act ' || lpad((n % 230)::text, 3, '0'), 'shelf', 'facets' from generate_series(1, 1100) n`,
    )
    const last = { actor_kind: 'person', actor_id: newest, actor_name: 'Aamir the Newest', action }
    await written({ at: '2025-02-02T08:00:00Z', request_id: 'facets', ...last })
    const { body } = await app.call('GET', '/api/admin/audit/facets', { as: admin })
    const { actions, people } = body.results
    expect(actions.filter((one: string) => /^act \d{3}$/.test(one))).toHaveLength(230)
    expect(actions).toContain(action)
    expect(people).toHaveLength(1000)
    const names = people.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['Aamir the Newest', 'Colleague 1100']))
    expect(names).not.toContain('Colleague 1')
  })

  test('shows one entry by its id, and refuses an unknown id', async () => {
    const id = await written({ at: '2026-01-01T08:00:00Z', reason: 'because', after: { n: 1 } })
    const { body } = await app.call('GET', `/api/admin/audit/${id}`, { as: admin })
    expect(body.results).toMatchObject({ id, reason: 'because', before: null, after: { n: 1 } })
    expect((await app.call('GET', `/api/admin/audit/${uuidv7()}`, { as: admin })).status).toBe(404)
  })

  test('contains CNIC, tax and bank numbers only masked, in its entries and in its file', async () => {
    const first = sellerBody()
    const { id } = await pendingVendor(app, first)
    await app.call('POST', `/api/admin/sellers/${id}/request-update`, {
      as: admin,
      body: { reason: 'The bank account is another one' },
    })
    const numbers = {
      cnic: '3520298765431',
      shop_ntn: '9250468',
      account_number: '0001123456702',
      ibn_number: 'PK36SCBL0000001123456702',
    }
    const again = {
      ...first,
      seller: { ...first.seller, cnic: numbers.cnic },
      shop: { ...first.shop, ...numbers, cnic: undefined },
    }
    const taken = await app.call('POST', '/api/intake/sellers', { as: await app.intakeKey(), body: again })
    expect(taken.status).toBe(201)
    const [row] = await rowsOf(`subject_id=${id}`)
    expect(Object.keys(row?.after ?? {})).toEqual(
      expect.arrayContaining(['seller.cnic', 'shop.shop_ntn', 'shop.account_number', 'shop.ibn_number']),
    )
    const file = (await take(`subject_id=${id}`)).text
    expect(file).toContain('shop.ibn_number')
    for (const number of [first.seller?.cnic, first.shop?.ibn_number, ...Object.values(numbers)]) {
      expect(JSON.stringify(row)).not.toContain(number)
      expect(file).not.toContain(number)
    }
  })
})

describe('an export of the log', () => {
  test('contains the filtered entries, and is recorded with its person and filters', async () => {
    const id = await written({
      at: '2026-05-01T19:30:00Z',
      request_id: 'taken',
      subject_name: 'Khan, Sons',
      before: { city: 'Lahore' },
      after: { city: 'Multan', open: true },
    })
    const answer = await take('request_id=taken&from=2026-05-02')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(linesOf(answer.text).slice(1)).toEqual([
      `2026-05-02 00:30:00,system,,test,look,shelf,,"Khan, Sons",city: Lahore,city: Multan; open: true,,taken,${id}`,
    ])
    const [row] = await rowsOf('action=export')
    expect(row).toMatchObject({
      actor_id: admin.id,
      subject_type: 'audit_log',
      after: { request_id: 'taken', from: '2026-05-02' },
      request_id: answer.headers.get('x-request-id'),
    })
  })

  test('turns formulas into text, and keeps phone numbers and amounts', async () => {
    const names = ['=HYPERLINK("https://x.example")', '@x', '+cmd', '-1+1', '+923001234567', '-1250.50']
    for (const [n, subject_name] of names.entries()) {
      await written({ at: `2026-05-0${n + 1}T08:00:00Z`, request_id: 'formulas', subject_name })
    }
    const cells = linesOf((await take('request_id=formulas')).text)
      .slice(1)
      .map((line) => line.split(',')[7])
      .toReversed()
    expect(cells).toEqual([
      `"'=HYPERLINK(""https://x.example"")"`,
      `'@x`,
      `'+cmd`,
      `'-1+1`,
      '+923001234567',
      '-1250.50',
    ])
  })

  test('reads every batch, newest entry first and every entry once', async () => {
    await app.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, subject_name, request_id)
       select gen_random_uuid(), timestamptz '2025-02-01' + n / 3 * interval '1 minute', 'system', 'test', 'count',
         'shelf', n, 'batches' from generate_series(1, 1700) n`,
    )
    const lines = linesOf((await take('request_id=batches')).text).slice(1)
    expect(lines).toHaveLength(1700)
    expect(new Set(lines.map((line) => line.split(',')[7])).size).toBe(1700)
    const times = lines.map((line) => line.slice(0, 19))
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('contains only the headings if no entry matches', async () => {
    expect(linesOf((await take('request_id=none')).text)).toHaveLength(1)
  })

  test('is refused without its permission, for a prefetch and with an unknown filter, and nothing is recorded', async () => {
    const reader = await app.person(['Audit Log: view'])
    const before = await countRows()
    const denied = await exported('', reader)
    expect(denied.status).toBe(403)
    expect(denied.body.missing_permission).toBe('Audit Log: export')
    expect((await exported('', admin, { 'sec-purpose': 'prefetch' })).status).toBe(403)
    expect((await exported('page=2')).status).toBe(422)
    expect(await countRows()).toBe(before)
  })
})

test('a user without the permission sees no entry of the log, whatever other permissions they have', async () => {
  const [row] = await rowsOf('limit=1')
  const exporter = await app.person(['Audit Log: export', 'Vendor Verifications: view', 'Manage Roles: view'])
  for (const path of ['', '/facets', `/${row?.id}`]) {
    expect((await app.call('GET', `/api/admin/audit${path}`, { as: exporter })).status).toBe(403)
  }
})
