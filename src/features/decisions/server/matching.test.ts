import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#features/access/server/queries.ts'
import { matchingCustomers } from '#features/customers/server/matching-commands.ts'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { checkDueListings } from '#features/products/checks/server/commands.ts'
import { readWordModel } from '#features/products/checks/server/queries.ts'
import { productWork } from '#features/products/server/matching-commands.ts'
import { matchingVendors } from '#features/vendors/server/matching-commands.ts'
import { workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingCustomer, pendingProduct, pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const expectRefused = refusing(() => app)
const post = (path: string, body: unknown) => app.call('POST', `/api/admin/${path}`, { as: admin, body })
const get = async (path: string) => (await app.call('GET', `/api/admin/${path}`, { as: admin })).body.results
const work = () =>
  workOnBulkJobs({ ...matchingVendors.jobs, ...productWork, ...matchingCustomers.jobs }, actorOf).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    app.app.log as never,
  )
const statusOf = async (noun: string, id: string) => (await get(`${noun}/${id}`)).status

/** Begins a job, works on it, and answers it. */
async function decided(noun: string, body: object) {
  const begun = await post(`${noun}/bulk/decide-matching`, body)
  expect([begun.status, begun.body.message]).toEqual([202, undefined])
  await work()
  return get(`jobs/${begun.body.results.job_id}`)
}

/** Begins a job that sends these listings back. */
async function sentBack(filter: object, count: number): Promise<{ job_id: string }> {
  const reasons = [{ code: 'listing_picture_unclear', fields: ['images'] }]
  const body = { verb: 'request_update', filter, except: [], count, reasons }
  const begun = await post('products/bulk/decide-matching', body)
  expect([begun.status, begun.body.message]).toEqual([202, undefined])
  return begun.body.results
}

async function undone(id: string) {
  const begun = await post(`jobs/${id}/undo`, undefined)
  expect(begun.status).toBe(202)
  await work()
  return get(`jobs/${begun.body.results.job_id}`)
}

const addPicture = async (id: string) =>
  app.call('POST', `/api/intake/products/${id}/images`, {
    ...{ as: await app.intakeKey(), body: await pictureForm() },
  })

async function checkAll() {
  const ctx = jobContext('check-listings', { db: app.database.db, services: app.services })
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
}

/** Sends what is due, and answers what became of the letters about this record, the oldest first. */
async function lettersOf(id: string): Promise<{ kind: string; status: string }[]> {
  const mailer = { description: 'this test', send: async () => {}, close: () => {} }
  await deliverDue(jobContext('deliver-messages', { db: app.database.db, services: app.services }), mailer)
  const { rows } = await app.database.pool.query(
    'select kind, status from messages where subject_id = $1 order by id',
    [id],
  )
  return rows
}

/** Leaves the findings of one check. */
const onlyWarning = (check: string) =>
  app.database.pool.query(
    `update product_checks set findings = (
      select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(findings) f where f ->> 'check' = $1)`,
    [check],
  )

/** Listings that one search finds. */
async function someProducts(word: string, count: number) {
  const vendorId = (await pendingVendor(app)).id
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push((await pendingProduct(app, { product_name: `${word} ${n}` }, vendorId)).id)
  return { ids, filter: { q: word, list: 'pending' } }
}

