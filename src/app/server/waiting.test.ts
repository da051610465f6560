import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { pendingProduct } from '#testing/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// The embedded engine has one connection: nobody waits within a statement there.
test.skipIf(inject('engine') === 'embedded')(
  'a decision that cannot be stored in time is refused and not stored later; a merge of categories has longer',
  async () => {
    const admin = await app.person()
    const [gone, kept] = [
      await addedCategory({ app, admin }, { name: 'Gone' }),
      await addedCategory({ app, admin }, { name: 'Kept' }),
    ]
    const { id } = await pendingProduct(app, { category: 'Gone' })
    const other = await app.database.patientPool.connect()
    await other.query('begin')
    await other.query('select 1 from products where id = $1 for update', [id])
    const begun = performance.now()
    const merging = app.call('POST', `/api/admin/categories/${gone.id}/merge`, {
      as: admin,
      body: { into: kept.id, product_count: 1 },
    })
    const refused = await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
    expect(performance.now() - begun).toBeLessThan(6_000)
    await other.query('rollback')
    other.release()
    const merged = await merging
    expect([merged.status, merged.body.message]).toEqual([200, undefined])
    const { rows } = await app.database.pool.query('select status, category_id from products where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'submitted', category_id: kept.id }])
    // The approval and the merge were begun at the same time: the first had given up before the lock was free.
    expect((await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })).status).toBe(200)
  },
)
