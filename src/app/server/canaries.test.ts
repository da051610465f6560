import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { ibanCheckDigits } from '#kit/contract/pakistan.ts'
import { createLogger } from '#kit/server/log.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingOrder, sellerBody } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { type Sample, type Stage, samples } from '#testing/samples.ts'
import { routes } from './routes.ts'

const account = '0009876501234567'
const changedAccount = '0009876507654321'
const refundedAccount = '0009876509876543'
const correctedAccount = '0009876503456789'
/** Numbers and a name that stand nowhere else: where one of them turns up, it came from the vendor. */
const canaries = {
  cnic: '3520187654321',
  ibn_number: `PK${ibanCheckDigits('SCBL', account)}SCBL${account}`,
  account_number: account,
  changedIban: `PK${ibanCheckDigits('SCBL', changedAccount)}SCBL${changedAccount}`,
  changedAccount,
  refundIban: `PK${ibanCheckDigits('MEZN', refundedAccount)}MEZN${refundedAccount}`,
  correctedIban: `PK${ibanCheckDigits('MEZN', correctedAccount)}MEZN${correctedAccount}`,
  fileName: 'canary-cheque-of-aurangzeb.png',
}
/** As people write them: with and without dashes and spaces, in the digits of Urdu, in any case. */
const spellingsOf = (text: string) => [
  text,
  text.replace(/^(\d{5})(\d{7})(\d)$/, '$1-$2-$3'),
  text.replace(/(.{4})(?=.)/g, '$1 '),
  text.replace(/(.{4})(?=.)/g, '$1-'),
  text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit))),
]
const traces = Object.values(canaries)
  .flatMap((text) => [...spellingsOf(text), Buffer.from(text).toString('base64').replace(/=+$/, '')])
  .map((trace) => trace.toLowerCase())

const logged: string[] = []
let app: TestApp
let stage: Stage
let vendorId: string
let refunded: string
let refundPath: string
const papers: string[] = []
/** Files of rows that were taken out by searching for one of them. */
let exportsSearched = 0

beforeAll(async () => {
  const log = createLogger('trace', { write: (line: string) => void logged.push(line) })
  app = await startTestApp({}, { log })
  stage = { app, admin: await app.person(), key: await app.intakeKey() }
  await liveALife()
})
afterAll(() => app.close())

/** What happens to a vendor between application and change of bank, refusals included. */
async function liveALife(): Promise<void> {
  const { admin, key } = stage
  const plain = sellerBody()
  const body = {
    ...plain,
    seller: { ...plain.seller, cnic: canaries.cnic },
    shop: { ...plain.shop, account_number: account, ibn_number: canaries.ibn_number },
  }
  const intake = (given: unknown) => app.call('POST', '/api/intake/sellers', { as: key, body: given })
  const decide = (verb: string, reason?: string) =>
    app.call('POST', `/api/admin/sellers/${vendorId}/${verb}`, {
      as: admin,
      body: reason ? { reason } : undefined,
    })
  const attach = async () => {
    const form = new FormData()
    form.append('file', (await pictureForm()).get('file') as Blob, canaries.fileName)
    const answer = await app.call('POST', `/api/intake/sellers/${vendorId}/files/cheque_copy`, {
      as: key,
      body: form,
    })
    expect(answer.status).toBe(201)
    papers.push(answer.body.results.id)
  }
  vendorId = (await intake(body)).body.results.id
  await attach()
  // The same numbers at another vendor are found by the checks of both.
  await intake({ ...sellerBody(), seller: body.seller, shop: body.shop })
  await intake({ ...body, shop: { ...body.shop, ibn_number: `${canaries.ibn_number}9` } })
  expect((await decide('request-update', 'Send the cheque again')).status).toBe(200)
  expect((await intake({ ...body, seller: { ...body.seller, sellers_address: '7 Mall Road' } })).status).toBe(
    201,
  )
  await attach()
  expect((await decide('approve')).status).toBe(200)
  const changed = { ...body.shop, account_number: changedAccount, ibn_number: canaries.changedIban }
  await intake({ ...body, shop: changed })
  await decide('disable', 'Asked for by the vendor')
  await decide('enable')
  await refund()
}

/** A refund to one account, corrected to another; both are refused first with something wrong about them. */
async function refund(): Promise<void> {
  const { admin } = stage
  const made = await pendingOrder(stage, [], { payment_method: 'card', paid_reference: 'c' })
  refunded = `/api/admin/orders/${made.id}`
  const order = (await app.call('GET', refunded, { as: admin })).body.results
  const lines = [{ line_id: order.parts[0].lines[0].id, amount: '1' }]
  const post = (path: string, body: unknown) => app.call('POST', `${refunded}/${path}`, { as: admin, body })
  const account = { account_title: 'Aurangzeb', ibn_number: canaries.refundIban }
  expect((await post('refunds', { lines, account })).status).toBe(422)
  const granted = await post('refunds', { lines, account, reason: 'Torn' })
  const refundId = granted.body.results.refunds[0].id
  const corrected = { ...account, ibn_number: canaries.correctedIban }
  const wrong = { ...account, ibn_number: `${canaries.correctedIban}9` }
  expect((await post(`refunds/${refundId}/account`, wrong)).status).toBe(422)
  expect((await post(`refunds/${refundId}/account`, corrected)).status).toBe(200)
  refundPath = `${refunded}/refunds/${refundId}`
}

/** The samples of all GETs, which change nothing: made once for everybody who looks. */
const sampled = new Map<string, Sample>()

