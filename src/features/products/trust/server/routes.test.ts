import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { awaitsPictures } from '#features/bulk-upload/server/queries.ts'
import { usualChecks } from '#features/products/checks/contract.ts'
import { checkDueListings } from '#features/products/checks/server/commands.ts'
import { readWordModel } from '#features/products/checks/server/queries.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { renewProofs, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct } from '#testing/factories.ts'
import { importedSheet, sheetForm, sheetOf } from '#testing/import-samples.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { type TrustRules, usualRules } from '../contract.ts'
import { decideByRule } from './commands.ts'
import { ruleName } from './rules.ts'

let app: TestApp
let admin: TestPerson
let vendor: string
let category: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const first = await listedProduct({ app, admin })
  vendor = first.vendorId
  await listedProduct({ app, admin }, {}, vendor)
  category = (await addedCategory({ app, admin })).name
})
afterAll(() => app.close())

const easy = { least_days: 0, least_approved: 2, most_rejected_percent: 50, most_refunded_percent: 50 }
const rules = (given: Partial<TrustRules> = {}): TrustRules => ({
  ...usualRules,
  ...{ is_on: true, standard: easy, trusted: easy, most_risk: 100, sample_percent: 1 },
  ...given,
})
const read = async () => (await app.call('GET', '/api/admin/trust-rules', { as: admin })).body.results
async function save(body: TrustRules) {
  await renewProofs(app)
  const headers = { 'if-match': '*' }
  const answer = await app.call('PUT', '/api/admin/trust-rules', { as: admin, body, headers })
  expect(answer.status).toBe(200)
}
/** Switched off and on again, so that the counts start again. */
async function restart(given: Partial<TrustRules> = {}) {
  await save({ ...rules(given), is_on: false })
  await save(rules(given))
}
async function work() {
  const ctx = jobContext('approve-by-rule', { db: app.database.db, services: app.services })
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
  while ((await decideByRule(ctx, awaitsPictures)) > 0);
}
async function saveChecks(checks: typeof usualChecks) {
  const body = { checks, forbidden: [] }
  const headers = { 'if-match': '*' }
  const answer = await app.call('PUT', '/api/admin/listing-checks', { as: admin, body, headers })
  expect(answer.status).toBe(200)
}
async function verdictsOn(made: readonly { id: string }[]): Promise<string[]> {
  const ids = made.map(({ id }) => id)
  const { rows } = await app.database.pool.query(
    'select verdict from trust_verdicts where product_id = any($1) order by product_id',
    [ids],
  )
  return rows.map(({ verdict }) => verdict)
}
const product = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const waiting = (given = {}, of = vendor) => pendingProduct(app, { category, ...given }, of)

