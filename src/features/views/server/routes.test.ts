import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

const path = '/api/admin/views'
const orders = '/orders-all-orders'
const unpaid = { list: orders, name: 'Unpaid', parameters: { payment_status: 'unpaid', sort: 'total_bill' } }

let app: TestApp
/** Two who see orders, one who does not, and somebody who may do everything. */
let owner: TestPerson
let colleague: TestPerson
let outsider: TestPerson
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.person(['Orders: view'])
  colleague = await app.person(['Orders: view'])
  outsider = await app.person(['Products: view'])
  admin = await app.person(allPermissions)
})
afterAll(() => app.close())

const save = (as: TestPerson, body: object) => app.call('POST', path, { as, body })
const change = (as: TestPerson, id: string, body: object, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { as, body, headers })
const remove = (as: TestPerson, id: string) => app.call('DELETE', `${path}/${id}`, { as })
async function namesFor(as: TestPerson, list = orders): Promise<string[]> {
  const answer = await app.call('GET', `${path}?list=${list}`, { as })
  expect(answer.status).toBe(200)
  return answer.body.results.map(({ name }: { name: string }) => name)
}
const expectRefused = refusing(() => app)
async function saved(as: TestPerson, given: object = {}): Promise<string> {
  const answer = await save(as, { ...unpaid, ...given })
  expect(answer.status).toBe(201)
  return answer.body.results.id
}
const auditOf = async (id: string) =>
  (
    await app.database.pool.query(
      'select action, actor_id, subject_name, before, after from audit_log where subject_id = $1 order by id',
      [id],
    )
  ).rows

