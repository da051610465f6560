import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#features/access/server/queries.ts'
import { workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { entryBody } from '#testing/entry-samples.ts'
import { pendingProduct } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'
import { placingWork } from './commands.ts'

let app: TestApp
let admin: TestPerson
let clerk: TestPerson
let shawls: { id: string }
let shoes: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  clerk = await app.person(['Products: view', 'Products: act'])
  shawls = await addedCategory({ app, admin }, { name: 'Shawls' })
  shoes = await addedCategory({ app, admin }, { name: 'Shoes' })
})
afterAll(() => app.close())

const path = '/api/admin/products'
const expectRefused = refusing(() => app)
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const attempt = async (ids: string[], category_id: string, as = admin) => {
  const body = { filter: { ids }, except: [], category_id }
  return app.call('POST', `${path}/bulk/try-category`, { as, body })
}
const begin = (ids: string[], category_id: string, as = admin, count = ids.length) =>
  app.call('POST', `${path}/bulk/change-category`, {
    as,
    body: { filter: { ids }, except: [], category_id, count },
  })
const work = () =>
  workOnBulkJobs(placingWork, actorOf).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    app.app.log as never,
  )
const jobOf = async (id: string, as: TestPerson) =>
  (await app.call('GET', `/api/admin/jobs/${id}`, { as })).body.results
/** Changes the category, and answers the job. */
const placed = async (ids: string[], category_id: string, as = admin) => {
  const begun = await begin(ids, category_id, as)
  expect([begun.status, begun.body.message]).toEqual([202, undefined])
  await work()
  return jobOf(begun.body.results.job_id, as)
}
const undone = async (jobId: string, as = admin) => {
  const begun = await app.call('POST', `/api/admin/jobs/${jobId}/undo`, { as })
  expect(begun.status).toBe(202)
  await work()
  return jobOf(begun.body.results.job_id, as)
}
/** A product that staff have added in Shawls, approved or waiting. */
const added = async (given: object = {}, isApproved = false) => {
  const body = await entryBody({ app, admin }, { category_id: shawls.id, ...given })
  const sent = { ...body, ...(isApproved ? { decision: 'approve' } : {}) }
  expect((await app.call('POST', path, { as: admin, body: sent })).status).toBe(201)
  return body.id
}