describe('approval by rule', () => {
  test('nothing is approved while the rules are off, as they are at first', async () => {
    expect(await read()).toMatchObject({ is_on: false, on_since: null })
    const { id } = await waiting()
    await work()
    expect((await product(id)).status).toBe('submitted')
  })

  test('a low-risk listing of a trusted vendor is approved in the name of the rule, and can be undone', async () => {
    await restart()
    // One in a hundred is the sample, of two at most one.
    const made = [await waiting(), await waiting()]
    await work()
    const looked = await Promise.all(made.map(({ id }) => product(id)))
    const byRule = looked.filter(({ status }) => status === 'approved')
    const [approved] = byRule
    expect(approved.status).toBe('approved')
    expect(approved.decision).toMatchObject({ decided_by: ruleName, decided_by_id: null })
    expect(approved.history[0]).toMatchObject({
      action: 'approve',
      actor_kind: 'system',
      actor_name: ruleName,
    })
    app.clock.move(10 * 60_000)
    const body = { decision_id: approved.decision.id }
    const undone = await app.call('POST', `/api/admin/products/${approved.id}/undo`, { as: admin, body })
    expect(undone.body.results.status).toBe('submitted')
    await work()
    // The rule looks at each version once: what a person undid stays with people.
    expect((await product(approved.id)).status).toBe('submitted')
    expect(await read()).toMatchObject({ approved: byRule.length, found: 1 })
  })

  test('an undone approval counts however many listings of the sample nobody has decided on', async () => {
    await restart()
    const { id: held } = await pendingProduct(app, { category })
    await app.database.pool.query(
      `insert into trust_verdicts (product_id, submission_number, verdict, decided_at, outcome)
       select $1, 1000 + n, 'sampled', $2, 'waiting' from generate_series(1, 1001) n`,
      [held, app.clock.now()],
    )
    const made = [await waiting(), await waiting()]
    await work()
    const looked = await Promise.all(made.map(({ id }) => product(id)))
    const approved = looked.find(({ status }) => status === 'approved')
    const body = { decision_id: approved.decision.id }
    const undone = await app.call('POST', `/api/admin/products/${approved.id}/undo`, { as: admin, body })
    expect(undone.status).toBe(200)
    await work()
    expect(await read()).toMatchObject({ settled: 1, found: 1 })
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from trust_verdicts where product_id = $1 and outcome = 'waiting'",
      [held],
    )
    expect(rows).toEqual([{ n: 1001 }])
  })

  test('a dear, risky or changed listing, and one of another vendor, waits for a person', async () => {
    await restart({ most_risk: 60 })
    const dear = await waiting({ product_price: '90000' })
    const risky = await waiting({ product_name: 'CALL 0300-1234567 FOR LAWN' })
    const unfiled = await waiting({ category: 'Nothing is called so' })
    const other = await pendingProduct(app, { category })
    await work()
    for (const { id } of [dear, risky, unfiled, other]) expect((await product(id)).status).toBe('submitted')
    expect(await read()).toMatchObject({ approved: 0, sampled: 0 })
  })

  test('the share of the sample goes to people', async () => {
    await restart({ sample_percent: 50 })
    const made = await Promise.all(Array.from({ length: 10 }, () => waiting()))
    await work()
    const statuses = await Promise.all(made.map(async ({ id }) => (await product(id)).status))
    const approved = statuses.filter((status) => status === 'approved').length
    expect(approved).toBeGreaterThanOrEqual(4)
    expect(approved).toBeLessThanOrEqual(6)
  })

  test('several instances decide on a listing once, and none breaks off at one of the sample', async () => {
    await restart({ sample_percent: 50 })
    const made = []
    for (let n = 0; n < 8; n += 1) made.push((await waiting()).id)
    const ctx = () => jobContext('approve-by-rule', { db: app.database.db, services: app.services })
    const model = await readWordModel(ctx().db)
    while ((await checkDueListings(ctx(), model)) > 0);
    await Promise.all(Array.from({ length: 4 }, () => decideByRule(ctx(), awaitsPictures)))
    await work()
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from trust_verdicts where product_id = any($1)',
      [made],
    )
    expect(rows).toEqual([{ n: 8 }])
  })

  test('a listing without a picture is looked at again once its picture has come', async () => {
    app.clock.move(1000)
    await restart({ most_risk: 0 })
    const off = Object.entries(usualChecks).map(([name, check]) => [name, { ...check, is_on: false }])
    await saveChecks({ ...Object.fromEntries(off), no_picture: usualChecks.no_picture })
    const made = [await waiting(), await waiting()]
    await work()
    expect(await verdictsOn(made)).toEqual(['left', 'left'])
    app.clock.move(1000)
    const key = await app.intakeKey()
    for (const [number, { id }] of made.entries()) {
      const body = await pictureForm(number)
      const sent = await app.call('POST', `/api/intake/products/${id}/images`, { as: key, body })
      expect(sent.status).toBe(201)
    }
    await work()
    // Of two at most one is the sample.
    expect(await verdictsOn(made)).not.toContain('left')
    expect(await verdictsOn(made)).toContain('approved')
    await saveChecks(usualChecks)
  })

  test('a listing of an import is not decided on before its pictures have come', async () => {
    app.clock.move(1000)
    await restart()
    const zip = new yazl.ZipFile()
    const head = ['SKU', 'Name', 'Retail price', 'Category', 'Pictures']
    const rows = ['TR-1', 'TR-2'].map((sku) => [sku, `Kettle ${sku}`, 4500, category, 'red.png'])
    zip.addBuffer(Buffer.from(sheetOf(head, ...rows)), 'products.csv')
    const file = (await pictureForm()).get('file') as Blob
    zip.addBuffer(Buffer.from(await file.arrayBuffer()), 'red.png')
    zip.end()
    const form = sheetForm(await buffer(zip.outputStream as NodeJS.ReadableStream), 'products.zip')
    const done = await importedSheet({ app, admin }, form, `?vendor_id=${vendor}`)
    expect(done.counts).toMatchObject({ created: 2, pictures_done: 2 })
    const { pool } = app.database
    const { rows: made } = await pool.query(
      'select product_id as id from import_items where import_id = $1',
      [done.id],
    )
    // As the import was before it fetched them.
    await pool.query("update imports set status = 'importing' where id = $1", [done.id])
    await pool.query("update import_pictures set state = 'waiting' where import_id = $1", [done.id])
    await work()
    expect(await verdictsOn(made)).toEqual([])
    await pool.query("update import_pictures set state = 'done' where import_id = $1", [done.id])
    await work()
    expect(await verdictsOn(made)).toHaveLength(2)
    await pool.query("update imports set status = 'done' where id = $1", [done.id])
  })

  test('it stops by itself when people find too much wrong with the sample, and says so', async () => {
    await restart({ sample_percent: 100, least_settled: 2, most_found_percent: 40 })
    const made = [await waiting(), await waiting()]
    await work()
    for (const { id } of made) {
      const body = { reason: 'The picture shows another product' }
      expect((await app.call('POST', `/api/admin/products/${id}/reject`, { as: admin, body })).status).toBe(
        200,
      )
    }
    app.clock.move(60_000)
    await work()
    const after = await read()
    expect(after).toMatchObject({ is_on: false, sampled: 2, settled: 2, found: 2 })
    expect(after.stopped_because).toMatch(/2 of 2/)
    const { id } = await waiting()
    await work()
    expect((await product(id)).status).toBe('submitted')
  })
})

