import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { actorOf } from '#features/access/server/queries.ts'
import { orderWork } from '#features/orders/bulk/server/commands.ts'
import { productWork } from '#features/products/server/matching-commands.ts'
import { type BulkWork, workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingCustomer, pendingOrder, pendingProduct } from '#testing/factories.ts'
import { somebodyWaits } from '#testing/waiting.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

/** A round of one instance. */
const work = (kinds: Readonly<Record<string, BulkWork>>) =>
  workOnBulkJobs(kinds, actorOf).run(
    jobContext('test', { db: app.database.db, services: app.services }),
    app.app.log as never,
  )
const begun = async (path: string, body: object): Promise<string> => {
  const answer = await app.call('POST', `/api/admin/${path}`, { as: admin, body })
  expect([answer.status, answer.body.message]).toEqual([202, undefined])
  return answer.body.results.job_id
}
const get = async (path: string) => (await app.call('GET', `/api/admin/${path}`, { as: admin })).body.results

/** The same work, which waits within the first record until it may go on. */
function held(whole: BulkWork | undefined) {
  if (!whole) throw new Error('no such work')
  const [reached, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: BulkWork = {
    ...whole,
    act: async (ctx, ...rest) => {
      reached.resolve()
      await freed.promise
      return whole.act(ctx, ...rest)
    },
  }
  return { slow, isReached: reached.promise, free: freed.resolve }
}

// The embedded engine has one connection: no transaction is open there beside another one.
describe.skipIf(inject('engine') === 'embedded')('while an instance is within a record of a job', () => {
  test('another instance takes another job, and neither waits', async () => {
    const product = await listedProduct({ app, admin })
    const moving = async (count: number) => {
      const customer_id = (await pendingCustomer(app)).id
      for (let n = 0; n < count; n += 1) {
        await pendingOrder({ app, admin }, [{ product }], { customer_id })
      }
      return begun('orders/bulk/move-matching', { move: 'process', filter: { customer_id }, count })
    }
    const jobs = [await moving(2), await moving(1)]
    const done = () => Promise.all(jobs.map(async (id) => (await get(`jobs/${id}`)).done))
    const { slow, isReached, free } = held(orderWork.process_orders)
    const first = work({ process_orders: slow })
    await isReached
    await work(orderWork)
    expect(await done()).toEqual([0, 1])
    free()
    await first
    await work(orderWork)
    expect(await done()).toEqual([2, 1])
  })

  test('an undo waits for it, even for the first one, and undoes it with the others', async () => {
    const ids = [(await pendingProduct(app)).id, (await pendingProduct(app)).id]
    const id = await begun('products/bulk/decide-matching', {
      ...{ verb: 'approve', filter: { ids }, except: [], count: 2 },
    })
    const { slow, isReached, free } = held(productWork.approve_products)
    const first = work({ approve_products: slow })
    await isReached
    const undoing = app.call('POST', `/api/admin/jobs/${id}/undo`, { as: admin })
    await somebodyWaits(app)
    free()
    const [{ status, body }] = await Promise.all([undoing, first])
    expect(status).toBe(202)
    await work(productWork)
    // The second record is stopped, or was begun before the undo had its turn.
    const { done, failed } = await get(`jobs/${id}`)
    expect([done > 0, done + failed]).toEqual([true, 2])
    expect(await get(`jobs/${body.results.job_id}`)).toMatchObject({ total: done, done, failed: 0 })
    const states = await Promise.all(ids.map(async (one) => (await get(`products/${one}`)).status))
    expect(states).toEqual(['submitted', 'submitted'])
  })
})
