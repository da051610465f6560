import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer, TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct } from '#testing/factories.ts'
import {
  draftPromotion,
  joinedPromotion,
  minutesFromNow,
  runningPromotion,
} from '#testing/promotion-samples.ts'
import { path, promotionStage } from '#testing/promotion-stage.ts'
import { refusing, stateOf } from '#testing/state.ts'

const { by, send, read } = promotionStage()
const change = async (id: string, body: object) =>
  by.app.call('PATCH', `${path}/${id}`, {
    as: by.admin,
    body,
    headers: { 'if-match': `"v${(await read(id)).version}"` },
  })
/** What the seller's own system is shown of a campaign, and what it answers to it. */
const shown = async (id: string, seller_id: string) =>
  (await send('GET', `/api/intake/promotions?seller_id=${seller_id}`, undefined, by.key)).body.results.find(
    (one: { id: string }) => one.id === id,
  )
const accept = (id: string, body: object) => send('POST', `/api/intake/promotions/${id}/opt-in`, body, by.key)

const expectRefused = refusing(() => by.app)

describe('a seller who has joined a draft', () => {
  test.each([
    ['discount', { discount_bp: 9_000 }],
    ['cap', { discount_cap: '700' }],
    ['floor', { price_floor: '1' }],
    ['period', { ends_at: '2090-01-01T00:00:00.000Z' }],
    ['scope', { scope: 'products' }],
    ['share of the cost', { cost_share_bp: 9_999 }],
  ])('is asked again when its %s changes, and the history says how many are', async (_, terms) => {
    const { id, vendorId } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 30) })
    const answer = await change(id, terms)
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({
      ...{ asked_again: 1, seller_count: 0, invited_count: 1 },
      sellers: [{ state: 'invited', joined_at: null, joined_by_name: '', note: '' }],
    })
    expect(answer.body.results.history[0]).toMatchObject({ action: 'edit', after: { asked_again: 1 } })
    expect((await shown(id, vendorId)).seller_state).toBe('invited')
    await expectRefused(409, /No seller has joined/, () =>
      send('POST', `${path}/${id}/start`, { at_once: true }),
    )
  })

  test('stays in it when only its name changes, or it returns to draft and is started again unchanged', async () => {
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 30) })
    const renamed = await change(id, { name: 'Another name' })
    expect(renamed.body.results).toMatchObject({ asked_again: 0, sellers: [{ state: 'in' }] })
    expect(renamed.body.results.history[0].after).not.toHaveProperty('asked_again')
    await send('POST', `${path}/${id}/start`, {})
    await send('POST', `${path}/${id}/put-back`)
    expect((await send('POST', `${path}/${id}/start`, {})).body.results).toMatchObject({
      status: 'scheduled',
      seller_count: 1,
    })
  })

  test('is asked again when it was scheduled, returned to draft and changed; a seller who declined is not', async () => {
    const { id, vendorId } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 30) })
    const other = await listedProduct(by)
    await send('POST', `${path}/${id}/sellers`, { vendor_id: other.vendorId })
    await send('POST', `${path}/${id}/sellers/${other.vendorId}/opt-out`)
    await send('POST', `${path}/${id}/start`, {})
    await send('POST', `${path}/${id}/put-back`)
    const { sellers, asked_again } = (await change(id, { discount_bp: 9_000 })).body.results
    expect(asked_again).toBe(1)
    const stateById = new Map(
      sellers.map((one: { vendor_id: string; state: string }) => [one.vendor_id, one.state]),
    )
    expect([stateById.get(vendorId), stateById.get(other.vendorId)]).toEqual(['invited', 'declined'])
  })
})

