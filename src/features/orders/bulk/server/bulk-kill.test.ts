import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { customerBody, type MadeProduct, orderBody, productBody, sellerBody } from '#testing/factories.ts'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

const count = 60
const directory = mkdtempSync(join(tmpdir(), 'munshi-job-kill-'))
let postgres: RunningPostgres | null = null
const settings: Record<string, string> = { DATA_DIR: directory }

beforeAll(async () => {
  if (inject('engine') === 'embedded') return
  postgres = await startPostgres({ fsync: 'on' })
  settings.DATABASE_URL = postgres.url
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Makes the call and answers its results; throws where it is refused. */
async function must(munshi: MunshiProcess, method: string, path: string, token: string, body?: unknown) {
  const answer = await munshi.call(method, path, token, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body?.message}`)
  return answer.body.results
}

test('a job that is killed in the middle goes on with what was left, and moves each order once', async () => {
  const munshi = await startMunshi(settings)
  const token = await signInOperator(munshi)
  const take = (noun: string, body: unknown) =>
    must(munshi, 'POST', `/api/intake/${noun}`, operator.key, body)
  const seller = await take('sellers', sellerBody())
  await must(munshi, 'POST', `/api/admin/sellers/${seller.id}/approve`, token)
  const listing = productBody(seller.id)
  const product = { ...(await take('products', listing)), body: listing } as MadeProduct
  await must(munshi, 'POST', `/api/admin/products/${product.id}/approve`, token)
  const customer = await take('customers', customerBody())
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push((await take('orders', orderBody(customer.id, [{ product }]))).id)

  const { job_id } = await must(munshi, 'POST', '/api/admin/orders/bulk/move-matching', token, {
    move: 'process',
    filter: { customer_id: customer.id },
    count,
  })
  const jobAt = (server: MunshiProcess, as: string) => must(server, 'GET', `/api/admin/jobs/${job_id}`, as)
  let done = 0
  while (done === 0) done = (await jobAt(munshi, token)).done
  munshi.signal('SIGKILL')
  expect(await munshi.ended).toBe('SIGKILL')

  const again = await startMunshi(settings)
  const fresh = await signInOperator(again)
  await expect
    .poll(async () => (await jobAt(again, fresh)).finished_at, { timeout: 60_000, interval: 200 })
    .not.toBeNull()
  expect(await jobAt(again, fresh)).toMatchObject({ total: count, done: count, failed: 0 })
  for (const id of ids) {
    const { order_status, history } = await must(again, 'GET', `/api/admin/orders/${id}`, fresh)
    const moves = history.filter(({ action }: { action: string }) => action === 'process')
    expect([order_status, moves.length]).toEqual(['processing', 1])
  }
  expect(await again.stop()).toBe(0)
}, 300_000)
