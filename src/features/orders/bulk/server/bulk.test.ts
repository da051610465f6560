import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#features/access/server/queries.ts'
import { type BulkWork, workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, type MadeOrder, pendingCustomer, pendingOrder } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'
import { orderWork } from './commands.ts'

let app: TestApp
let admin: TestPerson
const orders = '/api/admin/orders'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const post = (path: string, body: unknown, as: TestPerson = admin) =>
  app.call('POST', `${orders}/${path}`, { as, body })
const work = (kinds: Readonly<Record<string, BulkWork>> = orderWork) =>
  workOnBulkJobs(kinds, actorOf).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    app.app.log as never,
  )
const jobOf = async (id: string, as: TestPerson = admin) =>
  (await app.call('GET', `/api/admin/jobs/${id}`, { as })).body.results
const statusOf = async ({ id }: MadeOrder) =>
  (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results.order_status
const historyOf = async ({ id }: MadeOrder) =>
  (
    await app.database.pool.query(
      "select action, actor_name, actor_kind from audit_log where subject_type = 'order' and subject_id = $1 order by id",
      [id],
    )
  ).rows
const expectRefused = refusing(() => app)

/** Orders of one customer, so that a filter leaves exactly them. */
async function someOrders(count: number) {
  const by = { app, admin }
  const [customer, product] = [await pendingCustomer(app), await listedProduct(by)]
  const made: MadeOrder[] = []
  for (let n = 0; n < count; n += 1) {
    made.push(await pendingOrder(by, [{ product }], { customer_id: customer.id }))
  }
  return { made, filter: { customer_id: customer.id } }
}
async function begun(path: string, body: object, as: TestPerson = admin): Promise<string> {
  const answer = await post(path, body, as)
  expect([answer.status, answer.body.message]).toEqual([202, undefined])
  return answer.body.results.job_id
}

/** A job on so many records, begun a second after the one before, of which nothing has to be there. */
async function jobOfMany(count: number): Promise<string> {
  const id = randomUUID()
  app.clock.move(1_000)
  await app.database.pool.query(
    "insert into bulk_jobs (id, kind, input, person_id, created_at) values ($1, 'process_orders', '{}', $2, $3)",
    [id, admin.id, app.clock.now()],
  )
  await app.database.pool.query(
    `insert into bulk_rows (job_id, number, subject_id)
     select $1::uuid, number, gen_random_uuid() from generate_series(1, $2::int) number`,
    [id, count],
  )
  return id
}

describe('every order that the filters leave', () => {
  test('is counted exactly, however many a page shows', async () => {
    const { filter } = await someOrders(3)
    const counted = await app.call('GET', `${orders}/matching?customer_id=${filter.customer_id}`, {
      as: admin,
    })
    expect(counted.body.results).toEqual({ count: 3, is_more: false })
  })

  test('is moved by a job but for those left out; what cannot be is told of, also as a file', async () => {
    const { made, filter } = await someOrders(5)
    const [gone, left, ...others] = made as [MadeOrder, MadeOrder, ...MadeOrder[]]
    await post(`${gone.id}/decline`, { reason: 'The customer has called' })
    const id = await begun('bulk/move-matching', { move: 'process', filter, except: [left.id], count: 4 })
    expect(await jobOf(id)).toMatchObject({ total: 4, done: 0, failed: 0, finished_at: null, failures: [] })
    await work()
    const job = await jobOf(id)
    expect(job).toMatchObject({ total: 4, done: 3, failed: 1 })
    expect(job.finished_at).not.toBeNull()
    expect(job.failures).toEqual([
      expect.objectContaining({
        id: gone.id,
        name: gone.order_number,
        message: expect.stringMatching(/declined/i),
      }),
    ])
    for (const order of others) expect(await statusOf(order)).toBe('processing')
    expect([await statusOf(gone), await statusOf(left)]).toEqual(['declined', 'pending'])
    expect((await historyOf(others[0] as MadeOrder)).at(-1)).toEqual({
      action: 'process',
      actor_kind: 'person',
      actor_name: expect.any(String),
    })
    const file = await app.call('GET', `/api/admin/jobs/${id}/failures`, { as: admin })
    expect(file.body).toMatch(new RegExp(`name,why,id\\r\\n${gone.order_number},.*${gone.id}\\r\\n$`))
  })

  test('that was moved to processing goes back as a whole, but for what was packed since', async () => {
    const { made, filter } = await someOrders(3)
    const id = await begun('bulk/move-matching', { move: 'process', filter, count: 3 })
    await work()
    expect(await jobOf(id)).toMatchObject({ done: 3, failed: 0, undo_until: expect.any(String) })
    const [packed, ...others] = made as [MadeOrder, ...MadeOrder[]]
    const { parts } = (await app.call('GET', `${orders}/${packed.id}`, { as: admin })).body.results
    expect((await post(`${packed.id}/parts/${parts[0].id}/pack`, undefined)).status).toBe(200)
    // A colleague has put one back and moved it once more: that move is not the job's to undo.
    const theirs = others.shift() as MadeOrder
    for (const verb of ['put-back', 'process'])
      expect((await post(`${theirs.id}/${verb}`, undefined)).status).toBe(200)
    const undone = await app.call('POST', `/api/admin/jobs/${id}/undo`, { as: admin })
    expect(undone.status).toBe(202)
    await work()
    const job = await jobOf(undone.body.results.job_id)
    expect(job).toMatchObject({ done: 1, failed: 2 })
    expect(job.failures.map((failure: { id: string }) => failure.id).sort()).toEqual(
      [packed.id, theirs.id].sort(),
    )
    for (const order of others) expect(await statusOf(order)).toBe('pending')
    expect([await statusOf(packed), await statusOf(theirs)]).toEqual(['processing', 'processing'])
    // What is declined cannot be put back.
    const declining = await begun('bulk/decline-matching', { reason: 'Ordered twice', filter, count: 3 })
    expect((await jobOf(declining)).undo_until).toBeNull()
  })

  test('that was selected goes back, but for what a colleague has moved back and once more since', async () => {
    const { made } = await someOrders(2)
    const [mine, theirs] = made as [MadeOrder, MadeOrder]
    const ids = made.map(({ id }) => id)
    const moved = (await post('bulk/move', { move: 'process', ids })).body.results
    const colleague = await app.person()
    for (const verb of ['put-back', 'process'])
      expect((await post(`${theirs.id}/${verb}`, undefined, colleague)).status).toBe(200)
    const versions = moved.map(({ id, version }: { id: string; version: number }) => ({ id, version }))
    const undone = await post('bulk/move', { move: 'put_back', ids, versions })
    expect(undone.body.results).toMatchObject([
      { id: mine.id, outcome: 'done' },
      {
        id: theirs.id,
        outcome: 'refused',
        message: 'The order was changed since it was moved',
        version: null,
      },
    ])
    expect([await statusOf(mine), await statusOf(theirs)]).toEqual(['pending', 'processing'])
    expect((await historyOf(theirs)).at(-1)).toMatchObject({ action: 'process' })
  })

  test('is declined with its reason, its stock back', async () => {
    const { made, filter } = await someOrders(2)
    const id = await begun('bulk/decline-matching', { reason: 'A test of the shop', filter, count: 2 })
    await work()
    expect(await jobOf(id)).toMatchObject({ done: 2, failed: 0 })
    for (const order of made) expect(await statusOf(order)).toBe('declined')
  })

  test('is left alone if the number of matching orders has changed, or if nothing was confirmed', async () => {
    const { filter } = await someOrders(2)
    const more = await expectRefused(409, () =>
      post('bulk/move-matching', { move: 'process', filter, count: 1 }),
    )
    expect(more.body.message).toMatch(/More than 1 orders match/)
    await expectRefused(409, () => post('bulk/decline-matching', { reason: 'x', filter, count: 3 }))
    for (const body of [
      { move: 'process', filter },
      { move: 'process', filter, count: 0 },
      { move: 'process', count: 2 },
      { move: 'burn', filter, count: 2 },
      { move: 'process', filter: { ...filter, surprise: '1' }, count: 2 },
      { move: 'process', filter, count: 20_001 },
    ]) {
      await expectRefused(422, () => post('bulk/move-matching', body))
    }
  })
})

describe('a job', () => {
  test('is its beginner’s to look at, and nobody else’s', async () => {
    const { filter } = await someOrders(1)
    const id = await begun('bulk/move-matching', { move: 'process', filter, count: 1 })
    const other = await app.person()
    for (const path of [`/api/admin/jobs/${id}`, `/api/admin/jobs/${id}/failures`]) {
      expect((await app.call('GET', path, { as: other })).status).toBe(404)
    }
    await work()
  })

  test('does nothing more in the name of somebody who may no longer do it', async () => {
    const { made, filter } = await someOrders(2)
    const person = await app.person(['Orders: view', 'Orders: act'])
    const id = await begun('bulk/move-matching', { move: 'process', filter, count: 2 }, person)
    await app.database.pool.query(
      `update roles set permissions = '{"Orders: view"}' where id = (select role_id from people where id = $1)`,
      [person.id],
    )
    await work()
    expect(await jobOf(id, person)).toMatchObject({
      done: 0,
      failed: 2,
      failures: [
        expect.objectContaining({
          message: 'The person who started this no longer has the permission “Orders: Change”',
        }),
        expect.anything(),
      ],
    })
    for (const order of made) expect(await statusOf(order)).toBe('pending')
  })

  test('worked on by several instances moves each order once', async () => {
    const { made, filter } = await someOrders(6)
    const id = await begun('bulk/move-matching', { move: 'process', filter, count: 6 })
    await Promise.all([work(), work(), work()])
    expect(await jobOf(id)).toMatchObject({ done: 6, failed: 0 })
    for (const order of made) {
      const moves = (await historyOf(order)).filter(({ action }) => action === 'process')
      expect(moves).toHaveLength(1)
    }
  })

  test('on few orders is done in the first rounds beside one on many that was begun before it', async () => {
    const [many, few] = [await someOrders(8), await someOrders(3)]
    const ids = [
      await begun('bulk/move-matching', { move: 'process', filter: many.filter, count: 8 }),
      await begun('bulk/move-matching', { move: 'process', filter: few.filter, count: 3 }),
    ]
    const acted: string[] = []
    const whole = orderWork.process_orders as BulkWork
    const noting: BulkWork = {
      ...whole,
      act: (ctx, order, ...rest) => {
        acted.push(order)
        return whole.act(ctx, order, ...rest)
      },
    }
    do await work({ process_orders: noting })
    while (acted.length < 11)
    const ofFew = few.made.map(({ id }) => id)
    expect(acted.slice(0, 6).filter((id) => ofFew.includes(id))).toHaveLength(3)
    expect(await Promise.all(ids.map(async (id) => (await jobOf(id)).done))).toEqual([8, 3])
  })

  test('on thousands of records waits for an older one on thousands, and small ones wait for neither', async () => {
    const [older, newer, small] = [await jobOfMany(5_002), await jobOfMany(5_002), await jobOfMany(2)]
    const whole = orderWork.process_orders as BulkWork
    const still: BulkWork = {
      ...whole,
      act: (ctx, id) => {
        ctx.unchanged()
        return Promise.resolve(id)
      },
    }
    await work({ process_orders: still })
    expect(await jobOf(small)).toMatchObject({ done: 2, finished_at: expect.any(String) })
    expect((await jobOf(older)).done).toBeGreaterThan(0)
    expect((await jobOf(newer)).done).toBe(0)
    await app.database.pool.query("update bulk_rows set status = 'done' where job_id = $1", [older])
    await work({ process_orders: still })
    expect((await jobOf(older)).finished_at).not.toBeNull()
    expect((await jobOf(newer)).done).toBeGreaterThan(0)
    await app.database.pool.query('delete from bulk_jobs where id = $1', [newer])
  })

  test('that breaks off goes on with what was left, and what breaks it is undone and told of', async () => {
    const { made, filter } = await someOrders(4)
    const id = await begun('bulk/move-matching', { move: 'process', filter, count: 4 })
    const whole = orderWork.process_orders as BulkWork
    let calls = 0
    const breaking: BulkWork = {
      ...whole,
      act: async (ctx, order, ...rest) => {
        calls += 1
        const name = await whole.act(ctx, order, ...rest)
        // What was stored so far is part of the transaction that ends here.
        if (calls === 2) throw new Error('the disk is full')
        return name
      },
    }
    await work({ process_orders: breaking })
    expect(await jobOf(id)).toMatchObject({ done: 3, failed: 1 })
    const [failure] = (await jobOf(id)).failures
    expect(failure.message).toBe('Something went wrong')
    const broken = made.find((order) => order.id === failure.id) as MadeOrder
    expect(await statusOf(broken)).toBe('pending')
  })
})
