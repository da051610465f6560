import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#features/access/server/queries.ts'
import { checkDueListings } from '#features/products/checks/server/commands.ts'
import { readWordModel } from '#features/products/checks/server/queries.ts'
import { productWork } from '#features/products/server/matching-commands.ts'
import { workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import { refusing, stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const expectRefused = refusing(() => app)
const post = (path: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/products/${path}`, { as, body })
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const handIn = (body: object) => app.call('POST', '/api/intake/products', { as: key, body })
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows
const listed = async (asked: string) =>
  (await app.call('GET', `/api/admin/products/get/approved?limit=100${asked}`, { as: admin })).body.results

const nameOf = async ({ id }: TestPerson) =>
  (await query('select username from people where id = $1', [id]))[0].username

const messagesOf = (id: string) =>
  query(
    "select kind, status, body_text from messages where subject_id = $1 and kind like '%edit%' order by created_at",
    [id],
  )
const decisionsOf = (id: string) =>
  query(
    "select action, reason, overridden, undone_at from decisions where subject_id = $1 and subject_type = 'product_revision'",
    [id],
  )

async function checkAll() {
  const ctx = jobContext('check-listings', { db: app.database.db, services: app.services })
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
}

/** Leaves the findings of one check. */
const onlyWarning = (check: string) =>
  query(
    `update product_checks set findings = (
      select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(findings) f where f ->> 'check' = $1)`,
    [check],
  )

/** A live listing with an edit of its name and price, and the edit as the list of edits names it. */
async function withEdit(word: string, vendorId?: string, edit: object = {}) {
  const product = await pendingProduct(app, { product_name: word, product_price: '900' }, vendorId)
  await post(`${product.id}/approve`)
  await handIn({ ...product.body, product_name: `${word} new`, product_price: '4321', ...edit })
  const { change_id } = await waitingOf(product.id)
  return { ...product, item: { id: product.id, change_id } }
}

async function waitingOf(id: string): Promise<{ change_id: string }> {
  const [row] = await query(
    "select id as change_id from product_submissions where product_id = $1 and status = 'waiting'",
    [id],
  )
  return row
}

/** Live listings of one vendor, each with an edit that waits. */
async function someEdits(word: string, count: number) {
  const vendorId = (await pendingVendor(app)).id
  const made: Awaited<ReturnType<typeof withEdit>>[] = []
  for (let n = 0; n < count; n += 1) made.push(await withEdit(`${word} ${n}`, vendorId))
  return { made, items: made.map(({ item }) => item), filter: { q: word } }
}

const work = () =>
  workOnBulkJobs(productWork, actorOf).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    app.app.log as never,
  )
const jobOf = async (id: string) =>
  (await app.call('GET', `/api/admin/jobs/${id}`, { as: admin })).body.results

async function undone(id: string) {
  const begun = await app.call('POST', `/api/admin/jobs/${id}/undo`, { as: admin })
  await work()
  return jobOf(begun.body.results.job_id)
}

describe('several edits together', () => {
  test('are approved: each is live, with its decision, its letter and its audit row, and can be undone', async () => {
    const { items } = await someEdits('Together', 2)
    const answer = await post('revisions/bulk/approve', { items, reason: 'Seen in the shop' })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject(
      items.map(({ id }, n) => ({ id, name: `Together ${n} new`, outcome: 'done', message: '' })),
    )
    for (const [n, { id }] of items.entries()) {
      const page = await read(id)
      expect(page).toMatchObject({
        ...{ product_name: `Together ${n} new`, product_price: '4321', revision: null },
        change_decision: { id: answer.body.results[n].decision_id, to_status: 'approved' },
      })
      expect(page.history[0]).toMatchObject({
        ...{ action: 'approve edit', before: { product_name: `Together ${n}` } },
        after: { product_name: `Together ${n} new` },
      })
      expect(await messagesOf(id)).toMatchObject([{ kind: 'product edit approved', status: 'queued' }])
    }
    const [{ id = '' } = {}] = items
    const { decision_id } = answer.body.results[0]
    expect((await post(`${id}/revisions/undo`, { decision_id })).status).toBe(200)
    expect(await read(id)).toMatchObject({ product_name: 'Together 0', revision: { status: 'waiting' } })
    expect(await messagesOf(id)).toMatchObject([{ status: 'withdrawn' }])
  })

  test('are rejected, each with its own reasons, and the live versions stay', async () => {
    const { items } = await someEdits('Apart', 2)
    const [first, second] = items as [object, object]
    const answer = await post('revisions/bulk/reject', {
      items: [
        { ...first, reasons: [{ code: 'listing_price_wrong', fields: ['product_price'] }] },
        { ...second, reason: 'Not this brand' },
      ],
    })
    expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done'])
    for (const [n, { id }] of items.entries())
      expect(await read(id)).toMatchObject({ product_name: `Apart ${n}`, revision: null })
    const [said] = await messagesOf(items[1]?.id ?? '')
    expect(said).toMatchObject({ kind: 'product edit rejected' })
    expect(said.body_text).toContain('Not this brand')
    const [entry] = (await read(items[0]?.id ?? '')).history
    expect(entry).toMatchObject({ action: 'reject edit', after: { reasons: 'listing_price_wrong' } })
  })

  test('that were replaced or decided meanwhile are named and left as they are, and the others are done', async () => {
    const { made, items } = await someEdits('Meanwhile', 4)
    const [replaced, decided, withdrawn, open] = made as [Made, Made, Made, Made]
    await handIn({ ...replaced.body, product_name: 'Another edit' })
    await post('revisions/bulk/reject', { items: [{ ...decided.item, reason: 'No' }] })
    await handIn(withdrawn.body)
    const before = await Promise.all([replaced, decided, withdrawn].map(({ id }) => storedOf(id)))
    const checked = await post('revisions/bulk/check', { items, verb: 'approve' })
    const answer = await post('revisions/bulk/approve', { items })
    const words = [
      'This edit is already superseded',
      `This edit is already rejected by ${await nameOf(admin)}`,
      'This edit is already superseded',
      '',
    ]
    const messages = ({ message }: { message: string }) => message
    expect(answer.body.results.map(messages)).toEqual(words)
    expect(checked.body.results.map(messages)).toEqual(words)
    expect(answer.body.results).toMatchObject([
      { name: 'Meanwhile 0', outcome: 'refused', decision_id: null },
      { name: 'Meanwhile 1', outcome: 'refused' },
      { name: 'Meanwhile 2', outcome: 'refused' },
      { name: 'Meanwhile 3 new', outcome: 'done' },
    ])
    expect(await Promise.all([replaced, decided, withdrawn].map(({ id }) => storedOf(id)))).toEqual(before)
    expect(await read(replaced.id)).toMatchObject({
      ...{ product_name: 'Meanwhile 0', revision: { status: 'waiting' } },
    })
    expect(await read(open.id)).toMatchObject({ revision: null })
  })

  test('keep the warnings, and the reason where there are some; the dry run names them', async () => {
    const vendorId = (await pendingVendor(app)).id
    const { item: warned } = await withEdit('Warned', vendorId, { product_name: 'Call 0300-1234567' })
    const { item: clean } = await withEdit('Clean', vendorId)
    const items = [warned, clean]
    await checkAll()
    await onlyWarning('contact')
    const { body } = await post('revisions/bulk/check', { items, verb: 'approve' })
    expect(body.results.map(({ warnings }: { warnings: string[] }) => warnings.length)).toEqual([1, 0])
    await post('revisions/bulk/approve', { items, reason: 'Asked the vendor' })
    expect(await decisionsOf(warned.id)).toMatchObject([
      { reason: 'Asked the vendor', overridden: body.results[0].warnings },
    ])
    expect(await decisionsOf(clean.id)).toMatchObject([{ reason: '', overridden: [] }])
    expect((await read(warned.id)).history[0]).toMatchObject({
      ...{ action: 'approve edit', reason: 'Asked the vendor' },
      after: { approved_despite: body.results[0].warnings.join('. ') },
    })
  })

  test('that a colleague is reviewing are named by the dry run', async () => {
    const { items } = await someEdits('Held', 2)
    const colleague = await app.person()
    await app.call('PUT', `/api/admin/products/${items[0]?.id}/claim`, { as: colleague, body: {} })
    const { body } = await post('revisions/bulk/check', { items, verb: 'reject' })
    expect(body.results.map(({ held_by }: { held_by: unknown }) => held_by)).toEqual([
      { id: colleague.id, name: await nameOf(colleague) },
      null,
    ])
  })

  test('that a colleague is reviewing are taken over by the decision, and the colleague is told', async () => {
    const { items } = await someEdits('Taken', 2)
    const [colleague, decider] = [await app.person(), await app.person()]
    const [held] = items as [(typeof items)[number]]
    await app.call('PUT', `/api/admin/products/${held.id}/claim`, { as: colleague, body: {} })
    await post('revisions/bulk/approve', { items }, decider)
    const rows = await query(
      `select subject_id, actor_id, before ->> 'reviewer_id' as reviewer from audit_log
      where action = 'take over review' and subject_id = any($1)`,
      [items.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ subject_id: held.id, actor_id: decider.id, reviewer: colleague.id }])
    const told = await app.call('GET', '/api/account/notifications', { as: colleague })
    expect(told.body.results.map(({ event }: { event: string }) => event)).toContain('claimed_away')
    // A person who decided on many is not shown as reviewing one of them.
    const claim = await app.call('GET', `/api/admin/products/${held.id}/claim`, { as: colleague })
    expect(claim.body.results).toMatchObject({ by: null })
  })

  test('are not decided on by a person who may not decide, without a reason, or twice', async () => {
    const { items } = await someEdits('Denied', 1)
    const viewer = await app.person(['Products: view', 'Products: act'])
    const said = { items: items.map((item) => ({ ...item, reason: 'No' })) }
    await expectRefused(403, () => post('revisions/bulk/approve', { items }, viewer))
    await expectRefused(403, () => post('revisions/bulk/reject', said, viewer))
    await expectRefused(403, () => post('revisions/bulk/check', { items, verb: 'approve' }, viewer))
    await expectRefused(422, () => post('revisions/bulk/reject', { items }))
    await expectRefused(422, () => post('revisions/bulk/approve', { ids: items.map(({ id }) => id) }))
    await post('revisions/bulk/approve', { items })
    const before = await stateOf(app)
    const again = await post('revisions/bulk/approve', { items })
    expect(again.body.results).toMatchObject([{ outcome: 'refused', decision_id: null }])
    expect(await stateOf(app)).toBe(before)
  })

  test('of which one lost its SKU or belongs to another listing are refused by name', async () => {
    const vendorId = (await pendingVendor(app)).id
    const lost = await withEdit('Lost', vendorId, { sku: 'BULK-LOST' })
    const other = await withEdit('Other', vendorId)
    const taker = await pendingProduct(app, { sku: 'BULK-LOST' }, vendorId)
    const items = [lost.item, { id: other.id, change_id: lost.item.change_id }]
    const words = [
      `The SKU BULK-LOST now belongs to ${taker.body.product_name}. Reject this edit, or change the SKU first`,
      'There is no such edit',
    ]
    for (const call of ['check', 'approve']) {
      const body = call === 'check' ? { items, verb: 'approve' } : { items }
      const { results } = (await post(`revisions/bulk/${call}`, body)).body
      expect(results.map(({ message }: { message: string }) => message)).toEqual(words)
    }
    expect((await read(lost.id)).revision).not.toBeNull()
    const filter = { ids: [lost.id, other.id] }
    const tried = await post('revisions/bulk/try-matching', { verb: 'approve', filter, except: [] })
    expect(tried.body.results).toMatchObject({
      ...{ total: 2, possible: 1 },
      obstacles: [{ message: words[0], count: 1 }],
    })
  })
})

type Made = Awaited<ReturnType<typeof withEdit>>
type Item = Made['item']

/** Everything that a refused decision must leave as it is. */
const storedOf = async (id: string) =>
  (
    await query(
      `select to_jsonb(p) as product,
        (select json_agg(s.status order by s.number) from product_submissions s where s.product_id = p.id) as submissions,
        (select count(*)::int from messages m where m.subject_id = p.id) as messages,
        (select count(*)::int from audit_log a where a.subject_id = p.id) as audits,
        (select count(*)::int from decisions d where d.subject_id = p.id) as decisions
      from products p where p.id = $1`,
      [id],
    )
  )[0]

describe('all edits that match', () => {
  const begin = (body: object) => post('revisions/bulk/decide-matching', { except: [], ...body })

  test('are approved by a job that is undone as a whole, and no letter leaves before', async () => {
    const { items, filter } = await someEdits('Matching', 3)
    const [left, ...others] = items as [Item, Item, Item]
    const counted = await app.call('GET', '/api/admin/products/revisions/matching?q=Matching', { as: admin })
    expect(counted.body.results).toEqual({ count: 3, is_more: false })
    const tried = await post('revisions/bulk/try-matching', { verb: 'approve', filter, except: [left.id] })
    expect(tried.body.results).toMatchObject({
      ...{ total: 2, possible: 2, obstacles: [], warned: 2, not_looked_into: 0 },
      warnings: [{ message: 'This version has not been checked yet', count: 2 }],
    })
    const begun = await begin({
      ...{ verb: 'approve', filter, except: [left.id], count: 2, reason: 'The vendor is known' },
    })
    expect(begun.status).toBe(202)
    await work()
    const job = await jobOf(begun.body.results.job_id)
    expect(job).toMatchObject({ kind: 'approve_edits', total: 2, done: 2, failed: 0 })
    for (const { id } of others) {
      expect(await read(id)).toMatchObject({ product_price: '4321', revision: null })
      expect(await decisionsOf(id)).toMatchObject([{ reason: 'The vendor is known' }])
    }
    expect((await read(left.id)).revision).not.toBeNull()
    app.clock.move(60_000)
    expect(await undone(job.id)).toMatchObject({ done: 2, failed: 0 })
    for (const { id } of others) {
      expect(await read(id)).toMatchObject({ product_price: '900', revision: { status: 'waiting' } })
      expect(await messagesOf(id)).toMatchObject([{ status: 'withdrawn' }])
    }
  })

  test('are rejected with coded reasons; an edit that replaced another since the job began is left waiting', async () => {
    const { made, filter } = await someEdits('Late', 2)
    const [replaced, open] = made as [Made, Made]
    const reasons = [{ code: 'listing_price_wrong', fields: ['product_price'] }]
    const begun = await begin({ verb: 'reject', filter, count: 2, reasons })
    await handIn({ ...replaced.body, product_name: 'Late 0 newer' })
    await work()
    const job = await jobOf(begun.body.results.job_id)
    expect(job).toMatchObject({
      ...{ done: 1, failed: 1 },
      failures: [{ id: replaced.id, name: 'Late 0', message: 'This edit is already superseded' }],
    })
    expect((await read(replaced.id)).revision.fields[0]).toMatchObject({ after: 'Late 0 newer' })
    expect(await read(open.id)).toMatchObject({ product_name: 'Late 1', revision: null })
    expect(await undone(job.id)).toMatchObject({ total: 1, done: 1, failed: 0 })
    expect((await read(open.id)).revision).not.toBeNull()
  })

  test('of which one was gone before the job could name it is told as such', async () => {
    const { items, filter } = await someEdits('Gone', 1)
    const begun = await begin({ verb: 'approve', filter, count: 1 })
    await query("update bulk_rows set mark = '' where job_id = $1", [begun.body.results.job_id])
    await work()
    expect(await jobOf(begun.body.results.job_id)).toMatchObject({
      ...{ done: 0, failed: 1, failures: [{ message: 'There is no such edit' }] },
    })
    expect((await read(items[0]?.id ?? '')).revision).not.toBeNull()
  })

  test('are not begun without permission, without a reason, or with another number', async () => {
    const { filter } = await someEdits('Unbegun', 2)
    const viewer = await app.person(['Products: view', 'Products: act'])
    const body = { verb: 'approve', filter, except: [], count: 2 }
    await expectRefused(403, () => post('revisions/bulk/decide-matching', body, viewer))
    await expectRefused(422, () => begin({ ...body, verb: 'reject' }))
    await expectRefused(409, 'Only 2 edits match. Check the list again', () => begin({ ...body, count: 3 }))
  })
})

describe('the list of edits', () => {
  test('tells of each row what its edit changes', async () => {
    const { item } = await withEdit('Told')
    const [row] = await listed('&revision=waiting&q=Told')
    expect(row.edit).toEqual({
      id: item.change_id,
      fields: [
        { path: 'product_name', before: 'Told', after: 'Told new' },
        { path: 'product_price', before: '900', after: '4321' },
      ],
      has_new_images: false,
    })
    const [plain] = await listed('&q=Told')
    expect(plain.edit).toBeNull()
  })
})
