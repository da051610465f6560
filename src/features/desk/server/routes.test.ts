import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { reviewLimits } from '#testing/desk-samples.ts'
import { pendingCustomer, pendingProduct, pendingVendor, sellerBody } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const desk = async (query = '', as = admin) => {
  const answer = await app.call('GET', `/api/admin/desk?limit=100${query}`, { as })
  expect(answer.status).toBe(200)
  return answer.body
}
const counts = async (as = admin) => (await app.call('GET', '/api/admin/desk/counts', { as })).body.results
const limitsAt = '/api/admin/review-limits'
const save = (body: unknown, ifMatch = '*', as = admin) =>
  app.call('PUT', limitsAt, { as, body, headers: { 'if-match': ifMatch } })
const expectRefused = refusing(() => app)
const idsIn = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id)

describe('the review desk', () => {
  test('holds what waits of every kind, oldest first, each with its vendor, category and screen', async () => {
    const vendor = await pendingVendor(app)
    app.clock.move(1000)
    const product = await pendingProduct(app)
    app.clock.move(1000)
    const customer = await pendingCustomer(app)
    const page = await desk()
    const ids = idsIn(page)
    expect(ids.indexOf(vendor.id)).toBeLessThan(ids.indexOf(product.id))
    expect(ids.indexOf(product.id)).toBeLessThan(ids.indexOf(customer.id))
    const found = page.results.find(({ id }: { id: string }) => id === product.id)
    expect(found).toMatchObject({
      kind: 'product',
      is_late: false,
      reviewer: null,
      assignee: null,
      path: `/single-product/pending?id=${product.id}`,
    })
    expect(found.vendor.name).not.toBe('')
    expect(idsIn(await desk('&kind=customer'))).toContain(customer.id)
    expect(idsIn(await desk('&kind=customer'))).not.toContain(vendor.id)
    expect(idsIn(await desk('&sort=-waiting_since'))[0]).toBe(customer.id)
    expect(idsIn(await desk(`&vendor_id=${found.vendor.id}`))).toContain(product.id)
    expect(page.total).toBe(ids.length)
  })

  test('shows each person what they may see, and nothing else', async () => {
    const vendor = await pendingVendor(app)
    const product = await pendingProduct(app)
    const reader = await app.person(['Products: view'])
    const page = await desk('', reader)
    expect(idsIn(page)).toContain(product.id)
    expect(idsIn(page)).not.toContain(vendor.id)
    expect((await counts(reader)).kinds.map(({ kind }: { kind: string }) => kind)).toEqual([
      'product',
      'product_revision',
    ])
    const nobody = await app.person([])
    expect((await desk('', nobody)).results).toEqual([])
    expect(await counts(nobody)).toEqual({ kinds: [], mine: 0 })
  })

  test('loses what was decided, and gets it back when the decision is undone', async () => {
    const { id } = await pendingVendor(app)
    const decided = await app.call('POST', `/api/admin/sellers/${id}/approve`, { as: admin })
    expect(idsIn(await desk())).not.toContain(id)
    await app.call('POST', `/api/admin/sellers/${id}/undo`, {
      as: admin,
      body: { decision_id: decided.body.results.decision.id },
    })
    expect(idsIn(await desk())).toContain(id)
  })

  test('pages by cursor without losing or repeating a record', async () => {
    for (let n = 0; n < 5; n += 1) await pendingCustomer(app)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor ? `?limit=2&cursor=${encodeURIComponent(cursor)}` : '?limit=2'
      const answer = await app.call('GET', `/api/admin/desk${query}`, { as: admin })
      seen.push(...idsIn(answer.body))
      cursor = answer.body.next_cursor
    }
    expect(seen).toEqual(idsIn(await desk()))
  })

  test('shows who is reviewing a record and who was asked to, and finds what is mine', async () => {
    const { id } = await pendingProduct(app)
    const colleague = await app.person()
    await app.call('PUT', `/api/admin/products/${id}/claim`, { as: colleague, body: {} })
    await app.call('PUT', `/api/admin/products/${id}/assignment`, {
      as: admin,
      body: { person_id: admin.id },
    })
    const [row] = (await desk('&mine=yes')).results
    expect(row).toMatchObject({ id, reviewer: { id: colleague.id }, assignee: { id: admin.id } })
    expect(idsIn(await desk('&mine=yes', colleague))).toEqual([id])
    expect((await counts()).mine).toBe(1)
    expect((await counts()).kinds.find(({ kind }: { kind: string }) => kind === 'product').mine).toBe(1)
    expect(idsIn(await desk('&mine=yes', await app.person()))).toEqual([])
  })

  test('says which changed bank details wait for another person than the reader, who accepted them first', async () => {
    const { id, body } = await pendingVendor(app)
    const path = `/api/admin/sellers/${id}`
    expect((await app.call('POST', `${path}/approve`, { as: admin })).status).toBe(200)
    const { shop } = sellerBody()
    await app.call('POST', '/api/intake/sellers', { as: await app.intakeKey(), body: { ...body, shop } })
    const colleague = await app.person()
    const awaitsOther = async (as: TestPerson) =>
      (await desk('&kind=vendor_change', as)).results.find((row: { id: string }) => row.id === id)
        ?.awaits_other
    const both = async () => [await awaitsOther(admin), await awaitsOther(colleague)]
    expect(await both()).toEqual([false, false])
    const { change } = (await app.call('GET', path, { as: admin })).body.results
    const accepted = await app.call('POST', `${path}/changes/${change.id}/accept`, { as: admin })
    expect(accepted.body.results.change).toMatchObject({ status: 'accepted_once' })
    expect(await both()).toEqual([true, false])
    const { id: decision_id } = accepted.body.results.change_decision
    const undone = await app.call('POST', `${path}/changes/undo`, { as: admin, body: { decision_id } })
    expect(undone.status).toBe(200)
    expect(await both()).toEqual([false, false])
  })

  test('names nobody who was disabled or may no longer decide, on the desk, on the record and under Mine', async () => {
    const { id } = await pendingProduct(app)
    const path = `/api/admin/products/${id}`
    const asked = async () => {
      const row = (await desk('&kind=product')).results.find((one: { id: string }) => one.id === id)
      const onRecord = (await app.call('GET', `${path}/claim`, { as: admin })).body.results.assignee
      return { desk: row.assignee?.id ?? null, record: onRecord?.id ?? null }
    }
    const assignTo = async (person_id: string | null) =>
      expect((await app.call('PUT', `${path}/assignment`, { as: admin, body: { person_id } })).status).toBe(
        200,
      )
    const disabled = await app.person()
    await assignTo(disabled.id)
    expect(await asked()).toEqual({ desk: disabled.id, record: disabled.id })
    expect((await app.call('POST', `/api/admin/staff/${disabled.id}/disable`, { as: admin })).status).toBe(
      200,
    )
    expect(await asked()).toEqual({ desk: null, record: null })

    const reader = await app.person(['Products: view', 'Products: decide'])
    await assignTo(reader.id)
    expect(idsIn(await desk('&mine=yes', reader))).toEqual([id])
    expect((await counts(reader)).mine).toBe(1)
    const changeRole = (permissions: string[]) =>
      app.database.pool.query(
        'update roles set permissions = $1 where id = (select role_id from people where id = $2)',
        [permissions, reader.id],
      )
    await changeRole(['Products: view'])
    expect(await asked()).toEqual({ desk: null, record: null })
    expect(idsIn(await desk('&mine=yes', reader))).toEqual([])
    expect((await counts(reader)).mine).toBe(0)
    // Asking nobody now holds when the right comes back.
    await assignTo(null)
    await changeRole(['Products: view', 'Products: decide'])
    expect(await asked()).toEqual({ desk: null, record: null })
    await assignTo(admin.id)
    expect(await asked()).toEqual({ desk: admin.id, record: admin.id })
  })
})