describe('the share of the cost', () => {
  test('that a seller accepts is the share that they were shown', async () => {
    const { vendorId } = await listedProduct(by)
    const { id } = await draftPromotion(by, { starts_at: minutesFromNow(by, 30), cost_share_bp: 5_000 })
    await send('POST', `${path}/${id}/sellers`, { vendor_id: vendorId })
    expect((await change(id, { cost_share_bp: 10_000 })).body.results).toMatchObject({
      asked_again: 0,
      sellers: [{ state: 'invited', cost_share_bp: 10_000 }],
    })
    expect(await shown(id, vendorId)).toMatchObject({ cost_share_bp: 10_000 })
    // A person who still relies on what was shown before is told.
    await expectRefused(422, /must carry at least 100%/, () =>
      accept(id, { seller_id: vendorId, cost_share_bp: 5_000 }),
    )
    expect((await accept(id, { seller_id: vendorId })).body.results.cost_share_bp).toBe(10_000)
  })

  test('that staff agreed with a seller is not overwritten by the system of the seller', async () => {
    const { id, vendorId } = await joinedPromotion(
      by,
      { starts_at: minutesFromNow(by, 30), cost_share_bp: 5_000 },
      { share: 4_000 },
    )
    expect(await shown(id, vendorId)).toMatchObject({ seller_state: 'in', cost_share_bp: 4_000 })
    const before = await stateOf(by.app)
    expect((await accept(id, { seller_id: vendorId })).body.results.cost_share_bp).toBe(4_000)
    expect(await stateOf(by.app)).toBe(before)
    await expectRefused(422, /must carry at least 40%/, () =>
      accept(id, { seller_id: vendorId, cost_share_bp: 3_999 }),
    )
    // Other terms are not those that it was agreed for: the seller is asked what everybody is asked.
    await change(id, { discount_bp: 2_000 })
    expect(await shown(id, vendorId)).toMatchObject({ seller_state: 'invited', cost_share_bp: 5_000 })
  })

  test('in a duplicate is the share that the campaign asks', async () => {
    const { id } = await joinedPromotion(by, { cost_share_bp: 5_000 }, { share: 1_000 })
    expect((await send('POST', `${path}/${id}/duplicate`)).body.results.sellers).toMatchObject([
      { state: 'invited', cost_share_bp: 5_000 },
    ])
  })
})

describe('the terms that a seller was shown', () => {
  async function invitedSeller() {
    const product = await listedProduct(by)
    const { id } = await draftPromotion(by, {
      ...{ starts_at: minutesFromNow(by, 30), discount_bp: 2_000, cost_share_bp: 5_000 },
    })
    await send('POST', `${path}/${id}/sellers`, { vendor_id: product.vendorId })
    const { terms } = await shown(id, product.vendorId)
    return { id, product, answer: { seller_id: product.vendorId, terms } }
  }

  test.each([
    ['discount', { discount_bp: 6_000 }],
    ['cap', { discount_cap: '700' }],
    ['period', { ends_at: '2090-01-01T00:00:00.000Z' }],
    ['share of the cost', { cost_share_bp: 9_999 }],
  ])('are not agreed to any more when its %s has changed', async (_, changed) => {
    const { id, answer } = await invitedSeller()
    expect((await change(id, changed)).status).toBe(200)
    const refused = await expectRefused(409, /terms of this campaign have changed/, () => accept(id, answer))
    expect((await read(id)).sellers).toMatchObject([{ state: 'invited' }])
    // The refusal tells the present terms, which can be agreed to.
    expect(refused.body.results).toEqual(await shown(id, answer.seller_id))
    const agreed = await accept(id, { ...answer, terms: refused.body.results.terms })
    expect([agreed.status, agreed.body.results.seller_state]).toEqual([200, 'in'])
  })

  test('are others when it takes other products', async () => {
    const { id, product, answer } = await invitedSeller()
    await change(id, { scope: 'products', product_ids: [product.id] })
    const { terms } = await shown(id, answer.seller_id)
    expect(terms).not.toBe(answer.terms)
    await change(id, { product_ids: [product.id, (await listedProduct(by, {}, answer.seller_id)).id] })
    await expectRefused(409, /terms of this campaign have changed/, () => accept(id, { ...answer, terms }))
  })

  test('are agreed to while they are the same, also under another name, and sent again change nothing', async () => {
    const { id, answer } = await invitedSeller()
    await change(id, { name: 'Another name' })
    const offer = { ...answer, cost_share_bp: 6_000 }
    expect((await accept(id, offer)).body.results.seller_state).toBe('in')
    const before = await stateOf(by.app)
    expect((await accept(id, offer)).status).toBe(200)
    expect(await stateOf(by.app)).toBe(before)
  })

  test('are the present ones for a system that does not name them', async () => {
    const { id, answer } = await invitedSeller()
    await change(id, { discount_bp: 6_000 })
    expect((await accept(id, { seller_id: answer.seller_id })).body.results).toMatchObject({
      ...{ seller_state: 'in', discount_bp: 6_000 },
    })
  })
})