describe('all listings that match', () => {
  test('are sent back with coded reasons, each with a letter and the fields asked for, and undone as a whole', async () => {
    const { ids, filter } = await someProducts('Sentback', 3)
    const [left, ...others] = ids as [string, string, string]
    const tried = await post('products/bulk/try-matching', { verb: 'request_update', filter, except: [left] })
    expect(tried.body.results).toMatchObject({
      ...{ total: 2, possible: 2, obstacles: [], warned: 0 },
      first: { id: expect.any(String), name: expect.stringContaining('Sentback') },
    })
    const job = await decided('products', {
      ...{ verb: 'request_update', filter, except: [left], count: 2 },
      reasons: [{ code: 'listing_picture_unclear', fields: ['images'] }],
    })
    expect(job).toMatchObject({ total: 2, done: 2, failed: 0 })
    for (const id of others) {
      expect(await statusOf('products', id)).toBe('changes_requested')
      expect(await get(`products/${id}/requested`)).toMatchObject({
        reasons: [{ code: 'listing_picture_unclear' }],
        fields: [{ path: 'images', is_touched: false }],
      })
    }
    expect(await statusOf('products', left)).toBe('submitted')
    expect(await undone(job.id)).toMatchObject({ done: 2, failed: 0 })
    for (const id of others) expect(await statusOf('products', id)).toBe('submitted')
    const { rows } = await app.database.pool.query(
      "select status from messages where subject_id = any($1) and kind = 'product update requested'",
      [others],
    )
    expect(rows.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn'])
  })

  test('can be undone for 15 minutes from the first of them, however long the job waited', async () => {
    const { ids, filter } = await someProducts('Waited', 2)
    const { job_id } = await sentBack(filter, 2)
    app.clock.move(20 * 60_000)
    await work()
    const job = await get(`jobs/${job_id}`)
    expect(job).toMatchObject({ total: 2, done: 2, failed: 0 })
    const left = Date.parse(job.undo_until) - app.clock.now().getTime()
    expect(left).toBeGreaterThan(14 * 60_000)
    expect(left).toBeLessThanOrEqual(15 * 60_000)
    // Nothing has left, and nothing leaves before the time is over.
    const { rows } = await app.database.pool.query(
      `select status, send_at > $2 as is_held from messages
       where subject_id = any($1) and kind = 'product update requested'`,
      [ids, job.undo_until],
    )
    expect(rows).toEqual(Array(2).fill({ status: 'queued', is_held: true }))
    app.clock.move(14 * 60_000)
    expect(await undone(job_id)).toMatchObject({ done: 2, failed: 0 })
    for (const id of ids) expect(await statusOf('products', id)).toBe('submitted')
  })

  test('cannot be undone later than that', async () => {
    const { ids, filter } = await someProducts('Over', 1)
    const { job_id } = await sentBack(filter, 1)
    await work()
    app.clock.move(15 * 60_000 + 1_000)
    await expectRefused(409, 'The time to undo this job is over', () =>
      post(`jobs/${job_id}/undo`, undefined),
    )
    expect(await statusOf('products', ids[0] ?? '')).toBe('changes_requested')
  })

  test('are told nothing of the job that a later decision has overtaken', async () => {
    const { ids, filter } = await someProducts('Overtaken', 1)
    const id = ids[0] ?? ''
    await sentBack(filter, 1)
    await work()
    app.clock.move(5 * 60_000)
    await post(`products/${id}/approve`, undefined)
    app.clock.move(31_000)
    expect(await lettersOf(id)).toEqual([
      { kind: 'product update requested', status: 'queued' },
      { kind: 'product approved', status: 'sent' },
    ])
    app.clock.move(26 * 60_000)
    expect(await lettersOf(id)).toEqual([
      { kind: 'product update requested', status: 'withdrawn' },
      { kind: 'product approved', status: 'sent' },
    ])
  })

  test('are told of the job after all when the later decision is undone', async () => {
    const { ids, filter } = await someProducts('Overtaken no more', 1)
    const id = ids[0] ?? ''
    await sentBack(filter, 1)
    await work()
    app.clock.move(25 * 60_000 - 15_000)
    await post(`products/${id}/approve`, undefined)
    const { decision } = await get(`products/${id}`)
    const queued = { kind: 'product update requested', status: 'queued' }
    // The time of the first letter has come, and Undo can still withdraw the second.
    app.clock.move(20_000)
    expect(await lettersOf(id)).toEqual([queued, { kind: 'product approved', status: 'queued' }])
    await post(`products/${id}/undo`, { decision_id: decision.id })
    app.clock.move(60_000)
    expect(await lettersOf(id)).toEqual([
      { ...queued, status: 'sent' },
      { kind: 'product approved', status: 'withdrawn' },
    ])
  })

  test('are left alone by a job that is undone before its first, however long it waited', async () => {
    const { ids, filter } = await someProducts('Stopped', 2)
    const { job_id } = await sentBack(filter, 2)
    app.clock.move(20 * 60_000)
    const { undo_until } = await get(`jobs/${job_id}`)
    expect(Date.parse(undo_until)).toBeGreaterThan(app.clock.now().getTime())
    expect(await undone(job_id)).toMatchObject({ total: 0, done: 0, failed: 0 })
    expect(await get(`jobs/${job_id}`)).toMatchObject({
      ...{ total: 2, done: 0, failed: 2, undo_until: null },
      finished_at: expect.any(String),
    })
    for (const id of ids) expect(await statusOf('products', id)).toBe('submitted')
  })

  test('are all done when the database ends one of them for the sake of another transaction', async () => {
    const { ids, filter } = await someProducts('Deadlocked', 3)
    const { pool } = app.database
    // The first attempt on the second record is ended; a sequence goes on counting when its transaction is rolled back.
    await pool.query('create sequence attempts')
    await pool.query(`create function end_once() returns trigger language plpgsql as $$ begin
      if new.id = '${ids[1]}' and nextval('attempts') = 1 then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return new; end $$`)
    await pool.query(
      'create trigger end_once before update on products for each row execute function end_once()',
    )
    const begun = await post('products/bulk/decide-matching', {
      ...{ verb: 'approve', filter, except: [], count: 3 },
    })
    await expect(work()).rejects.toThrow('deadlock detected')
    await work()
    await pool.query('drop trigger end_once on products')
    expect(await get(`jobs/${begun.body.results.job_id}`)).toMatchObject({ total: 3, done: 3, failed: 0 })
    for (const id of ids) expect(await statusOf('products', id)).toBe('approved')
  })

  test('are tried first: the trial names why some cannot be completed, and changes nothing', async () => {
    const { ids } = await someProducts('Tried', 3)
    await post(`products/${ids[0]}/approve`, undefined)
    const filter = { q: 'Tried', ids }
    const { body } = await post('products/bulk/try-matching', { verb: 'approve', filter, except: [] })
    expect(body.results).toMatchObject({
      ...{ total: 3, possible: 2 },
      obstacles: [{ message: 'Already approved', count: 1 }],
    })
    expect(await statusOf('products', ids[1] ?? '')).toBe('submitted')
  })

  test('are all looked into for warnings, also those far behind in the list', async () => {
    const { ids, filter } = await someProducts('Behind', 50)
    const vendorId = (await pendingVendor(app)).id
    const bad = await pendingProduct(app, { product_name: 'Behind: call 0300-1234567' }, vendorId)
    const all = [...ids, bad.id]
    for (const id of all) await addPicture(id)
    const tried = async () => {
      const matching = { filter: { ...filter, ids: all }, except: [] }
      return (await post('products/bulk/try-matching', { verb: 'approve', ...matching })).body.results
    }
    expect(await tried()).toMatchObject({
      ...{ possible: 51, warned: 51, not_looked_into: 0 },
      warnings: [{ message: 'This version has not been checked yet', count: 51 }],
    })
    await checkAll()
    await onlyWarning('contact')
    expect(await tried()).toMatchObject({
      ...{ possible: 51, warned: 1, not_looked_into: 0 },
      warnings: [{ message: 'Phone, link or e-mail', count: 1 }],
    })
  })

  test('are not decided on without a reason, with another number, or by a reason that does not exist', async () => {
    const { filter } = await someProducts('Refused', 2)
    const base = { verb: 'reject', filter, except: [], count: 2 }
    await expectRefused(422, () => post('products/bulk/decide-matching', base))
    await expectRefused(422, () => post('products/bulk/decide-matching', { ...base, reason: ' ' }))
    await expectRefused(409, () => post('products/bulk/decide-matching', { ...base, reason: 'No', count: 3 }))
  })
})

describe('all vendors that match', () => {
  test('are approved in spite of warnings with one reason, which each decision keeps', async () => {
    const made = [await pendingVendor(app), await pendingVendor(app)]
    const filter = { ids: made.map(({ id }) => id) }
    const tried = await post('sellers/bulk/try-matching', { verb: 'approve', filter, except: [] })
    expect(tried.body.results).toMatchObject({ total: 2, possible: 2, warned: 2, not_looked_into: 0 })
    expect(tried.body.results.warnings[0]).toEqual({
      message: expect.any(String),
      count: expect.any(Number),
    })
    const job = await decided('sellers', {
      ...{ verb: 'approve', filter, except: [], count: 2, reason: 'Seen at the bazaar' },
    })
    expect(job).toMatchObject({ done: 2, failed: 0 })
    const { rows } = await app.database.pool.query(
      'select reason, cardinality(overridden) > 0 as is_overridden from decisions where subject_id = any($1)',
      [filter.ids],
    )
    expect(rows).toEqual(Array(2).fill({ reason: 'Seen at the bazaar', is_overridden: true }))
  })
})

describe('all vendors that match, where each is looked into by itself', () => {
  test('say of how many the warnings were not looked into', async () => {
    const ids: string[] = []
    for (let n = 0; n < 52; n += 1) ids.push((await pendingVendor(app)).id)
    const matching = { filter: { ids }, except: [] }
    const approved = await post('sellers/bulk/try-matching', { verb: 'approve', ...matching })
    expect(approved.body.results).toMatchObject({ possible: 52, warned: 50, not_looked_into: 2 })
    const rejected = await post('sellers/bulk/try-matching', { verb: 'reject', ...matching })
    expect(rejected.body.results).toMatchObject({ possible: 52, warned: 0, not_looked_into: 0 })
  })
})

describe('all customers that match', () => {
  test('have no warnings that could be looked into', async () => {
    const ids: string[] = []
    for (let n = 0; n < 52; n += 1) ids.push((await pendingCustomer(app)).id)
    const matching = { filter: { ids }, except: [] }
    const { body } = await post('customers/bulk/try-matching', { verb: 'approve', ...matching })
    expect(body.results).toMatchObject({ possible: 52, warned: 0, not_looked_into: 0 })
  })

  test('are disabled with a coded reason, and enabled again by undoing the job', async () => {
    const { id } = await pendingCustomer(app)
    await post(`customers/${id}/approve`, undefined)
    const { choices } = await get('customers/reasons')
    const filter = { ids: [id] }
    const job = await decided('customers', {
      ...{ verb: 'disable', filter, except: [], count: 1, reasons: [{ code: choices[0].code }] },
    })
    expect(job).toMatchObject({ done: 1, failed: 0 })
    expect(await statusOf('customers', id)).toBe('disabled')
    expect(await undone(job.id)).toMatchObject({ done: 1, failed: 0 })
    expect(await statusOf('customers', id)).toBe('approved')
  })

  test('are undone once by an undo that is repeated because its answer was lost', async () => {
    const { id } = await pendingCustomer(app)
    await post(`customers/${id}/approve`, undefined)
    const body = { verb: 'disable', filter: { ids: [id] }, except: [], count: 1, reason: 'Never opens' }
    const { job_id } = (await post('customers/bulk/decide-matching', body)).body.results
    // Both at once, one after them, and one when the job that undoes is over.
    const undo = () => post(`jobs/${job_id}/undo`, undefined)
    const answers = [...(await Promise.all([undo(), undo()])), await undo()]
    await work()
    answers.push(await undo())
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(answers.map((answer) => answer.body.results.job_id)).size).toBe(1)
    const { rows } = await app.database.pool.query('select id from bulk_jobs where undoes = $1', [job_id])
    expect(rows).toEqual([{ id: answers[0]?.body.results.job_id }])
    const other = await app.person()
    const theirs = await app.call('POST', `/api/admin/jobs/${job_id}/undo`, { as: other })
    expect(theirs.status).toBe(404)
    // The job that undoes cannot be undone itself.
    expect((await post(`jobs/${rows[0].id}/undo`, undefined)).status).toBe(409)
  })

  test('leave nothing of what was said with them in a job that is over', async () => {
    const { id } = await pendingCustomer(app)
    await post(`customers/${id}/approve`, undefined)
    const said = { reason: 'Gulmina never opens', filter: { ids: [id] }, except: [], count: 1 }
    const job = await decided('customers', { verb: 'disable', ...said })
    await undone(job.id)
    const { rows } = await app.database.pool.query(
      'select input from bulk_jobs where id = $1 or undoes = $1 order by id',
      [job.id],
    )
    expect(rows).toEqual([{ input: {} }, { input: {} }])
  })
})