describe('the category of many products', () => {
  test('changes at once for waiting and approved products, each with its version, log and event, and is undone', async () => {
    const endpoint = { url: 'https://hooks.shop.example/products', kinds: ['product_edit.approved'] }
    expect((await app.call('POST', '/api/admin/webhooks', { as: admin, body: endpoint })).status).toBe(201)
    const waiting = await added()
    const live = await added({}, true)
    const submitted = (await pendingProduct(app, { category: 'Chappals of Peshawar' })).id
    const ids = [waiting, live, submitted]
    const before = await read(live)
    expect((await attempt(ids, shoes.id)).body.results).toMatchObject({ total: 3, possible: 3, held: [] })
    const job = await placed(ids, shoes.id)
    expect(job).toMatchObject({ kind: 'change_category_products', total: 3, done: 3, failed: 0 })
    for (const id of ids) {
      const product = await read(id)
      expect(product).toMatchObject({ category: 'Shoes', filed_under: { id: shoes.id }, revision: null })
      expect(product.history[0]).toMatchObject({ after: { category: 'Shoes' } })
    }
    expect(await read(live)).toMatchObject({ status: 'approved', version: before.version + 1 })
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from webhook_events where kind = 'product_edit.approved' and body like $1",
      [`%${live}%`],
    )
    expect(rows[0].n).toBe(1)
    expect(await undone(job.id)).toMatchObject({ done: 3, failed: 0 })
    expect(await read(waiting)).toMatchObject({ category: 'Shawls', status: 'submitted' })
    expect(await read(live)).toMatchObject({ category: 'Shawls', filed_under: { id: shawls.id } })
    expect(await read(submitted)).toMatchObject({ category: 'Chappals of Peshawar', filed_under: null })
  })

  test('of approved products waits as an edit if the caller may not decide, beside what waits already', async () => {
    const live = await added({}, true)
    const job = await placed([live], shoes.id, clerk)
    expect(job).toMatchObject({ done: 1, failed: 0 })
    const asked = await read(live)
    expect(asked).toMatchObject({ category: 'Shawls', filed_under: { id: shawls.id } })
    expect(asked.revision.fields).toEqual([{ path: 'category', before: 'Shawls', after: 'Shoes' }])
    expect((await attempt([live], shawls.id)).body.results.obstacles).toEqual([
      { message: 'An edit of it is awaiting a decision. Decide on the edit first', count: 1 },
    ])
    expect(await placed([live], shawls.id)).toMatchObject({ done: 0, failed: 1 })
    expect(await undone(job.id, clerk)).toMatchObject({ done: 1, failed: 0 })
    expect(await read(live)).toMatchObject({ category: 'Shawls', revision: null })
  })

  test('is given to products whose category was added after them, and taken away again', async () => {
    const named = { category: 'Khussas' }
    const submitted = (await pendingProduct(app, named)).id
    const live = (await pendingProduct(app, named)).id
    expect((await app.call('POST', `${path}/${live}/approve`, { as: admin, body: {} })).status).toBe(200)
    const khussas = await addedCategory({ app, admin }, { name: 'Khussas' })
    const ids = [submitted, live]
    for (const as of [admin, clerk]) {
      expect((await attempt(ids, khussas.id, as)).body.results).toMatchObject({ possible: 2 })
      const job = await placed(ids, khussas.id, as)
      expect(job).toMatchObject({ done: 2, failed: 0 })
      for (const id of ids) {
        expect(await read(id)).toMatchObject({ category: 'Khussas', filed_under: { id: khussas.id } })
      }
      expect(await undone(job.id, as)).toMatchObject({ done: 2, failed: 0 })
      for (const id of ids) expect(await read(id)).toMatchObject({ category: 'Khussas', filed_under: null })
    }
  })

  test('never replaces an edit that waits, for everybody and whatever the edit asks for', async () => {
    const live = await added({}, true)
    const job = await placed([live], shoes.id, clerk)
    expect(job).toMatchObject({ done: 1 })
    const since = async () =>
      (await app.database.pool.query('select revision_waiting_since from products where id = $1', [live]))
        .rows[0].revision_waiting_since
    const [asked, waitsSince] = [await read(live), await since()]
    for (const category of [shawls, shoes]) {
      expect((await attempt([live], category.id, clerk)).body.results).toMatchObject({ possible: 0 })
      expect(await placed([live], category.id, clerk)).toMatchObject({ done: 0, failed: 1 })
    }
    expect(await read(live)).toMatchObject({ revision: asked.revision, version: asked.version })
    expect(await since()).toEqual(waitsSince)
  })

  test('hides nothing that the vendor changed since the last decision, before or after it is undone', async () => {
    const { id, body } = await pendingProduct(app, { category: 'Sandals of Multan', product_price: '900' })
    await app.call('POST', `${path}/${id}/request-update`, {
      as: admin,
      body: { reason: 'A better picture' },
    })
    const again = await app.call('POST', '/api/intake/products', {
      as: await app.intakeKey(),
      body: { ...body, product_price: '9000' },
    })
    expect(again.status).toBe(201)
    const price = { path: 'product_price', before: '900', after: '9000' }
    expect((await read(id)).resubmission).toEqual([price])
    const job = await placed([id], shoes.id)
    const category = { path: 'category', before: 'Sandals of Multan', after: 'Shoes' }
    expect((await read(id)).resubmission).toEqual(expect.arrayContaining([price, category]))
    await undone(job.id)
    expect((await read(id)).resubmission).toEqual([price])
  })

  test('stays where a product is there already, was sent back or does not exist, and says why', async () => {
    const there = await added({ category_id: shoes.id })
    const back = await added()
    const rejected = await added()
    await app.call('POST', `${path}/${back}/request-update`, {
      as: admin,
      body: { reason: 'One picture more' },
    })
    await app.call('POST', `${path}/${rejected}/reject`, { as: admin, body: { reason: 'A copy' } })
    const ids = [there, back, rejected]
    const { obstacles, possible } = (await attempt(ids, shoes.id)).body.results
    expect(possible).toBe(0)
    const words = obstacles.map(({ message }: { message: string }) => message).sort()
    expect(words).toEqual([
      'Already in Shoes',
      'Changes were requested. Edit the product itself to submit it again',
      'It is rejected. Edit the product itself to submit it again',
    ])
    const job = await placed(ids, shoes.id)
    expect(job).toMatchObject({ done: 0, failed: 3 })
    expect(job.failures.map(({ message }: { message: string }) => message).sort()).toEqual(words)
    expect(await read(rejected)).toMatchObject({ category: 'Shawls', status: 'rejected' })
  })

  test('is not undone for a product that was changed since', async () => {
    const [changed, left] = [await added(), await added()]
    const job = await placed([changed, left], shoes.id)
    const { version } = await read(changed)
    const turned = await app.call('PATCH', `${path}/${changed}`, {
      as: admin,
      body: { available: false },
      headers: { 'if-match': `"v${version}"` },
    })
    expect(turned.status).toBe(200)
    const back = await undone(job.id)
    expect(back).toMatchObject({ done: 1, failed: 1 })
    expect(back.failures).toMatchObject([
      { id: changed, message: 'This product was changed since, so its category stays' },
    ])
    expect(await read(changed)).toMatchObject({ category: 'Shoes' })
    expect(await read(left)).toMatchObject({ category: 'Shawls' })
  })

  test('keeps the prices that were last reviewed: nobody has looked at them', async () => {
    const live = await added({}, true)
    const pricesOf = async () =>
      (
        await app.database.pool.query(
          'select reviewed_price, reviewed_discount from products where id = $1',
          [live],
        )
      ).rows[0]
    await app.database.pool.query('update products set product_price = product_price + 1 where id = $1', [
      live,
    ])
    const before = await pricesOf()
    expect(await placed([live], shoes.id)).toMatchObject({ done: 1 })
    expect(await pricesOf()).toEqual(before)
  })

  test('names the colleague who is reviewing one of them', async () => {
    const id = await added()
    const colleague = await app.person()
    const claimed = await app.call('PUT', `${path}/${id}/claim`, { as: colleague, body: {} })
    expect(claimed.status).toBe(200)
    expect((await attempt([id], shoes.id)).body.results.held).toMatchObject([
      { id, by: { id: colleague.id } },
    ])
  })

  test('is refused for an unknown category, one with subcategories, another number and without the permission', async () => {
    const id = await added()
    const parent = await addedCategory({ app, admin }, { name: 'Winter' })
    await addedCategory({ app, admin }, { name: 'Caps', parent_id: parent.id })
    for (const call of [attempt, begin]) {
      const deep = await call([id], parent.id)
      expect([deep.status, deep.body.errors[0]]).toMatchObject([
        422,
        { path: 'category_id', message: 'Choose a category below Winter' },
      ])
      expect((await call([id], crypto.randomUUID())).body.errors[0]).toMatchObject({
        message: 'There is no such category',
      })
    }
    await expectRefused(409, () => begin([id], shoes.id, admin, 2))
    const reader = await app.person(['Products: view'])
    await expectRefused(403, () => begin([id], shoes.id, reader))
    await expectRefused(403, () => attempt([id], shoes.id, reader))
  })
})
