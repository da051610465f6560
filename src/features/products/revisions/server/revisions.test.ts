import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDueListings } from '#features/products/checks/server/commands.ts'
import { readWordModel } from '#features/products/checks/server/queries.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const decide = (id: string, verb: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/products/${id}/${verb}`, { as, body })
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const handIn = (body: object) => app.call('POST', '/api/intake/products', { as: key, body })
const addPicture = async (id: string, number: number) =>
  app.call('POST', `/api/intake/products/${id}/images`, { as: key, body: await pictureForm(number) })
const lastChange = async (id: string) =>
  (await app.call('GET', `/api/intake/products/${id}`, { as: key })).body.results.last_change
const messagesOf = async (id: string) =>
  (
    await app.database.pool.query(
      "select kind, status, body_text from messages where subject_id = $1 and kind like '%edit%'",
      [id],
    )
  ).rows

async function checkAll() {
  const ctx = jobContext('check-listings', { db: app.database.db, services: app.services })
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
}

/** A live listing with two pictures, and an edit that waits: name, price, SKU and a third picture. */
async function withEdit() {
  const vendor = await pendingVendor(app)
  const product = await pendingProduct(app, {}, vendor.id)
  await addPicture(product.id, 1)
  await addPicture(product.id, 2)
  await decide(product.id, 'approve')
  const sku = `${product.body.sku}-NEW`
  await handIn({ ...product.body, sku, product_name: `Edited ${sku}`, product_price: '4321.25' })
  await addPicture(product.id, 3)
  return { ...product, vendor, opened: await read(product.id), wanted: sku }
}

/** Everything that a refused undo must leave as it is. */
const stateOf = async (id: string) =>
  (
    await app.database.pool.query(
      `select to_jsonb(p) as product,
        (select json_agg(s.status order by s.number) from product_submissions s where s.product_id = p.id) as submissions,
        (select json_agg(i order by i.id) from product_images i where i.product_id = p.id) as images,
        (select json_agg(m.status order by m.id) from messages m where m.subject_id = p.id) as messages,
        (select count(*)::int from audit_log a where a.subject_id = p.id) as audits,
        (select json_agg(d.undone_at order by d.id) from decisions d where d.subject_id = p.id) as undone
      from products p where p.id = $1`,
      [id],
    )
  ).rows[0]

/** What Undo must bring back: all but the version and what was recorded. */
const contentOf = async (id: string) => {
  const { product, images, submissions } = await stateOf(id)
  const { version: _, updated_at: __, ...content } = product
  return { content, images, submissions }
}