describe('several records together', () => {
  test('are each told their own reasons', async () => {
    const { ids } = await someProducts('Own reason', 2)
    const answer = await post('products/bulk/request-update', {
      items: [
        { id: ids[0], reasons: [{ code: 'listing_picture_unclear' }] },
        { id: ids[1], reason: 'Name the colour', language: 'ur' },
      ],
    })
    expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done'])
    const reasons = await Promise.all(ids.map(async (id) => (await get(`products/${id}`)).status_reason))
    expect(reasons).toEqual([expect.stringContaining('pictures'), 'Name the colour'])
  })

  test('that are approved again because the answer was lost can be undone by the one who approved them alone', async () => {
    const { ids } = await someProducts('Lost answer', 2)
    const approve = async (as = admin) =>
      (await app.call('POST', '/api/admin/products/bulk/approve', { as, body: { ids } })).body.results
    const first: { decision_id: string }[] = await approve()
    expect(first).toMatchObject(Array(2).fill({ outcome: 'done', decision_id: expect.any(String) }))
    const unchanged = { outcome: 'unchanged', message: 'Already approved' }
    const again = await approve()
    expect(again).toEqual(first.map((one) => ({ ...one, ...unchanged })))
    const none = { decision_id: null, undo_until: null }
    expect(await approve(await app.person())).toEqual(first.map((one) => ({ ...one, ...unchanged, ...none })))
    expect((await post(`products/${ids[0]}/undo`, { decision_id: again[0].decision_id })).status).toBe(200)
    expect(await statusOf('products', ids[0] ?? '')).toBe('submitted')
    app.clock.move(31_000)
    expect((await approve())[1]).toMatchObject({ ...unchanged, ...none })
  })

  test('keep the reason of an approval only where a warning was open', async () => {
    const warned = await pendingVendor(app)
    const { unmet } = await get(`sellers/${warned.id}/requirements`)
    expect(unmet.length).toBeGreaterThan(0)
    const { ids } = await someProducts('Clean', 1)
    for (const id of ids) await addPicture(id)
    await checkAll()
    await post('products/bulk/approve', { ids, reason: 'Seen' })
    await post('sellers/bulk/approve', { ids: [warned.id], reason: 'Seen' })
    const { rows } = await app.database.pool.query(
      'select subject_type, reason, overridden from decisions where subject_id = any($1) order by 1',
      [[...ids, warned.id]],
    )
    expect(rows).toEqual([
      { subject_type: 'product', reason: '', overridden: [] },
      { subject_type: 'vendor', reason: 'Seen', overridden: unmet },
    ])
  })
})
