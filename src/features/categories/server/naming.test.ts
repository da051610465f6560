import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDueListings } from '#features/products/checks/server/commands.ts'
import { readWordModel } from '#features/products/checks/server/queries.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory, type MadeCategory } from '#testing/category-samples.ts'
import { changeBody } from '#testing/entry-samples.ts'
import { listedProduct, pendingProduct } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

const send = (method: string, to: string, body?: unknown, as = admin) => app.call(method, to, { as, body })
const results = async (to: string) => (await send('GET', to)).body.results
const expectRefused = refusing(() => app)
async function checkAll() {
  const ctx = jobContext('check-listings', { db: app.database.db, services: app.services })
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
}

/** An edit of a live listing that waits, and would move it to the category. */
async function waitingEdit({ id: category_id }: MadeCategory) {
  const clerk = await app.person(['Products: view', 'Products: act'])
  const { id } = await listedProduct(by)
  const asked = await app.call('PUT', `/api/admin/products/${id}`, {
    as: clerk,
    ...(await changeBody(by, id, { category_id })),
  })
  return { id, number: asked.body.results.revision.number }
}

async function forbidIn({ id: category_id }: MadeCategory, word: string) {
  const { version, ...checks } = await results('/api/admin/listing-checks')
  const forbidden = [...checks.forbidden, { word, category_id }]
  const headers = { 'if-match': `"v${version}"` }
  return app.call('PUT', '/api/admin/listing-checks', { as: admin, body: { ...checks, forbidden }, headers })
}

const audienceOf = (...categories: MadeCategory[]) => ({
  user_type: 'vendors',
  category_ids: categories.map(({ id }) => id),
})
const savedList = async (name: string, ...categories: MadeCategory[]) =>
  send('POST', '/api/admin/mailing-lists', { name, selection: audienceOf(...categories) })
const draft = async (...categories: MadeCategory[]) =>
  (
    await send('POST', '/api/admin/mailings', {
      audience: audienceOf(...categories),
      subject: 'News',
      body: 'x',
    })
  ).body.results

describe('what names a category', () => {
  test('names the one that it was merged into: edits that wait, forbidden words, lists and group mail', async () => {
    const [from, into] = [await addedCategory(by), await addedCategory(by)]
    const edit = await waitingEdit(from)
    expect((await forbidIn(from, 'replica')).status).toBe(200)
    expect((await savedList('Sellers of both', from, into)).status).toBe(201)
    const mailing = await draft(from)
    // What waits there is checked once more, as the word applies to it from now on.
    const there = await pendingProduct(app, { category: into.name })
    await checkAll()
    expect((await results(`/api/admin/products/${there.id}/checks`)).is_checked).toBe(true)
    const merged = await send('POST', `/api/admin/categories/${from.id}/merge`, {
      into: into.id,
      product_count: 0,
    })
    expect(merged.status).toBe(200)
    const approved = await send('POST', `/api/admin/products/${edit.id}/revisions/${edit.number}/approve`)
    expect(approved.body.results.filed_under.id).toBe(into.id)
    expect((await results(`/api/admin/products/${there.id}/checks`)).is_checked).toBe(false)
    expect((await results('/api/admin/listing-checks')).forbidden).toEqual([
      { word: 'replica', category_id: into.id },
    ])
    const [list] = await results('/api/admin/mailing-lists')
    expect(list.selection.category_ids).toEqual([into.id])
    expect((await results(`/api/admin/mailings/${mailing.id}`)).audience.category_ids).toEqual([into.id])
  })

  test('keeps it from being deleted, and says what to change first', async () => {
    const refusal = (category: MadeCategory, words: RegExp) =>
      expectRefused(409, words, () => send('DELETE', `/api/admin/categories/${category.id}`))
    const ofEdit = await addedCategory(by)
    const edit = await waitingEdit(ofEdit)
    await refusal(ofEdit, /^A pending edit of “.+” uses this category/)
    await send('POST', `/api/admin/products/${edit.id}/revisions/${edit.number}/approve`)
    const ofWord = await addedCategory(by)
    await forbidIn(ofWord, 'fake')
    await refusal(ofWord, /^The forbidden word “fake” is limited to this category/)
    const ofMail = await addedCategory(by)
    await draft(ofMail)
    await refusal(ofMail, /^The group e-mail “News” is written to vendors of this category/)
    const ofList = await addedCategory(by)
    await savedList('Sellers of these', ofList)
    await refusal(ofList, /^The list “Sellers of these” selects vendors of this category. Delete the list/)
    const free = await addedCategory(by)
    expect((await send('DELETE', `/api/admin/categories/${free.id}`)).status).toBe(204)
  })
})