/** Every GET there is by its sample, this vendor's own, and lists and searches for each canary. */
async function crawl(as: TestPerson): Promise<{ answers: number; found: string[] }> {
  let answers = 0
  const found: string[] = []
  const look = (what: string, { status, body, headers }: Answer) => {
    answers += 1
    expect(status, what).toBeLessThan(500)
    const text = JSON.stringify([
      typeof body === 'string' ? body : JSON.stringify(body),
      [...headers],
    ]).toLowerCase()
    for (const trace of traces) if (text.includes(trace)) found.push(`${trace} in ${what}`)
  }
  for (const { endpoint } of routes.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const name = `GET ${endpoint.path}`
    const sample = sampled.get(name) ?? (await samples[name]?.(stage))
    if (sample) sampled.set(name, sample)
    if (sample && !sample.path.endsWith('/approve')) look(name, await app.call('GET', sample.path, { as }))
    if (endpoint.layout === 'page' || endpoint.layout === 'nested') {
      const path = endpoint.path.replace(':id', vendorId)
      look(path, await app.call('GET', `${path}?limit=100`, { as }))
      for (const text of endpoint.query && 'q' in endpoint.query.shape ? Object.values(canaries) : []) {
        look(`${path}?q=…`, await app.call('GET', `${path}?limit=100&q=${encodeURIComponent(text)}`, { as }))
      }
    }
    if (sample && endpoint.layout === 'csv' && endpoint.query && 'q' in endpoint.query.shape) {
      const searches = Object.values(canaries).slice(0, 3).flatMap(spellingsOf)
      for (const text of [...searches, '0300 1234567 Hina']) {
        const path = `${sample.path}${sample.path.includes('?') ? '&' : '?'}q=${encodeURIComponent(text)}`
        const answer = await app.call('GET', path, { as })
        look(`${endpoint.path}?q=…`, answer)
        if (answer.status === 200) exportsSearched += 1
      }
    }
    if (endpoint.path.includes('/sellers/:id')) {
      for (const paper of papers) {
        const path = endpoint.path.replace(':id', vendorId).replace(':file_id', paper)
        if (!path.endsWith('/approve')) look(endpoint.path, await app.call('GET', path, { as }))
      }
    }
  }
  const entries = await app.call('GET', `/api/admin/audit?subject_id=${vendorId}&limit=100`, { as })
  for (const { id } of entries.status === 200 ? entries.body.results : []) {
    look('an audit row', await app.call('GET', `/api/admin/audit/${id}`, { as }))
  }
  for (const { endpoint } of routes.filter(({ endpoint }) => endpoint.path.includes('/sellers/:id'))) {
    if (endpoint.method === 'GET' || endpoint.path.includes(':message_id')) continue
    const path = endpoint.path.replace(':id', vendorId).replace(':file_id', papers[0] ?? '')
    const refused = await app.call(endpoint.method, path, { as, body: { reason: '' } })
    look(`the refusal of ${endpoint.path}`, refused)
  }
  const refundId = refundPath.split('/').at(-1)
  for (const path of [refunded, `/api/admin/orders/refunds/${refundId}`, `${refundPath}/effect`]) {
    look(path, await app.call('GET', path, { as }))
  }
  const trail = await app.call('GET', `/api/admin/audit?subject_id=${refunded.split('/').at(-1)}&limit=100`, {
    as,
  })
  look('the audit rows of the refund', trail)
  look(
    'the refusal of a refund',
    await app.call('POST', `${refundPath}/send`, { as, body: { reference: '' } }),
  )
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/']) {
    look(path, await app.call('GET', path, { as }))
  }
  return { answers, found }
}

test('the numbers are there for who may see them, and only asked for', async () => {
  const { body } = await app.call('POST', `/api/admin/sellers/${vendorId}/reveal`, {
    as: stage.admin,
    body: { fields: ['cnic', 'ibn_number', 'account_number'] },
  })
  expect(body.results).toEqual({
    cnic: canaries.cnic,
    ibn_number: canaries.ibn_number,
    account_number: canaries.account_number,
  })
  const revealed = await app.call('POST', `${refundPath}/reveal`, { as: stage.admin })
  expect(revealed.body.results).toEqual({ ibn_number: canaries.correctedIban })
})

test.each([
  ['without Vendor Verifications', (permission: string) => !permission.startsWith('Vendor Verifications:')],
  [
    'who may not see bank and identity data',
    (permission: string) => permission !== 'Vendor Verifications: reveal',
  ],
  ['who may, as long as they do not ask', () => true],
])(
  'nobody %s finds any of them in a list, search, record, export, audit row or refusal',
  async (who, holds) => {
    const { answers, found } = await crawl(await app.person(allPermissions.filter(holds)))
    expect(found).toEqual([])
    expect(answers).toBeGreaterThan(60)
    process.stdout.write(`${answers} answers looked through as somebody ${who}: ${found.length} canaries\n`)
  },
)

test('no table, log line or audit row holds one, and no file its name', async () => {
  const { rows: tables } = await app.database.pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const found: string[] = []
  let seen = false
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(`select lower(t::text) as text from "${name}" t`)
    for (const { text } of rows) {
      seen ||= text.includes('7 mall road')
      for (const trace of traces) if (text.includes(trace)) found.push(`${trace} in ${name}`)
    }
  }
  const log = logged.join('').toLowerCase()
  for (const trace of traces) if (log.includes(trace)) found.push(`${trace} in the log`)
  expect(found).toEqual([])
  expect(logged.length).toBeGreaterThan(100)
  // What was searched for to take out a file is a row of the audit log.
  expect(exportsSearched).toBeGreaterThan(30)
  const { rows: exported } = await app.database.pool.query(
    "select after->>'q' as q from audit_log where action = 'export' and after->>'q' like '%Hina%'",
  )
  expect(exported.length).toBeGreaterThan(0)
  expect(new Set(exported.map(({ q }) => q))).toEqual(new Set(['[removed] Hina']))
  // The same search does find what is not secret.
  expect(seen).toBe(true)
})