describe('rejecting an edit', () => {
  test('with coded reasons: the letter is the one that was shown, and the marketplace and the statistics have them', async () => {
    const { id, opened } = await withEdit()
    const code = 'listing_price_wrong'
    const said = { reasons: [{ code, fields: ['product_price'] }], language: 'ur' }
    const letter = await decide(id, 'letter', { verb: 'decline', ...said })
    // Nobody has written this letter in Urdu, so what is in the chosen language is the reason.
    expect(letter.body.results).toMatchObject({ language: 'en', text: expect.stringContaining('قیمت') })
    const rejected = await decide(id, `revisions/${opened.revision.number}/reject`, said)
    expect(rejected.status).toBe(200)
    expect(rejected.body.results).toMatchObject({ revision: null, product_price: opened.product_price })
    expect(await messagesOf(id)).toEqual([
      { kind: 'product edit rejected', status: 'queued', body_text: letter.body.results.text },
    ])
    expect(await lastChange(id)).toMatchObject({ status: 'refused', reasons: [{ code, kind: 'fixable' }] })
    const { body } = await app.call('GET', '/api/admin/decision-reasons?subject_type=product', { as: admin })
    expect(body.results.find((one: { code: string }) => one.code === code).uses_30).toBe(1)
    expect((await read(id)).history[0]).toMatchObject({ action: 'reject edit', after: { reasons: code } })
  })

  test('with plain words goes on working, and with a reason of vendors it is refused and the edit waits on', async () => {
    const { id, opened } = await withEdit()
    const path = `revisions/${opened.revision.number}/reject`
    const before = await stateOf(id)
    expect((await decide(id, path, { reasons: [{ code: 'vendor_iban_wrong' }] })).status).toBe(422)
    expect(await stateOf(id)).toEqual(before)
    expect((await decide(id, path, { reason: 'Not this brand' })).status).toBe(200)
    expect((await messagesOf(id))[0].body_text).toContain('Not this brand')
  })

  test('or approving it on an older version of the listing is refused, and the edit waits on', async () => {
    const { id, opened } = await withEdit()
    await app.call('PATCH', `/api/admin/products/${id}`, {
      ...{ as: admin, body: { available: false } },
      headers: { 'if-match': '*' },
    })
    const before = await stateOf(id)
    for (const [verb, body] of [['approve', undefined] as const, ['reject', { reason: 'Wrong' }] as const]) {
      const path = `/api/admin/products/${id}/revisions/${opened.revision.number}/${verb}`
      const headers = { 'if-match': `"v${opened.version}"` }
      expect((await app.call('POST', path, { as: admin, body, headers })).status).toBe(412)
    }
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('the body of a rejected edit, sent again', () => {
  const again = (body: object, name: string) =>
    app.call('POST', '/api/intake/products', { as: key, body, headers: { 'idempotency-key': name } })

  /** A live listing with one picture and a rejected edit: a title and a picture that cannot be used. */
  async function rejected() {
    const { id, body } = await pendingProduct(app)
    await addPicture(id, 1)
    await decide(id, 'approve')
    const given = { external_id: body.external_id, product_name: 'Shawl of Swat', product_stock: 9 }
    expect((await again(given, `${body.external_id}-1`)).status).toBe(201)
    await addPicture(id, 2)
    const { revision } = await read(id)
    const said = { reason: 'The picture is blurred' }
    expect((await decide(id, `revisions/${revision.number}/reject`, said)).status).toBe(200)
    return { id, body, given }
  }
  const sell = (id: string) =>
    app.database.pool.query('update products set product_stock = product_stock - 4 where id = $1', [id])
  const waiting = async (id: string) => {
    const { revision } = await read(id)
    return revision && [revision.fields, revision.images_after.length]
  }
  const title = (before: string, after: string) => [{ path: 'product_name', before, after }]

  test('waits with the new picture, and brings no sold pieces back', async () => {
    const { id, body, given } = await rejected()
    await sell(id)
    expect((await addPicture(id, 3)).status).toBe(201)
    expect(await waiting(id)).toEqual([[], 2])
    const answer = await handIn(given)
    expect([answer.status, answer.body.results]).toEqual([201, { id, status: 'approved' }])
    expect(await waiting(id)).toEqual([title(body.product_name, given.product_name), 2])
    expect((await read(id)).product_stock).toBe(5)
    const before = await stateOf(id)
    expect((await handIn(given)).status).toBe(200)
    expect(await stateOf(id)).toEqual(before)
  })

  test('marks no value of an approved listing as changed that only waits beside it', async () => {
    const { id, body } = await pendingProduct(app)
    await addPicture(id, 1)
    await decide(id, 'approve')
    const given = { external_id: body.external_id, product_name: 'Shawl of Kalam' }
    expect((await handIn(given)).status).toBe(201)
    expect((await handIn({ ...given, product_stock: 9 })).status).toBe(201)
    const { product_name, resubmission } = await read(id)
    expect(product_name).toBe(body.product_name)
    expect(resubmission.map(({ path }: { path: string }) => path)).toEqual(['product_stock'])
  })

  test('changes nothing without a key or under the one that it had, and waits under a new one', async () => {
    const { id, body, given } = await rejected()
    await sell(id)
    const before = await stateOf(id)
    expect((await handIn(given)).status).toBe(200)
    expect((await again(given, `${body.external_id}-1`)).status).toBe(201)
    expect(await stateOf(id)).toEqual(before)
    expect((await again(given, `${body.external_id}-2`)).status).toBe(201)
    expect(await waiting(id)).toEqual([title(body.product_name, given.product_name), 1])
    expect((await read(id)).product_stock).toBe(9)
    const pending = await stateOf(id)
    expect((await again(given, `${body.external_id}-3`)).status).toBe(200)
    expect(await stateOf(id)).toEqual(pending)
  })

  test('stays known after a rejected picture that came without values', async () => {
    const { id, body } = await pendingProduct(app)
    await decide(id, 'approve')
    await addPicture(id, 1)
    await decide(id, `revisions/${(await read(id)).revision.number}/reject`, { reason: 'Blurred' })
    await addPicture(id, 2)
    const before = await stateOf(id)
    expect((await handIn(body)).status).toBe(200)
    expect((await again(body, `${body.external_id}-1`)).status).toBe(200)
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('approving an edit in spite of warnings', () => {
  /** A live listing whose edit has a phone number in its name, checked. */
  async function withWarnedEdit() {
    const { id, body } = await listedProduct({ app, admin })
    await handIn({ ...body, product_name: 'Call 0300-1234567' })
    await checkAll()
    const { revision } = await read(id)
    const { body: found } = await app.call('GET', `/api/admin/products/${id}/checks`, { as: admin })
    expect(found.results.findings[0].check).toBe('contact')
    return { id, path: `revisions/${revision.number}/approve` }
  }
  const kept = async (id: string) =>
    (
      await app.database.pool.query(
        "select reason, overridden from decisions where subject_id = $1 and subject_type = 'product_revision'",
        [id],
      )
    ).rows
  const contact = 'Phone, link or e-mail (Found: 0300-1234567)'

  test('keeps the warnings and the reason, which the vendor does not read', async () => {
    const { id, path } = await withWarnedEdit()
    const approved = await decide(id, path, { reason: 'The number of our own desk' })
    expect(approved.status).toBe(200)
    const [decision] = await kept(id)
    expect(decision.reason).toBe('The number of our own desk')
    expect(decision.overridden).toContain(contact)
    const [entry] = (await read(id)).history
    expect(entry).toMatchObject({
      ...{ action: 'approve edit', reason: 'The number of our own desk' },
      after: { product_name: 'Call 0300-1234567', approved_despite: expect.stringContaining(contact) },
    })
    expect((await messagesOf(id))[0].body_text).not.toContain('our own desk')
    expect(await lastChange(id)).toMatchObject({ status: 'accepted', reason: '' })
  })

  test('without a reason keeps the warnings too', async () => {
    const { id, path } = await withWarnedEdit()
    expect((await decide(id, path)).status).toBe(200)
    const [decision] = await kept(id)
    expect(decision.reason).toBe('')
    expect(decision.overridden).toContain(contact)
  })

  test('names an edit that was not checked', async () => {
    const { id, opened } = await withEdit()
    await decide(id, `revisions/${opened.revision.number}/approve`)
    expect((await kept(id))[0].overridden[0]).toBe('This version has not been checked yet')
  })
})

describe('undoing a decision on an edit', () => {
  const undo = async (id: string) =>
    decide(id, 'revisions/undo', { decision_id: (await read(id)).change_decision.id })

  test('that approved it: the earlier content, pictures and reviewed prices are live again, and the edit waits with its age', async () => {
    const { id, opened, wanted } = await withEdit()
    const before = await contentOf(id)
    app.clock.move(60_000)
    const approved = await decide(id, `revisions/${opened.revision.number}/approve`)
    expect(approved.body.results).toMatchObject({
      ...{ sku: wanted, product_price: '4321.25', revision: null },
      change_decision: { action: 'approve', to_status: 'approved' },
    })
    expect(approved.body.results.images).toHaveLength(3)
    expect((await undo(id)).status).toBe(200)
    expect(await contentOf(id)).toEqual(before)
    const after = await read(id)
    expect(after.revision).toEqual(opened.revision)
    expect(after).toMatchObject({ change_decision: null, images: opened.images })
    expect(await messagesOf(id)).toMatchObject([{ kind: 'product edit approved', status: 'withdrawn' }])
    expect(await lastChange(id)).toEqual({ status: 'waiting', reason: '', reasons: [], decided_at: null })
    expect(after.history[0]).toMatchObject({
      action: 'undo edit decision',
      before: { edit: 'approved', sku: wanted },
      after: { edit: 'waiting', sku: opened.sku },
      reason: 'approve was undone',
    })
    const again = await decide(id, `revisions/${opened.revision.number}/approve`)
    expect(again.body.results.images).toHaveLength(3)
  })

  test('that rejected it: the edit waits again with the picture that was dropped', async () => {
    const { id, opened } = await withEdit()
    const before = await contentOf(id)
    await decide(id, `revisions/${opened.revision.number}/reject`, { reason: 'Another brand' })
    expect((await read(id)).revision).toBeNull()
    expect((await undo(id)).status).toBe(200)
    expect(await contentOf(id)).toEqual(before)
    expect((await read(id)).revision).toEqual(opened.revision)
    expect(await messagesOf(id)).toMatchObject([{ kind: 'product edit rejected', status: 'withdrawn' }])
  })

  test('keeps what was sold meanwhile', async () => {
    const { id, opened } = await withEdit()
    await decide(id, `revisions/${opened.revision.number}/approve`)
    await app.database.pool.query('update products set product_stock = product_stock - 5 where id = $1', [id])
    expect((await undo(id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ product_stock: 7, sku: opened.sku })
  })

  test('is refused when its time is over, and nothing changes', async () => {
    const { id, opened } = await withEdit()
    const { body } = await decide(id, `revisions/${opened.revision.number}/approve`)
    app.clock.move(31_000)
    expect((await read(id)).change_decision).toBeNull()
    const before = await stateOf(id)
    const late = await decide(id, 'revisions/undo', { decision_id: body.results.change_decision.id })
    expect(late.status).toBe(409)
    expect(await stateOf(id)).toEqual(before)
  })

  test.each(['approve', 'reject'])(
    'to %s it is refused after another change, and nothing changes',
    async (verb) => {
      const { id, opened, body: given } = await withEdit()
      const reason = verb === 'reject' ? { reason: 'Wrong' } : undefined
      const { body } = await decide(id, `revisions/${opened.revision.number}/${verb}`, reason)
      await handIn({ external_id: given.external_id, product_stock: 3 })
      expect((await read(id)).change_decision).toBeNull()
      const before = await stateOf(id)
      const refused = await decide(id, 'revisions/undo', { decision_id: body.results.change_decision.id })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'The product has changed since, so this decision can no longer be undone',
      ])
      expect(await stateOf(id)).toEqual(before)
    },
  )

  test('is refused when another listing has taken the earlier SKU, and nothing changes', async () => {
    const { id, opened, vendor } = await withEdit()
    await decide(id, `revisions/${opened.revision.number}/approve`)
    const other = await pendingProduct(app, { sku: opened.sku }, vendor.id)
    const before = await stateOf(id)
    const refused = await undo(id)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(other.body.product_name)
    expect(await stateOf(id)).toEqual(before)
  })

  test('by a person who may not decide, of another listing, or after another person is refused, and again changes nothing', async () => {
    const { id, opened } = await withEdit()
    const { body } = await decide(id, `revisions/${opened.revision.number}/approve`)
    const { id: decision_id } = body.results.change_decision
    const other = await withEdit()
    const before = await stateOf(id)
    const viewer = await app.person(['Products: view'])
    expect((await decide(id, 'revisions/undo', { decision_id }, viewer)).status).toBe(403)
    expect((await decide(other.id, 'revisions/undo', { decision_id })).status).toBe(404)
    expect(await stateOf(id)).toEqual(before)
    const undone = await decide(id, 'revisions/undo', { decision_id })
    expect(undone.status).toBe(200)
    const after = await stateOf(id)
    expect((await decide(id, 'revisions/undo', { decision_id }, await app.person())).status).toBe(409)
    // The answer of the first call may have been lost.
    const again = await decide(id, 'revisions/undo', { decision_id })
    expect([again.status, again.body.results]).toEqual([200, undone.body.results])
    expect(await stateOf(id)).toEqual(after)
    await decide(id, `revisions/${opened.revision.number}/approve`)
    expect((await decide(id, 'revisions/undo', { decision_id })).status).toBe(409)
  })
})