describe('a seller who is asked to join', () => {
  /** The sellers that each event about a campaign names. */
  const toldOf = async (id: string): Promise<string[][]> => {
    const { rows } = await by.app.database.pool.query(
      `select body from webhook_events
       where kind = 'promotion.invited' and body::json -> 'data' ->> 'promotion_id' = $1 order by id`,
      [id],
    )
    return rows.map(({ body }) => JSON.parse(body).data.seller_ids.sort())
  }
  beforeEach(async () => {
    const endpoint = { url: 'https://shop.example/hooks', kinds: ['promotion.invited'] }
    expect((await send('POST', '/api/admin/webhooks', endpoint)).status).toBe(201)
  })

  test('is told to webhooks: once when invited, and again for other terms if they had joined', async () => {
    const { vendorId } = await listedProduct(by)
    const other = await listedProduct(by)
    const { id } = await draftPromotion(by, { starts_at: minutesFromNow(by, 30) })
    const own = `${path}/${id}/sellers`
    await send('POST', own, { vendor_id: vendorId })
    await send('POST', own, { vendor_id: vendorId })
    await send('POST', own, { vendor_id: other.vendorId })
    expect(await toldOf(id)).toEqual([[vendorId], [other.vendorId]])
    await send('POST', `${own}/${vendorId}/opt-in`, { cost_share_bp: 10_000 })
    await change(id, { name: 'Another name' })
    expect(await toldOf(id)).toHaveLength(2)
    await change(id, { discount_bp: 3_000 })
    expect(await toldOf(id)).toEqual([[vendorId], [other.vendorId], [vendorId]])
    const copy = await send('POST', `${path}/${id}/duplicate`)
    expect(await toldOf(copy.body.results.id)).toEqual([[vendorId, other.vendorId].sort()])
  })

  test('is told when all sellers of a category are invited, and when a merge gives a draft another one', async () => {
    const [from, into] = [await addedCategory(by), await addedCategory(by)]
    const one = await listedProduct(by, { category: from.name })
    const two = await listedProduct(by, { category: from.name })
    const sellers = [one.vendorId, two.vendorId].sort()
    const { id } = await draftPromotion(by, {
      ...{ starts_at: minutesFromNow(by, 30), scope: 'categories', category_ids: [from.id] },
    })
    await send('POST', `${path}/${id}/sellers/of-category`, { category_id: from.id })
    expect(await toldOf(id)).toEqual([sellers])
    for (const seller of sellers) {
      await send('POST', `${path}/${id}/sellers/${seller}/opt-in`, { cost_share_bp: 10_000 })
    }
    const own = `/api/admin/categories/${from.id}`
    const { product_count } = (await send('GET', own)).body.results
    expect((await send('POST', `${own}/merge`, { into: into.id, product_count })).status).toBe(200)
    expect(await toldOf(id)).toEqual([sellers, sellers])
  })
})