describe('many records assigned together', () => {
  const assign = (items: object[], person_id: string | null, as = admin) =>
    app.call('POST', '/api/admin/desk/bulk/assign', { as, body: { items, person_id } })
  const assigneeOf = async (noun: string, id: string) =>
    (await app.call('GET', `/api/admin/${noun}/${id}/claim`, { as: admin })).body.results.assignee?.id ?? null
  const audited = async (id: string) => {
    const { rows } = await app.database.pool.query(
      'select action, before, after from audit_log where subject_id = $1 order by id desc limit 1',
      [id],
    )
    return rows[0]
  }

  test('go back only where nobody else has assigned them since', async () => {
    const [bilal, hina] = [await app.person(), await app.person()]
    const ids = [
      (await pendingProduct(app)).id,
      (await pendingProduct(app)).id,
      (await pendingProduct(app)).id,
    ]
    const items = ids.map((id) => ({ kind: 'product', id }))
    const other = (await pendingProduct(app)).id
    await assign([...items, { kind: 'product', id: other }], bilal.id)
    await assign(items.slice(1, 2), hina.id)
    await assign(items.slice(2), null)
    const body = { items, person_id: null, from: bilal.id }
    const answer = await app.call('POST', '/api/admin/desk/bulk/assign', { as: admin, body })
    expect(answer.body.results).toMatchObject([
      { id: ids[0], outcome: 'done' },
      { id: ids[1], outcome: 'refused', message: 'Somebody else has assigned this record since' },
      { id: ids[2], outcome: 'unchanged' },
    ])
    const asked = await Promise.all(ids.map((id) => assigneeOf('products', id)))
    expect(asked).toEqual([null, hina.id, null])
    // To somebody else, and from nobody.
    const to = (person_id: string, from: string | null) =>
      app.call('POST', '/api/admin/desk/bulk/assign', { as: admin, body: { items, person_id, from } })
    expect(
      (await to(bilal.id, null)).body.results.map(({ outcome }: { outcome: string }) => outcome),
    ).toEqual(['done', 'refused', 'done'])
    expect(
      (await to(hina.id, bilal.id)).body.results.map(({ outcome }: { outcome: string }) => outcome),
    ).toEqual(['done', 'unchanged', 'done'])
    // What else the colleague was asked for is theirs.
    expect(await assigneeOf('products', other)).toBe(bilal.id)
  })

  test('have an outcome and an audit row each, with who was asked before, and one row for all', async () => {
    const colleague = await app.person()
    const [vendor, product, customer] = [
      (await pendingVendor(app)).id,
      (await pendingProduct(app)).id,
      (await pendingCustomer(app)).id,
    ]
    await assign([{ kind: 'product', id: product }], admin.id)
    await assign([{ kind: 'customer', id: customer }], colleague.id)
    const answer = await assign(
      [
        { kind: 'vendor', id: vendor },
        { kind: 'product_revision', id: product },
        { kind: 'customer', id: customer },
        { kind: 'vendor', id: product },
      ],
      colleague.id,
    )
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject([
      { id: vendor, outcome: 'done', before: null },
      { id: product, outcome: 'done', before: { id: admin.id } },
      { id: customer, outcome: 'unchanged', message: expect.stringMatching(/^Already assigned to Person/) },
      { id: product, outcome: 'refused', name: '', message: 'There is no such vendor' },
    ])
    expect(await assigneeOf('sellers', vendor)).toBe(colleague.id)
    expect(await assigneeOf('products', product)).toBe(colleague.id)
    expect((await counts(colleague)).mine).toBe(3)
    expect(await audited(vendor)).toMatchObject({
      action: 'assign review, one of many',
      before: { assignee: '' },
    })
    expect(await audited(colleague.id)).toMatchObject({ action: 'assign reviews', after: { records: 2 } })
    // The way back: each to whom it was before.
    expect((await assign([{ kind: 'vendor', id: vendor }], null)).body.results).toMatchObject([
      { outcome: 'done', before: { id: colleague.id } },
    ])
    expect(await assigneeOf('sellers', vendor)).toBeNull()
    expect((await assign([{ kind: 'vendor', id: vendor }], null)).body.results).toMatchObject([
      { outcome: 'unchanged', message: 'Already open to anybody' },
    ])
  })

  test('are only those that the caller may decide on, for people who may decide on them', async () => {
    const [vendor, product] = [(await pendingVendor(app)).id, (await pendingProduct(app)).id]
    const catalogue = await app.person(['Products: view', 'Products: decide'])
    const both = [
      { kind: 'vendor', id: vendor },
      { kind: 'product', id: product },
    ]
    expect((await assign(both, catalogue.id, catalogue)).body.results).toMatchObject([
      { id: vendor, outcome: 'refused', name: '', message: 'You may not decide on this record' },
      { id: product, outcome: 'done' },
    ])
    const [refused] = (await assign(both, catalogue.id)).body.results
    expect(refused).toMatchObject({
      outcome: 'refused',
      message: expect.stringMatching(/cannot decide here/),
    })
    expect(refused.name).not.toBe('')
    expect(await assigneeOf('sellers', vendor)).toBeNull()
    const reader = await app.person(['Products: view'])
    await expectRefused(403, () => assign([{ kind: 'product', id: product }], reader.id, reader))
    await expectRefused(422, () => assign([], admin.id))
  })
})