describe('a saved view', () => {
  test('that searches for a person does not write the name into the log', async () => {
    const id = await saved(owner, { name: 'Hers', parameters: { q: 'Palwasha', sort: 'total_bill' } })
    const log = JSON.stringify(await auditOf(id))
    expect([log.includes('Palwasha'), log.includes('(searched)')]).toEqual([false, true])
    await remove(owner, id)
    const named = await saved(owner, { name: 'Orders of ۰۳۰۰-1234567' })
    await remove(owner, named)
    expect((await auditOf(named)).map(({ subject_name }) => subject_name)).toEqual(
      Array(2).fill('Orders of [removed]'),
    )
  })

  test('is private until it is shared, and then visible to everybody who sees the list', async () => {
    const id = await saved(owner)
    expect(await namesFor(owner)).toContain('Unpaid')
    expect(await namesFor(colleague)).not.toContain('Unpaid')
    expect((await change(owner, id, { is_shared: true })).status).toBe(200)
    expect(await namesFor(colleague)).toContain('Unpaid')
    expect(await namesFor(outsider)).toEqual([])
    expect(await namesFor(owner, '/orders-pending-orders')).toEqual([])
    const seen = (await app.call('GET', `${path}?list=${orders}`, { as: colleague })).body.results[0]
    expect(seen).toMatchObject({
      is_own: false,
      is_changeable: false,
      is_shared: true,
      parameters: unpaid.parameters,
      owner_name: expect.any(String),
    })
    expect((await remove(owner, id)).status).toBe(204)
    expect(await namesFor(colleague)).not.toContain('Unpaid')
    expect(await auditOf(id)).toEqual([
      {
        action: 'save view',
        actor_id: owner.id,
        subject_name: 'Unpaid',
        before: null,
        after: {
          list: orders,
          name: 'Unpaid',
          is_shared: false,
          payment_status: 'unpaid',
          sort: 'total_bill',
        },
      },
      expect.objectContaining({
        action: 'change view',
        before: expect.objectContaining({ is_shared: false }),
        after: expect.objectContaining({ is_shared: true }),
      }),
      expect.objectContaining({ action: 'delete view', after: null }),
    ])
  })

  test('is changed and deleted by its owner, and if shared by people with full access', async () => {
    const id = await saved(owner, { name: 'Mine', is_shared: true })
    const refused = await expectRefused(403, () => change(colleague, id, { name: 'Theirs' }))
    expect(refused.body.message).toMatch(/save your own copy/)
    await expectRefused(403, () => remove(colleague, id))
    await expectRefused(404, () => change(outsider, id, { name: 'Theirs' }))
    const changed = await change(admin, id, { name: 'Kept in order' })
    expect(changed.body.results).toMatchObject({ name: 'Kept in order', is_own: false, is_changeable: true })
    const ended = await change(admin, id, { is_shared: false })
    expect([ended.status, ended.body.results]).toMatchObject([200, { is_shared: false, version: 3 }])
    await expectRefused(404, () => change(admin, id, { name: 'Not theirs to see' }))
    await expectRefused(404, () => remove(colleague, id))
    expect((await remove(owner, id)).status).toBe(204)
    await expectRefused(404, () => remove(owner, id))
  })

  test('is overwritten only in the version that was read', async () => {
    const id = await saved(owner, { name: 'Versioned' })
    const parameters = { payment_status: 'paid' }
    const first = await change(owner, id, { parameters }, { 'if-match': '"v1"' })
    expect(first.body.results).toMatchObject({ parameters, version: 2 })
    const late = await expectRefused(412, () => change(owner, id, { parameters: {} }, { 'if-match': '"v1"' }))
    expect(late.body.results).toMatchObject({ parameters })
    const same = await change(owner, id, { parameters })
    expect(same.body.results.version).toBe(2)
    await remove(owner, id)
  })

  test('contains only parameters of its list, and opens without parameters that are no longer supported', async () => {
    for (const parameters of [
      { colour: 'red' },
      { payment_status: 'gold' },
      { from: 'yesterday' },
      { page: '3' },
      { cursor: 'abc' },
      { limit: '100' },
      { sort: 'email' },
      { __proto__x: '1' },
      { constructor: '1' },
      { payment_status: '' },
      { q: 'x'.repeat(101) },
    ]) {
      await expectRefused(422, () => save(owner, { ...unpaid, name: 'Wrong', parameters }))
    }
    const id = await saved(owner, { name: 'Outlived', parameters: { q: 'lawn', city: 'Lahore' } })
    await app.database.pool.query(
      `update list_views set parameters = parameters || '{"warehouse": "9", "payment_status": "barter"}' where id = $1`,
      [id],
    )
    const [view] = (await app.call('GET', `${path}?list=${orders}`, { as: owner })).body.results
    expect(view.parameters).toEqual({ q: 'lawn', city: 'Lahore' })
    await remove(owner, id)
  })

  test.each([
    [
      '/customer-withdrawals',
      { status: 'paid', owner_id: '0190b6a5-7c3e-7000-8000-000000000001', q: 'HBL', from: '2026-01-01' },
    ],
    ['/customer-payout-runs', { sort: 'created_at' }],
    ['/settlements', { difference: 'open', courier: 'TCS', q: 'S-1', sort: '-paid_on' }],
    ['/ledger', { account: 'bank', from: '2026-01-01', to: '2026-01-31', sort: 'at' }],
    ['/webhooks', { sort: 'url' }],
    ['/manageroles', { q: 'packers', sort: '-name' }],
  ])('of %s keeps all that the list is asked for', async (list, parameters) => {
    const id = await saved(admin, { list, name: 'All of it', parameters })
    const [view] = (await app.call('GET', `${path}?list=${list}`, { as: admin })).body.results
    expect(view).toMatchObject({ id, parameters })
    expect((await remove(admin, id)).status).toBe(204)
  })

  test('has a unique name among the views of its owner, in any letter case', async () => {
    const id = await saved(owner, { name: 'Waiting in Lahore' })
    const taken = await expectRefused(422, () => save(owner, { ...unpaid, name: ' WAITING in Lahore ' }))
    expect(taken.body.errors).toEqual([expect.objectContaining({ path: 'name' })])
    const other = await saved(owner, { name: 'Waiting in Karachi' })
    await expectRefused(422, () => change(owner, other, { name: 'waiting in lahore' }))
    expect((await change(owner, other, { name: 'WAITING in Karachi' })).status).toBe(200)
    expect((await save(colleague, { ...unpaid, name: 'Waiting in Lahore' })).status).toBe(201)
    for (const name of ['', '   ', 'x'.repeat(61), 'two\nlines', '\u202Eturned', 5, null]) {
      await expectRefused(422, () => save(owner, { ...unpaid, name }))
    }
    await remove(owner, id)
    await remove(owner, other)
  })

  test('of a category lists the category that it was merged into', async () => {
    const by = { app, admin }
    const [from, into, other] = [await addedCategory(by), await addedCategory(by), await addedCategory(by)]
    const { id: listed } = await listedProduct(by, { category: from.name })
    const { id: waiting } = await pendingProduct(app, { category: from.name })
    const ofList = async (list: string, parameters: Record<string, string>) => ({
      ...{ list, id: await saved(admin, { list, name: 'By category', parameters }) },
    })
    const approved = await ofList('/products-approvedproducts', {
      category_id: from.id,
      sort: 'product_name',
    })
    const desk = await ofList('/review-desk', { category_id: from.id })
    const untouched = await ofList('/products-all-products', { category_id: other.id })
    const viewOf = async ({ list, id }: { list: string; id: string }) =>
      (await app.call('GET', `${path}?list=${list}`, { as: admin })).body.results.find(
        (view: { id: string }) => view.id === id,
      )
    const address = `/api/admin/categories/${from.id}`
    const { product_count } = (await app.call('GET', address, { as: admin })).body.results
    const body = { into: into.id, product_count }
    const merged = await app.call('POST', `${address}/merge`, { as: admin, body })
    expect(merged.status).toBe(200)
    expect(await viewOf(approved)).toMatchObject({
      parameters: { category_id: into.id, sort: 'product_name' },
      version: 2,
    })
    expect(await viewOf(desk)).toMatchObject({ parameters: { category_id: into.id }, version: 2 })
    expect(await viewOf(untouched)).toMatchObject({ parameters: { category_id: other.id }, version: 1 })
    const rows = async (call: string) =>
      (await app.call('GET', `${call}?category_id=${into.id}&limit=25`, { as: admin })).body.results.map(
        ({ id }: { id: string }) => id,
      )
    expect(await rows('/api/admin/products/get/approved')).toEqual([listed])
    expect(await rows('/api/admin/desk')).toEqual([waiting])
    for (const { id } of [approved, desk, untouched]) await remove(admin, id)
  })

  test('is one of at most twenty, even if two are saved at the same moment', async () => {
    const person = await app.person(['Orders: view'])
    for (let n = 0; n < 19; n += 1) await saved(person, { name: `View ${n}` })
    const both = await Promise.all([
      save(person, { ...unpaid, name: 'The twentieth' }),
      save(person, { ...unpaid, name: 'Also the twentieth' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    await expectRefused(422, () => save(person, { ...unpaid, name: 'One too many' }))
    await saved(person, { name: 'Of another list', list: '/orders-pending-orders' })
    expect(await namesFor(person)).toHaveLength(20)
  })

  test('is refused for a list without permission and for an unknown list', async () => {
    await expectRefused(422, () => save(outsider, unpaid))
    await expectRefused(422, () => save(owner, { ...unpaid, list: '/audit-log', parameters: {} }))
    await expectRefused(422, () => save(owner, { ...unpaid, list: '/nowhere' }))
    await expectRefused(422, () => save(owner, { ...unpaid, owner_id: colleague.id }))
  })
})