describe('a user who may change campaigns but not decide', () => {
  let clerk: TestPerson
  beforeEach(async () => {
    clerk = await by.app.person(['Promotions: view', 'Promotions: act'])
  })
  const expectNotTheirs = async (call: () => Promise<Answer>) => {
    const answer = await expectRefused(403, /You need the permission “Promotions: Decide”/, call)
    expect(answer.body.missing_permission).toBe('Promotions: decide')
  }

  test.each(['scheduled', 'running'])('adds no seller to a %s campaign', async (status) => {
    const { id, vendorId } =
      status === 'running'
        ? await runningPromotion(by)
        : await joinedPromotion(by, { starts_at: minutesFromNow(by, 30) })
    if (status === 'scheduled') await send('POST', `${path}/${id}/start`, {})
    const other = await listedProduct(by)
    const own = `${path}/${id}/sellers`
    await expectNotTheirs(() => send('POST', own, { vendor_id: other.vendorId }, clerk))
    expect((await send('POST', own, { vendor_id: other.vendorId })).status).toBe(200)
    const joining = `${own}/${other.vendorId}/opt-in`
    await expectNotTheirs(() => send('POST', joining, { cost_share_bp: 10_000 }, clerk))
    expect((await send('POST', joining, { cost_share_bp: 0 })).status).toBe(200)
    // That a seller leaves costs nobody anything.
    expect((await send('POST', `${own}/${vendorId}/opt-out`, undefined, clerk)).status).toBe(200)
  })

  test('records no smaller share than the campaign asks', async () => {
    const { vendorId } = await listedProduct(by)
    const { id } = await draftPromotion(by, { starts_at: minutesFromNow(by, 30), cost_share_bp: 6_000 })
    const own = `${path}/${id}/sellers`
    expect((await send('POST', own, { vendor_id: vendorId }, clerk)).status).toBe(200)
    const joining = `${own}/${vendorId}/opt-in`
    await expectNotTheirs(() => send('POST', joining, { cost_share_bp: 5_999 }, clerk))
    expect((await send('POST', joining, { cost_share_bp: 6_000 }, clerk)).status).toBe(200)
    await expectNotTheirs(() => send('POST', joining, { cost_share_bp: 0 }, clerk))
    expect((await send('POST', joining, { cost_share_bp: 0 })).body.results.sellers[0].cost_share_bp).toBe(0)
  })
})

describe('the sellers of a category', () => {
  /** Two sell in the category or below it, one of whom has declined; another waits for approval, and another sells elsewhere. */
  async function sellersOf() {
    const main = await addedCategory(by)
    const below = await addedCategory(by, { parent_id: main.id })
    const one = await listedProduct(by, { category: main.name })
    const other = await listedProduct(by, { category: below.name })
    await listedProduct(by, { category: below.name }, other.vendorId)
    await pendingProduct(by.app, { category: below.name })
    await listedProduct(by, { category: (await addedCategory(by)).name })
    return { category_id: main.id, one: one.vendorId, other: other.vendorId }
  }
  const invitable = async (id: string, category_id: string) =>
    (await send('GET', `${path}/${id}/sellers/of-category?category_id=${category_id}`)).body.results

  test('are counted before they are invited together, and those who were asked before are not asked again', async () => {
    const { category_id, one, other } = await sellersOf()
    const { id } = await draftPromotion(by)
    await send('POST', `${path}/${id}/sellers`, { vendor_id: one })
    await send('POST', `${path}/${id}/sellers/${one}/opt-out`)
    expect(await invitable(id, category_id)).toEqual({ sellers: 2, to_invite: 1 })
    const { status, body } = await send('POST', `${path}/${id}/sellers/of-category`, { category_id })
    expect([status, body.results.invited]).toEqual([200, 1])
    const stateById = new Map(
      body.results.sellers.map((seller: { vendor_id: string; state: string }) => [
        seller.vendor_id,
        seller.state,
      ]),
    )
    expect(stateById).toEqual(
      new Map([
        [one, 'declined'],
        [other, 'invited'],
      ]),
    )
    expect(body.results.history[0]).toMatchObject({ action: 'invite sellers', after: { sellers: 1 } })
    expect(await invitable(id, category_id)).toEqual({ sellers: 2, to_invite: 0 })
    const before = await stateOf(by.app)
    expect(
      (await send('POST', `${path}/${id}/sellers/of-category`, { category_id })).body.results.invited,
    ).toBe(0)
    expect(await stateOf(by.app)).toBe(before)
  })

  test('are not invited to a campaign that was started by a person who may not start one, nor by an unknown category', async () => {
    const { category_id } = await sellersOf()
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 30) })
    await expectRefused(422, /no such category/, () =>
      send('POST', `${path}/${id}/sellers/of-category`, { category_id: id }),
    )
    await send('POST', `${path}/${id}/start`, {})
    const { app } = by
    const helper = await app.person(['Promotions: view', 'Promotions: act'])
    await expectRefused(403, /Promotions: decide|Start/i, () =>
      send('POST', `${path}/${id}/sellers/of-category`, { category_id }, helper),
    )
  })
})