describe('limits', () => {
  beforeEach(async () => {
    expect((await save(reviewLimits)).status).toBe(200)
  })

  test('mark what has waited longer in working hours, and only that', async () => {
    // Monday at ten in Karachi.
    app.clock.move(Date.parse('2027-03-22T05:00:00Z') - app.clock.now().getTime())
    admin = await app.person()
    const { id } = await pendingProduct(app)
    const isLate = async () => idsIn(await desk('&late=yes&kind=product')).includes(id)
    const row = async () => (await desk('&kind=product')).results.find((one: { id: string }) => one.id === id)
    const { waiting_since, due_at } = await row()
    const dueAfter = (at: string) => Date.parse(at) - Date.parse(waiting_since)
    // Twelve hours: eight on Monday and four on the next working day.
    expect(dueAfter(due_at)).toBe(27 * 3_600_000)
    app.clock.move(27 * 3_600_000 - 60_000)
    // Nobody stays signed in for so long.
    admin = await app.person()
    expect(await isLate()).toBe(false)
    app.clock.move(120_000)
    expect(await isLate()).toBe(true)
    expect((await row()).is_late).toBe(true)
    const before = (await counts()).kinds.find(({ kind }: { kind: string }) => kind === 'product').late
    expect(before).toBeGreaterThan(0)
    // A holiday on that day gives it another day.
    await save({ ...reviewLimits, holidays: [{ day: '2027-03-23', name: 'Pakistan Day' }] })
    expect(await isLate()).toBe(false)
    expect(dueAfter((await row()).due_at)).toBe(51 * 3_600_000)
  })

  test('are saved with an audit entry, and not over the changes of somebody else', async () => {
    const { version } = (await app.call('GET', limitsAt, { as: admin })).body.results
    expect((await save({ ...reviewLimits, product: 8 }, `"v${version}"`)).body.results).toMatchObject({
      product: 8,
      version: version + 1,
    })
    await expectRefused(412, () => save(reviewLimits, `"v${version}"`))
    const { rows } = await app.database.pool.query(
      `select action, before, after from audit_log where subject_type = 'review_limits' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      action: 'save review limits',
      before: { product: 12 },
      after: { product: 8 },
    })
  })

  test('are refused where they make no sense, or to people who may not set them', async () => {
    await expectRefused(422, () => save({ ...reviewLimits, closes_at: 9 }))
    await expectRefused(422, () => save({ ...reviewLimits, weekend: [0, 1, 2, 3, 4, 5, 6] }))
    await expectRefused(422, () => save({ ...reviewLimits, product: 0 }))
    const twice = { day: '2027-03-23', name: 'Pakistan Day' }
    await expectRefused(422, () => save({ ...reviewLimits, holidays: [twice, twice] }))
    const reader = await app.person(['General Setting: view'])
    await expectRefused(403, () => save(reviewLimits, '*', reader))
  })
})