test('the record of the vendor counts what people decided, and what else waits', async () => {
  const { id, vendorId } = await listedProduct({ app, admin })
  await pendingProduct(app, {}, vendorId)
  const path = `/api/admin/products/${id}/vendor-record`
  const { body } = await app.call('GET', path, { as: admin })
  expect(body.results).toMatchObject({ approved: 1, rejected: 0, waiting: 1, refunds: 0, tier: 'new' })
  expect(body.results).toMatchObject({ sold_orders: 0, returned: 0, open_refunds: 0 })
})

test('only who may decide on products switches the rules on, with a fresh proof; who sets up the shop may switch them off', async () => {
  const [setUp, decider] = [
    await app.person(['General Setting: view', 'General Setting: configure']),
    await app.person([
      'General Setting: view',
      'General Setting: configure',
      'Products: view',
      'Products: decide',
    ]),
  ]
  const path = '/api/admin/trust-rules'
  const saved = async (as: TestPerson, is_on: boolean) =>
    app.call('PUT', path, { as, body: { ...rules(), is_on }, headers: { 'if-match': '*' } })
  const before = await read()
  const refused = await saved(setUp, true)
  expect([refused.status, refused.body.missing_permission]).toEqual([403, 'Products: decide'])
  expect(await read()).toEqual(before)
  expect((await saved(decider, true)).status).toBe(200)
  expect((await saved(setUp, false)).status).toBe(200)
  expect(await read()).toMatchObject({ is_on: false })
  await app.database.pool.query('update sessions set verified_at = $1 where verified_at is not null', [
    new Date(app.clock.now().getTime() - 11 * 60_000),
  ])
  expect((await saved(decider, true)).body.type).toBe('urn:munshi:step-up-needed')
  expect(await read()).toMatchObject({ is_on: false })
  await renewProofs(app)
})
