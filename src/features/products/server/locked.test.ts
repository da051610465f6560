import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { changeBody } from '#testing/entry-samples.ts'
import { pendingProduct } from '#testing/factories.ts'
import { letImportsRun, sheetForm, sheetOf, uploadedSheet } from '#testing/import-samples.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let key: string
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
  by = { app, admin }
})
afterAll(() => app.close())

const path = '/api/admin/products'
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const post = (id: string, verb: string, body: object) =>
  app.call('POST', `${path}/${id}/${verb}`, { as: admin, body })
const submit = (body: object) => app.call('POST', '/api/intake/products', { as: key, body })
const told = async (id: string) =>
  (await app.call('GET', `/api/intake/products/${id}`, { as: key })).body.results
const lettersTo = async (id: string) =>
  (
    await app.database.pool.query(
      `select kind from messages where subject_id = $1 and status <> 'withdrawn' order by created_at, id`,
      [id],
    )
  ).rows.map(({ kind }) => kind)
const rejectedFor = async (code: string) => {
  const product = await pendingProduct(app)
  expect((await post(product.id, 'reject', { reasons: [{ code }] })).status).toBe(200)
  return product
}
async function expectRefused(call: () => Promise<Answer>) {
  const before = await stateOf(app)
  const answer = await call()
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This product was rejected because it is against the rules. It can be submitted again after it has been reopened',
  ])
  expect(await stateOf(app)).toBe(before)
}

describe('a listing that is against the rules', () => {
  test('takes no new version and no picture from the marketplace; what was sent before is still recognised', async () => {
    const { id, body } = await rejectedFor('listing_prohibited')
    await expectRefused(() => submit({ ...body, product_name: 'Not what it was' }))
    await expectRefused(() => submit({ ...body, product_stock: 7 }))
    await expectRefused(async () =>
      app.call('POST', `/api/intake/products/${id}/images`, { as: key, body: await pictureForm() }),
    )
    const again = await submit(body)
    expect([again.status, again.body.results]).toEqual([200, { id, status: 'rejected' }])
    expect(await told(id)).toMatchObject({
      status: 'rejected',
      is_locked: true,
      reasons: [{ code: 'listing_prohibited', kind: 'policy' }],
    })
  })

  test('is not put back into review by a change of staff', async () => {
    const { id } = await rejectedFor('listing_counterfeit')
    const changed = await changeBody(by, id, { product_name: 'Not what it was' })
    await expectRefused(() => app.call('PUT', `${path}/${id}`, { as: admin, ...changed }))
    expect(await read(id)).toMatchObject({ status: 'rejected', is_locked: true })
  })

  test('is an error of its row in an import that changes it, and none in one that repeats it', async () => {
    const { id, body } = await rejectedFor('listing_prohibited')
    const rowsOf = async (name: string) => {
      const text = sheetOf(['SKU', 'Name'], [body.sku, name])
      const sheet = await uploadedSheet(by, sheetForm(text), `?vendor_id=${body.seller_id}`)
      const record = async () =>
        (await app.call('GET', `/api/admin/imports/${sheet.id}`, { as: admin })).body.results
      await letImportsRun(app)
      const { status, columns, version } = await record()
      if (status === 'mapping') {
        const fields = columns.map(({ field }: { field: string | null }) => field)
        await app.call('PUT', `/api/admin/imports/${sheet.id}/mapping`, {
          as: admin,
          body: { fields, vendor_id: body.seller_id },
          headers: { 'if-match': `"v${version}"` },
        })
        await letImportsRun(app)
      }
      const { body: rows } = await app.call('GET', `/api/admin/imports/${sheet.id}/rows?limit=10`, {
        as: admin,
      })
      return rows.results.map((row: { verdict: string; errors: { message: string }[] }) => [
        row.verdict,
        ...row.errors.map(({ message }) => message),
      ])
    }
    expect(await rowsOf('Not what it was')).toEqual([
      ['error', expect.stringContaining('It can be submitted again after it has been reopened')],
    ])
    expect(await rowsOf(body.product_name)).toEqual([['unchanged']])
    expect((await read(id)).status).toBe('rejected')
  })

  test('is taken again after it has been reopened, which its vendor is told and which can be undone', async () => {
    const { id, body } = await rejectedFor('listing_prohibited')
    const blank = await post(id, 'reopen', { reason: ' ' })
    expect([blank.status, (await read(id)).status]).toEqual([422, 'rejected'])
    const reopened = await post(id, 'reopen', { reason: 'The licence was sent' })
    expect(reopened.status).toBe(200)
    expect(reopened.body.results).toMatchObject({ status: 'submitted', status_reason: '', is_locked: false })
    expect(await lettersTo(id)).toEqual(['product rejected', 'product reopened'])
    const undone = await post(id, 'undo', { decision_id: reopened.body.results.decision.id })
    expect(undone.body.results).toMatchObject({ status: 'rejected', is_locked: true })
    expect(await lettersTo(id)).toEqual(['product rejected'])
    await expectRefused(() => submit({ ...body, product_name: 'Not what it was' }))
    expect((await post(id, 'reopen', { reason: 'The licence was sent' })).status).toBe(200)
    expect((await submit({ ...body, product_name: 'What it is' })).status).toBe(201)
    const { history, status } = await read(id)
    expect(status).toBe('submitted')
    expect(history).toContainEqual(
      expect.objectContaining({ action: 'reopen', reason: 'The licence was sent' }),
    )
  })
})

test('a listing that was rejected for what can be corrected is submitted again as it is, or reopened', async () => {
  const { id, body } = await rejectedFor('listing_picture_unclear')
  expect(await read(id)).toMatchObject({ status: 'rejected', is_locked: false })
  expect((await submit({ ...body, product_name: 'With a clear picture' })).status).toBe(201)
  expect((await read(id)).status).toBe('submitted')
  expect((await post(id, 'reject', { reason: 'Still unclear' })).status).toBe(200)
  expect((await post(id, 'reopen', { reason: 'It is clear' })).body.results.status).toBe('submitted')
})

test('what is not rejected is not reopened', async () => {
  const { id } = await pendingProduct(app)
  const before = await stateOf(app)
  expect((await post(id, 'reopen', { reason: 'By mistake' })).body.results.status).toBe('submitted')
  expect(await stateOf(app)).toBe(before)
  expect((await post(id, 'approve', {})).status).toBe(200)
  const approved = await stateOf(app)
  expect((await post(id, 'reopen', { reason: 'By mistake' })).status).toBe(409)
  expect(await stateOf(app)).toBe(approved)
})
