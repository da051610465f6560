import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  other = await app.person()
})
afterAll(() => app.close())

const products = '/api/admin/products'
const decide = async (id: string, verb: string, body: unknown = undefined, as: TestPerson = admin) => {
  const answer = await app.call('POST', `${products}/${id}/${verb}`, { as, body })
  expect(answer.status).toBe(200)
  return answer.body.results
}
const listed = async (list: string, query: string) => {
  const answer = await app.call('GET', `${products}/get/${list}?limit=100&${query}`, { as: admin })
  expect(answer.status).toBe(200)
  const rows = answer.body.results as { id: string; risk: number; vendor_id: string; shop_name: string }[]
  expect(answer.body.total).toBe(rows.length)
  return rows
}
const idsOf = async (list: string, query: string) => (await listed(list, query)).map(({ id }) => id)
const named = (...codes: string[]) => ({ reasons: codes.map((code) => ({ code })) })
const prices = named('listing_price_wrong')

describe('a list of products', () => {
  test('is walked past the longest names in Urdu by the cursors that it gives', async () => {
    const word = 'کشیدہ کاری'
    const ids = []
    for (let n = 0; n < 3; n += 1) {
      const name = `${word} ${'لان کا سوٹ '.repeat(16)}${n}`
      ids.push((await pendingProduct(app, { product_name: name })).id)
    }
    const found: string[] = []
    let cursor = ''
    do {
      const query = `?sort=product_name&limit=1&q=${encodeURIComponent(word)}${cursor && `&cursor=${cursor}`}`
      const answer = await app.call('GET', `${products}/get/pending${query}`, { as: admin })
      expect(answer.status).toBe(200)
      found.push(...answer.body.results.map(({ id }: { id: string }) => id))
      cursor = answer.body.next_cursor ?? ''
    } while (cursor)
    expect(found).toEqual(ids)
  })

  test('is narrowed to the reason of the last decision and to who made it', async () => {
    const [dear, blurred, said] = [
      await pendingProduct(app),
      await pendingProduct(app),
      await pendingProduct(app),
    ]
    await decide(dear.id, 'reject', prices)
    await decide(blurred.id, 'reject', named('listing_picture_unclear', 'listing_price_wrong'), other)
    await decide(said.id, 'reject', { reason: 'In words of its own' }, other)
    const rejected = (query: string) => idsOf('pending', `list=rejected&${query}`)
    expect((await rejected('reason=listing_price_wrong')).sort()).toEqual([dear.id, blurred.id].sort())
    expect(await rejected('reason=listing_picture_unclear')).toEqual([blurred.id])
    expect(await rejected('reason=listing_duplicate')).toEqual([])
    expect((await rejected(`reviewer=${other.id}`)).sort()).toEqual([blurred.id, said.id].sort())
    expect(await rejected(`reviewer=${admin.id}&reason=listing_price_wrong`)).toEqual([dear.id])
    expect(await rejected(`reviewer=${admin.id}&vendor_id=${blurred.vendorId}`)).toEqual([])
  })

  test('forgets a reason with the next decision, and a decision that is undone', async () => {
    const product = await pendingProduct(app)
    await decide(product.id, 'request-update', prices, other)
    const waiting = (query: string) => idsOf('pending', `list=changes_requested&${query}`)
    expect(await waiting(`reviewer=${other.id}`)).toEqual([product.id])
    await decide(product.id, 'approve')
    expect(await idsOf('approved', 'reason=listing_price_wrong')).toEqual([])
    expect(await idsOf('approved', `reviewer=${other.id}`)).toEqual([])
    expect(await idsOf('approved', `reviewer=${admin.id}`)).toContain(product.id)
    const { decision } = (await app.call('GET', `${products}/${product.id}`, { as: admin })).body.results
    await decide(product.id, 'undo', { decision_id: decision.id })
    expect(await waiting('reason=listing_price_wrong')).toEqual([product.id])
  })

  test('is narrowed by risk, sorted by it, and names the vendor', async () => {
    const risks = [0, 15, 40, 85]
    const made = []
    for (const risk of risks) {
      const product = await pendingProduct(app)
      await app.database.pool.query('update products set risk = $2 where id = $1', [product.id, risk])
      await app.database.pool.query('update product_checks set answered = asked where product_id = $1', [
        product.id,
      ])
      made.push(product)
    }
    const among = new Set(made.map(({ id }) => id))
    const found = async (query: string) =>
      (await listed('pending', query)).filter(({ id }) => among.has(id)).map(({ risk }) => risk)
    expect(await found('sort=-risk')).toEqual([85, 40, 15, 0])
    expect(await found('risk=none')).toEqual([0])
    expect(await found('risk=some&sort=risk')).toEqual([15, 40, 85])
    expect(await found('risk=high&sort=risk')).toEqual([40, 85])
    const [first] = made
    const own = await listed('pending', `vendor_id=${first?.vendorId}`)
    expect(own).toMatchObject([{ id: first?.id, vendor_id: first?.vendorId }])
    expect(own[0]?.shop_name).not.toBe('')
  })

  test('offers the people who have decided and the reasons that can be named', async () => {
    await app.person()
    const people = (await app.call('GET', `${products}/reviewers`, { as: admin })).body.results
    expect(people.map(({ id }: { id: string }) => id).sort()).toEqual([admin.id, other.id].sort())
    const reasons = (await app.call('GET', `${products}/decision-reasons`, { as: admin })).body.results
    expect(reasons[0]).toEqual({ id: 'listing_picture_unclear', name: 'Picture unclear or too small' })
    expect(reasons.every(({ id }: { id: string }) => id.startsWith('listing_'))).toBe(true)
    const nobody = await app.person(['Orders: view'])
    for (const path of ['reviewers', 'decision-reasons']) {
      expect((await app.call('GET', `${products}/${path}`, { as: nobody })).status).toBe(403)
    }
  })

  test('refuses a filter that is no reason, no person and no risk', async () => {
    for (const query of ['reason=Price wrong', 'reviewer=sana', 'risk=much']) {
      expect((await app.call('GET', `${products}/get/pending?${query}`, { as: admin })).status).toBe(422)
    }
  })
})
