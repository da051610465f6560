import { afterAll, describe, expect, test } from 'vitest'
import { karachiDay, plusDays } from '#kit/contract/day.ts'
import { type Job, jobContext } from '#kit/server/jobs.ts'
import type { Answer } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import {
  listedProduct,
  type MadeProduct,
  pendingProduct,
  pendingVendor,
  refundAccount,
} from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { planOf, recorded } from '#testing/plans.ts'
import {
  draftPromotion,
  haveStood,
  joinedPromotion,
  minutesFromNow,
  promotedOrder,
  promotionBody,
  runningPromotion,
  standingProduct,
} from '#testing/promotion-samples.ts'
import { path, promotionStage } from '#testing/promotion-stage.ts'
import { refusing, stateOf } from '#testing/state.ts'
import { promotions } from '../contract.ts'
import { checkPromotions, foldPromotions, tellOfPromotions } from './jobs.ts'
import { readPreview } from './scope-queries.ts'

const { by, send, read } = promotionStage()
afterAll(async () => {
  expect(await ledgerFaults(async (query) => (await by.app.database.pool.query(query)).rows)).toEqual([])
})
const minute = 60_000
const day = 24 * 60 * minute
const change = (id: string, version: number, body: object, as = by.admin) =>
  by.app.call('PATCH', `${path}/${id}`, { as, body, headers: { 'if-match': `"v${version}"` } })
const start = (id: string, at_once = false) => send('POST', `${path}/${id}/start`, { at_once })
/** What the lines of an order add to their campaign when they arrive as they are now; nothing of it is kept. */
async function soldOfCopies(orderId: string) {
  const client = await by.app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('delete from promotion_deltas')
    await client.query(
      `insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'number', l.number + 1000))).*
       from order_lines l where order_id = $1`,
      [orderId],
    )
    const { rows } = await client.query(
      `select sum(pieces)::int4 as pieces, sum(revenue)::int4 as revenue, sum(discount)::int4 as discount,
         sum(granted)::int4 as granted from promotion_deltas`,
    )
    return rows[0]
  } finally {
    await client.query('rollback')
    client.release()
  }
}
/** What shoppers are told of these, without a key. */
const prices = (...products: MadeProduct[]) =>
  by.app.call('GET', `/api/storefront/prices?product_ids=${products.map(({ id }) => id).join(',')}`)
const priceOf = async (product: MadeProduct) => {
  const { price, campaign } = (await prices(product)).body.results[0]
  return campaign ? [price, campaign.price, campaign.name] : [price]
}
const standing = (product_price: string, given: object = {}, vendorId?: string) =>
  standingProduct(by, { product_price, ...given }, vendorId)
const reprice = async (product: MadeProduct, product_price: string) => {
  await by.app.database.pool.query(
    'update products set product_price = $2, discounted_price = 0, updated_at = $3 where id = $1',
    [product.id, Math.round(Number(product_price) * 100), by.app.clock.now()],
  )
}
const hand = (body: unknown) => send('POST', '/api/intake/orders', body, by.key)
const faults: unknown[] = []
const runJob = async (job: Job) =>
  job.run(jobContext(job.name, { db: by.app.database.db, services: by.app.services }), {
    error: (...fault: unknown[]) => faults.push(fault),
  } as never)

const expectRefused = refusing(() => by.app)

describe('a draft', () => {
  test('is added with its terms, and recorded', async () => {
    const starts_at = minutesFromNow(by, 60)
    const { id } = await draftPromotion(by, {
      name: 'Eid Sale',
      starts_at,
      discount_cap: '500.00',
      price_floor: '99',
    })
    expect(await read(id)).toMatchObject({
      ...{ name: 'Eid Sale', status: 'draft', discount_bp: 1_500, discount_cap: '500', price_floor: '99' },
      ...{ cost_share_bp: 10_000, starts_at, scope: 'all', seller_count: 0, seller_name: '', version: 1 },
      ...{ orders: 0, pieces: 0, revenue: '0', image: '', sellers: [] },
      history: [{ action: 'add', after: { name: 'Eid Sale', discount_bp: 1_500 } }],
    })
  })

  test.each([
    [{ name: ' ' }, 'name', 'Name is Required'],
    [{ discount_bp: 0 }, 'discount_bp', 'Enter a discount from 0.01 to 99%, for example 12.5'],
    [{ discount_bp: 9_901 }, 'discount_bp', 'At most 99%'],
    [{ discount_bp: 12.5 }, 'discount_bp', 'Must be a whole number'],
    [{ discount_cap: '0' }, 'discount_cap', 'Must be more than zero'],
    [{ price_floor: '-5' }, 'price_floor', 'Must not be below zero'],
    [{ cost_share_bp: 10_001 }, 'cost_share_bp', 'At most 100%'],
    [
      { starts_at: '2026-11-22T10:00:30+05:00' },
      'starts_at',
      'Seconds are not allowed: choose a time to the minute',
    ],
    [{ ends_at: '2020-11-22T10:00:00+05:00' }, 'ends_at', 'Must be after the start'],
    [{ starts_at: '2026-11-22 10:00' }, 'starts_at', 'Choose a day and a time'],
    [{ scope: 'some' }, 'scope', 'One of: all, categories, products'],
    [
      { scope: 'categories', category_ids: ['01a1fc80-d469-7475-b815-ea04c5a66a67'] },
      'category_ids',
      'One of these categories no longer exists: choose again',
    ],
    [
      { scope: 'products', product_ids: ['01a1fc80-d469-7475-b815-ea04c5a66a67'] },
      'product_ids',
      'One of these products no longer exists: choose again',
    ],
  ])('with %j is refused beside its field', async (given, field, words) => {
    const body = promotionBody(by, given)
    const refused = await expectRefused(422, words, () => send('POST', path, body))
    expect(refused.body.errors[0].path).toBe(field)
  })

  test('is changed by someone who read its latest version; the same change again does nothing', async () => {
    const { id } = await draftPromotion(by, { name: 'Winter' })
    const changed = await change(id, 1, { discount_bp: 2_000, price_floor: '50' })
    expect(changed.body.results).toMatchObject({ discount_bp: 2_000, price_floor: '50', version: 2 })
    expect(changed.body.results.history[0]).toMatchObject({
      action: 'edit',
      before: { discount_bp: 1_500, price_floor: null },
      after: { discount_bp: 2_000, price_floor: '50' },
    })
    const stale = await expectRefused(412, /was changed since you read it/, () =>
      change(id, 1, { name: 'X' }),
    )
    expect(stale.body.results).toMatchObject({ name: 'Winter', version: 2 })
    expect((await change(id, 2, { discount_bp: 2_000 })).body.results.version).toBe(2)
    await expectRefused(422, 'Must be after the start', () =>
      change(id, 2, { ends_at: minutesFromNow(by, -60) }),
    )
  })

  test('is deleted with its invitations; a started campaign is not', async () => {
    const { id } = await joinedPromotion(by)
    expect((await send('DELETE', `${path}/${id}`)).status).toBe(204)
    await expectRefused(404, 'There is no such campaign', () => send('GET', `${path}/${id}`))
    const running = await runningPromotion(by)
    await expectRefused(409, /Only a draft can be deleted/, () => send('DELETE', `${path}/${running.id}`))
  })

  test('gets a picture cropped to a square, and loses it again', async () => {
    const { id } = await draftPromotion(by)
    const set = await send('POST', `${path}/${id}/image`, await pictureForm())
    expect(set.body.results.image).toMatch(/^[0-9a-f]{64}$/)
    expect((await fetch(`${by.app.url}/media/${set.body.results.image}-96.webp`)).status).toBe(200)
    await expectRefused(409, 'Somebody else has changed the picture since', () =>
      send('DELETE', `${path}/${id}/image?instead_of=none`),
    )
    const taken = await send('DELETE', `${path}/${id}/image?instead_of=${set.body.results.image}`)
    expect(taken.body.results.image).toBe('')
  })
})

describe('starting and ending', () => {
  test('depend on the clock alone: from the first minute, without a job, to the last minute', async () => {
    const product = await standing('1000')
    const starts_at = minutesFromNow(by, 10)
    const ends_at = minutesFromNow(by, 20)
    const { id, name } = await joinedPromotion(by, { starts_at, ends_at }, { product })
    expect((await start(id)).body.results.status).toBe('scheduled')
    expect(await priceOf(product)).toEqual(['1000'])
    by.app.clock.move(Date.parse(starts_at) - by.app.clock.now().getTime() - 400)
    expect((await read(id)).status).toBe('scheduled')
    expect(await priceOf(product)).toEqual(['1000'])
    by.app.clock.move(500)
    expect((await read(id)).status).toBe('running')
    expect(await priceOf(product)).toEqual(['1000', '850', name])
    by.app.clock.move(Date.parse(ends_at) - by.app.clock.now().getTime() - 400)
    expect(await priceOf(product)).toEqual(['1000', '850', name])
    by.app.clock.move(500)
    expect((await read(id)).status).toBe('ended')
    expect(await priceOf(product)).toEqual(['1000'])
  })

  test('are announced once each, on any instance and however late', async () => {
    const { id } = await runningPromotion(by)
    const events = async () =>
      (await read(id)).history
        .map(({ action }: { action: string }) => action)
        .filter((action: string) => ['begin', 'finish'].includes(action))
    await Promise.all([runJob(tellOfPromotions), runJob(tellOfPromotions)])
    expect(await events()).toEqual(['begin'])
    await runJob(tellOfPromotions)
    expect(await events()).toEqual(['begin'])
    by.app.clock.move(25 * 60 * minute)
    by.admin = await by.app.person()
    await Promise.all([runJob(tellOfPromotions), runJob(tellOfPromotions)])
    await runJob(tellOfPromotions)
    expect(await events()).toEqual(['finish', 'begin'])
  })

  test('need a seller who has joined, a period that is not over, and permission to decide', async () => {
    const { id } = await draftPromotion(by)
    await expectRefused(409, /No seller has joined/, () => start(id, true))
    const late = await joinedPromotion(by, { starts_at: minutesFromNow(by, -20) })
    await expectRefused(422, /This start is in the past/, () => start(late.id))
    const over = await joinedPromotion(by, {
      starts_at: minutesFromNow(by, -20),
      ends_at: minutesFromNow(by, -10),
    })
    await expectRefused(422, /period of this campaign is over/, () => start(over.id, true))
    const clerk = await by.app.person(['Promotions: view', 'Promotions: act'])
    await expectRefused(403, /Promotions: Decide/, () => send('POST', `${path}/${late.id}/start`, {}, clerk))
    expect((await start(late.id, true)).body.results.status).toBe('running')
    await expectRefused(409, 'This campaign is already running', () => start(late.id, true))
  })

  test('after a start the terms are fixed; a scheduled campaign can return to draft, a running one can be ended', async () => {
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 10) })
    const { version } = (await start(id)).body.results
    await expectRefused(409, /terms of a started campaign cannot change/, () =>
      change(id, version, { discount_bp: 3_000 }),
    )
    expect((await change(id, version, { name: 'Another name' })).status).toBe(200)
    await expectRefused(409, 'Only a running campaign can be ended', () => send('POST', `${path}/${id}/end`))
    expect((await send('POST', `${path}/${id}/put-back`)).body.results.status).toBe('draft')
    const running = await runningPromotion(by)
    await expectRefused(409, /Only a scheduled campaign/, () =>
      send('POST', `${path}/${running.id}/put-back`),
    )
    const ended = await send('POST', `${path}/${running.id}/end`)
    expect(ended.body.results).toMatchObject({ status: 'ended', ended_at: expect.any(String) })
  })

  test('a price is cached no longer than until the next campaign starts or ends', async () => {
    const product = await standing('1000')
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 3) }, { product })
    await start(id)
    const at = Date.parse(minutesFromNow(by, 3)) - 20_000
    by.app.clock.move(at - by.app.clock.now().getTime())
    const maxAge = (answer: Answer) =>
      Number(/^public, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '')?.[1])
    expect(maxAge(await prices(product))).toBeLessThanOrEqual(20)
    by.app.clock.move(20_000)
    expect(maxAge(await prices(product))).toBe(60)
  })
})

describe('a price', () => {
  test('comes from the discount, the cap and the floor price, off the price without the campaign', async () => {
    const { vendorId, ...cheap } = await standing('300')
    const dear = await standing('4000.10', {}, vendorId)
    const reduced = await standing('2000', { discounted_price: '1200.01' }, vendorId)
    const product = { vendorId, ...cheap }
    const terms = { discount_bp: 2_550, discount_cap: '500', price_floor: '280' }
    await runningPromotion(by, terms, { product })
    expect((await priceOf(product)).slice(0, 2)).toEqual(['300', '280'])
    expect((await priceOf(dear)).slice(0, 2)).toEqual(['4000.10', '3500.10'])
    // 25.5 % of 1,200.01 is 306.00255.
    expect((await priceOf(reduced)).slice(0, 2)).toEqual(['1200.01', '894.01'])
  })

  test('in two campaigns at once is the lower price, never both discounts together', async () => {
    const product = await standing('1000')
    const first = await runningPromotion(by, { name: 'Fifteen' }, { product })
    const second = await runningPromotion(
      by,
      { name: 'Twenty, at most 100', discount_bp: 2_000, discount_cap: '100' },
      { product },
    )
    expect(await priceOf(product)).toEqual(['1000', '850', 'Fifteen'])
    await send('POST', `${path}/${first.id}/end`)
    expect(await priceOf(product)).toEqual(['1000', '900', 'Twenty, at most 100'])
    const order = await promotedOrder(by.app, { promotionId: second.id, product, price: '900' })
    expect((await hand(order)).status).toBe(201)
  })

  test('of a product that shoppers do not see is not shown', async () => {
    const product = await standing('1000')
    await send('POST', `/api/admin/sellers/${product.vendorId}/disable`, {
      reason: 'Closed for the season',
    })
    expect((await prices(product)).body.results).toEqual([])
    await expectRefused(422, /Product ids/, () => by.app.call('GET', '/api/storefront/prices?product_ids=x'))
  })

  test('applies to chosen products, or to categories and all below them', async () => {
    const main = await addedCategory(by)
    const sub = await addedCategory(by, { parent_id: main.id })
    const inside = await standing('1000', { category: sub.name })
    const outside = await standing('1000', { category: '' }, inside.vendorId)
    const narrowed = { scope: 'categories', category_ids: [main.id], name: 'By category' }
    const { id } = await runningPromotion(by, narrowed, { product: inside })
    expect((await priceOf(inside))[2]).toBe('By category')
    expect(await priceOf(outside)).toEqual(['1000'])
    await send('POST', `${path}/${id}/end`)
    const chosen = { scope: 'products', product_ids: [outside.id], name: 'By choice' }
    await runningPromotion(by, chosen, { product: inside })
    expect([await priceOf(inside), (await priceOf(outside))[2]]).toEqual([['1000'], 'By choice'])
  })
})

describe('the categories of a campaign', () => {
  test('are named by their paths, because two parents may have a child of the same name', async () => {
    const [men, women] = [await addedCategory(by), await addedCategory(by)]
    const mens = await addedCategory(by, { name: 'Shirts', parent_id: men.id })
    const womens = await addedCategory(by, { name: 'Shirts', parent_id: women.id })
    const linen = await addedCategory(by, { parent_id: womens.id })
    await standing('1000', { category: linen.name })
    const { id } = await draftPromotion(by, { scope: 'categories', category_ids: [mens.id, linen.id] })
    const chosen = [
      { id: mens.id, name: `${men.name} › Shirts` },
      { id: linen.id, name: `${women.name} › Shirts › ${linen.name}` },
    ]
    const { categories } = await read(id)
    expect(categories).toHaveLength(2)
    expect(categories).toEqual(expect.arrayContaining(chosen))
    const invited = await send('POST', `${path}/${id}/sellers/of-category`, { category_id: linen.id })
    expect(invited.body.results.history[0].after).toMatchObject({ category: chosen[1]?.name })
  })
})

describe('a discount is real', () => {
  test('off a price of the last thirty days; a product that was cheaper is left out until it is allowed', async () => {
    const product = await standing('1000')
    by.app.clock.move(40 * day)
    by.admin = await by.app.person()
    await reprice(product, '900')
    by.app.clock.move(10 * day)
    by.admin = await by.app.person()
    await reprice(product, '1100')
    const { id } = await joinedPromotion(by, {}, { product })
    const preview = async () => (await send('GET', `${path}/${id}/preview`)).body.results
    expect(await preview()).toMatchObject({
      ...{ touched: 1, left_out: 1, waived: 0, joined: 1 },
      doubtful: [{ id: product.id, price: '1100', low: '900', is_waived: false }],
    })
    by.app.clock.move(2 * minute)
    await start(id, true)
    expect(await priceOf(product)).toEqual(['1100'])
    const clerk = await by.app.person(['Promotions: view', 'Promotions: act'])
    const waiver = { product_ids: [product.id], reason: 'It was torn stock at 900' }
    await expectRefused(403, /Decide/, () => send('POST', `${path}/${id}/waivers`, waiver, clerk))
    await expectRefused(422, 'A reason is required', () =>
      send('POST', `${path}/${id}/waivers`, { ...waiver, reason: ' ' }),
    )
    const waived = await send('POST', `${path}/${id}/waivers`, waiver)
    expect(waived.body.results.history[0]).toMatchObject({
      action: 'waive the lowest price',
      reason: 'It was torn stock at 900',
    })
    expect((await priceOf(product)).slice(0, 2)).toEqual(['1100', '935'])
    expect(await preview()).toMatchObject({ left_out: 0, waived: 1 })
    await expectRefused(409, /cannot be left out after the campaign has started/, () =>
      send('POST', `${path}/${id}/waivers/take-back`, { product_ids: [product.id] }),
    )
  })

  test('as long as the price does not rise during the campaign', async () => {
    const product = await standing('1000')
    const { name } = await runningPromotion(by, {}, { product })
    expect(await priceOf(product)).toEqual(['1000', '850', name])
    by.app.clock.move(1000)
    await reprice(product, '1200')
    expect(await priceOf(product)).toEqual(['1200'])
    by.app.clock.move(1000)
    await reprice(product, '990')
    expect(await priceOf(product)).toEqual(['990', '841.50', name])
  })

  test('off a price of at least a week; a newer product is left out until it is allowed', async () => {
    const fresh = await listedProduct(by, { product_price: '1000' })
    await haveStood(by, fresh, 6)
    const { id, name } = await runningPromotion(by, { discount_bp: 9_000 }, { product: fresh })
    expect(await priceOf(fresh)).toEqual(['1000'])
    const preview = (await send('GET', `${path}/${id}/preview`)).body.results
    expect(preview).toMatchObject({ left_out: 1, doubtful: [{ id: fresh.id, low: null }] })
    await send('POST', `${path}/${id}/waivers`, { product_ids: [fresh.id], reason: 'A new season' })
    expect(await priceOf(fresh)).toEqual(['1000', '100', name])
    // Between a week and thirty days the lowest price since it is listed counts.
    const young = await listedProduct(by, { product_price: '1000' })
    await haveStood(by, young, 8)
    const week = await runningPromotion(by, {}, { product: young })
    expect(await priceOf(young)).toEqual(['1000', '850', week.name])
    by.app.clock.move(1000)
    await reprice(young, '1000.01')
    expect(await priceOf(young)).toEqual(['1000.01'])
  })

  test('off a price that shoppers could see: what stood while the listing waited does not count', async () => {
    const mistyped = await pendingProduct(by.app, { product_price: '500' })
    const late = await pendingProduct(by.app, { product_price: '1000' })
    const approve = async ({ id, vendorId }: MadeProduct) => {
      for (const record of [`sellers/${vendorId}`, `products/${id}`]) {
        expect((await send('POST', `/api/admin/${record}/approve`)).status).toBe(200)
      }
    }
    by.app.clock.move(9 * day)
    by.admin = await by.app.person()
    await reprice(mistyped, '1000')
    await approve(mistyped)
    by.app.clock.move(8 * day)
    by.admin = await by.app.person()
    await approve(late)
    const { name } = await runningPromotion(by, {}, { product: mistyped })
    expect(await priceOf(mistyped)).toEqual(['1000', '850', name])
    // Handed in seventeen days ago, and listed today.
    const { id } = await runningPromotion(by, {}, { product: late })
    expect(await priceOf(late)).toEqual(['1000'])
    expect((await send('GET', `${path}/${id}/preview`)).body.results).toMatchObject({
      left_out: 1,
      doubtful: [{ id: late.id, low: null }],
    })
  })

  test('and a lower price from longer ago does not count', async () => {
    const product = await standing('900')
    await reprice(product, '1000')
    by.app.clock.move(31 * day)
    by.admin = await by.app.person()
    const { name } = await runningPromotion(by, {}, { product })
    expect(await priceOf(product)).toEqual(['1000', '850', name])
  })
})

describe('sellers', () => {
  test('are invited, join with a share of the cost, and leave; each step is recorded', async () => {
    const product = await standing('1000')
    const { vendorId } = product
    const { id } = await draftPromotion(by, { starts_at: minutesFromNow(by, 30), cost_share_bp: 6_000 })
    const own = `${path}/${id}/sellers`
    const invited = await send('POST', own, { vendor_id: vendorId })
    expect(invited.body.results).toMatchObject({
      ...{ seller_count: 0, invited_count: 1 },
      sellers: [{ vendor_id: vendorId, state: 'invited', cost_share_bp: 6_000 }],
    })
    const again = await stateOf(by.app)
    expect((await send('POST', own, { vendor_id: vendorId })).status).toBe(200)
    expect(await stateOf(by.app)).toBe(again)
    const joined = await send('POST', `${own}/${vendorId}/opt-in`, { cost_share_bp: 4_000, note: 'By phone' })
    expect(joined.body.results).toMatchObject({
      ...{
        seller_count: 1,
        seller_name: product.vendorId ? expect.stringMatching(/^Shop/) : '',
        invited_count: 0,
      },
      sellers: [
        {
          state: 'in',
          cost_share_bp: 4_000,
          note: 'By phone',
          joined_by_name: expect.stringMatching(/^Person/),
        },
      ],
    })
    expect((await send('POST', `${own}/${vendorId}/opt-out`)).body.results.sellers[0].state).toBe('left')
    // As long as it has not begun, they may come back.
    expect((await send('POST', `${own}/${vendorId}/opt-in`, { cost_share_bp: 4_000 })).status).toBe(200)
    const vendor = await pendingVendor(by.app)
    await expectRefused(422, 'This seller is not approved', () => send('POST', own, { vendor_id: vendor.id }))
    const other = await listedProduct(by)
    await expectRefused(422, /was not invited/, () =>
      send('POST', `${own}/${other.vendorId}/opt-in`, { cost_share_bp: 0 }),
    )
  })

  test('who left before a campaign was started at once may still be in it', async () => {
    const product = await standing('1000')
    const { id } = await joinedPromotion(by, {}, { product })
    const own = `${path}/${id}/sellers/${product.vendorId}`
    // Into the second half of a minute: the campaign starts with that minute.
    by.app.clock.move(minute - (by.app.clock.now().getTime() % minute) + 40_000)
    expect((await send('POST', `${own}/opt-out`)).status).toBe(200)
    const other = await standing('1000')
    await send('POST', `${path}/${id}/sellers`, { vendor_id: other.vendorId })
    await send('POST', `${path}/${id}/sellers/${other.vendorId}/opt-in`, { cost_share_bp: 10_000 })
    by.app.clock.move(5_000)
    expect((await start(id, true)).status).toBe(200)
    expect((await send('POST', `${own}/opt-in`, { cost_share_bp: 10_000 })).status).toBe(200)
  })

  test('who leave during the campaign take their products out at once, and cannot rejoin', async () => {
    const product = await standing('1000')
    const { id, name, vendorId } = await runningPromotion(by, {}, { product })
    const own = `${path}/${id}/sellers/${vendorId}`
    expect(await priceOf(product)).toEqual(['1000', '850', name])
    await expectRefused(409, /cannot change while the campaign is running/, () =>
      send('POST', `${own}/opt-in`, { cost_share_bp: 1_000 }),
    )
    const placed_at = by.app.clock.now().toISOString()
    by.app.clock.move(5)
    await send('POST', `${own}/opt-out`)
    by.app.clock.move(5)
    expect(await priceOf(product)).toEqual(['1000'])
    await expectRefused(409, /cannot rejoin/, () => send('POST', `${own}/opt-in`, { cost_share_bp: 10_000 }))
    await expectRefused(409, /cannot rejoin/, () =>
      send('POST', `${path}/${id}/sellers`, { vendor_id: vendorId }),
    )
    // What was bought before counts all the same, however late it comes.
    const order = await promotedOrder(by.app, { promotionId: id, product, price: '850' }, { placed_at })
    expect((await hand(order)).status).toBe(201)
    by.app.clock.move(minute)
    const late = await promotedOrder(by.app, { promotionId: id, product, price: '850' })
    await expectRefused(422, /did not apply to this product/, () => hand(late))
  })

  test('answer from their own system, with the share that is asked or more', async () => {
    const product = await standing('1000')
    const { id } = await draftPromotion(by, { starts_at: minutesFromNow(by, 30), cost_share_bp: 5_000 })
    const seller_id = product.vendorId
    const answer = (verb: string, body: object) =>
      send('POST', `/api/intake/promotions/${id}/${verb}`, body, by.key)
    await expectRefused(422, /was not invited/, () => answer('opt-in', { seller_id }))
    await send('POST', `${path}/${id}/sellers`, { vendor_id: seller_id })
    const listed = await send('GET', `/api/intake/promotions?seller_id=${seller_id}`, undefined, by.key)
    expect(listed.body.results).toMatchObject([{ id, seller_state: 'invited', cost_share_bp: 5_000 }])
    await expectRefused(422, 'This seller must carry at least 50%', () =>
      answer('opt-in', { seller_id, cost_share_bp: 4_999 }),
    )
    expect((await answer('opt-in', { seller_id })).body.results).toMatchObject({
      seller_state: 'in',
      cost_share_bp: 5_000,
    })
    expect((await read(id)).sellers[0]).toMatchObject({ state: 'in', joined_by_name: 'test' })
    expect((await answer('opt-out', { seller_id })).body.results.seller_state).toBe('left')
    const orders = await by.app.intakeKey(['orders'])
    await expectRefused(403, /promotions/, () =>
      send('POST', `/api/intake/promotions/${id}/opt-in`, { seller_id }, orders),
    )
  })
})

describe('the preview', () => {
  test('shows five products from the cheapest to the most expensive, and counts all of them', async () => {
    const product = await standing('100')
    for (const price of ['700', '200', '600', '300', '500', '400']) {
      await standing(price, {}, product.vendorId)
    }
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 10) }, { product })
    const { body } = await send('GET', `${path}/${id}/preview`)
    expect(body.results).toMatchObject({ touched: 7, left_out: 0, joined: 7, doubtful: [] })
    expect(body.results.examples.map(({ price }: { price: string }) => price)).toEqual([
      '100',
      '200',
      '400',
      '600',
      '700',
    ])
  })

  test('shows products that take part, and others only if fewer than five take part', async () => {
    const product = await standing('900')
    for (const price of ['950', '910', '920']) await standing(price, {}, product.vendorId)
    for (const product_price of ['10', '20', '2000']) {
      await listedProduct(by, { product_price }, product.vendorId)
    }
    const { id } = await joinedPromotion(by, {}, { product })
    const prices = async () =>
      (await send('GET', `${path}/${id}/preview`)).body.results.examples.map(
        ({ price }: { price: string }) => price,
      )
    expect(await prices()).toEqual(['10', '900', '910', '920', '950'])
    await standing('940', {}, product.vendorId)
    expect(await prices()).toEqual(['900', '910', '920', '940', '950'])
  })

  test('goes by the start that is asked for: what is old enough in ten days is too new today', async () => {
    const fresh = await listedProduct(by, { product_price: '1000' })
    await haveStood(by, fresh, 4)
    const { id } = await joinedPromotion(
      by,
      { starts_at: minutesFromNow(by, 10 * 24 * 60), ends_at: minutesFromNow(by, 12 * 24 * 60) },
      { product: fresh },
    )
    const preview = async (query = '') => (await send('GET', `${path}/${id}/preview${query}`)).body.results
    const from = (moment: string) => `?starts_at=${encodeURIComponent(moment)}`
    expect(await preview()).toMatchObject({ touched: 1, left_out: 0, doubtful: [] })
    const now = await preview(from(minutesFromNow(by, 0)))
    expect(now).toMatchObject({ touched: 1, left_out: 1, doubtful: [{ id: fresh.id, low: null }] })
    await expectRefused(422, /Seconds are not allowed/, () =>
      send('GET', `${path}/${id}/preview${from('2026-11-22T10:00:30.000Z')}`),
    )
    // What the preview of this start said is what the start does.
    expect((await start(id, true)).status).toBe(200)
    expect(await priceOf(fresh)).toEqual(['1000'])
    expect(await preview()).toEqual(now)
  })

  test('goes by the lowest price before the start that is asked for', async () => {
    const product = await standing('900')
    await reprice(product, '1000')
    by.app.clock.move(20 * day)
    by.admin = await by.app.person()
    const { id } = await joinedPromotion(
      by,
      { starts_at: minutesFromNow(by, 15 * 24 * 60), ends_at: minutesFromNow(by, 16 * 24 * 60) },
      { product },
    )
    const own = `${path}/${id}/preview`
    expect((await send('GET', own)).body.results.left_out).toBe(0)
    const now = encodeURIComponent(minutesFromNow(by, 0))
    expect((await send('GET', `${own}?starts_at=${now}`)).body.results).toMatchObject({
      left_out: 1,
      doubtful: [{ id: product.id, price: '1000', low: '900' }],
    })
  })

  test('looks up the prices of each listing once, and has time for as many as the largest sellers have', async () => {
    const { id } = await joinedPromotion(by, { starts_at: minutesFromNow(by, 10) }, {})
    const { db, sent } = recorded(by.app.database)
    await readPreview(jobContext('test', { db, services: by.app.services }), { id })
    const plans = await Promise.all(sent.map((statement) => planOf(by.app.database, statement)))
    const prices = plans.flat().filter((node) => node['Relation Name'] === 'product_prices')
    // The price before the least time, those of the thirty days, and the one that stood when these began.
    expect(prices).toHaveLength(3)
    // Without either the dialog does not start a campaign.
    expect([promotions.preview.takesLong, promotions.clashes.takesLong]).toEqual([true, true])
  })

  test('names the campaigns at the same time, and how many products they share', async () => {
    const product = await standing('1000')
    await standing('500', {}, product.vendorId)
    const { id } = await joinedPromotion(by, {}, { product })
    const whole = await runningPromotion(by, { name: 'All of it' }, { product })
    const one = {
      name: 'One of it',
      scope: 'products',
      product_ids: [product.id],
      starts_at: minutesFromNow(by, 20 * 60),
    }
    const later = await joinedPromotion(by, one, { product })
    const clashes = async (query = '') => (await send('GET', `${path}/${id}/clashes${query}`)).body.results
    expect(await clashes()).toMatchObject([
      { id: whole.id, name: 'All of it', status: 'running', products: 2 },
      { id: later.id, name: 'One of it', status: 'draft', products: 1 },
    ])
    const query = `?ends_at=${encodeURIComponent(minutesFromNow(by, 60))}`
    expect((await clashes(query)).map((clash: { id: string }) => clash.id)).toEqual([whole.id])
  })
})

describe('an order', () => {
  test('that names the campaign must have the price that applied when it was placed', async () => {
    const product = await standing('1000')
    const { id, name } = await runningPromotion(by, {}, { product })
    const other = await runningPromotion(by, { name: 'Ten', discount_bp: 1_000 }, { product })
    const of = (promotionId: string, price: string, given = {}) =>
      promotedOrder(by.app, { promotionId, product, price, quantity: 2 }, given)
    const wrong = await of(id, '849.99')
    const refused = await expectRefused(422, `${name} made this Rs\u00a0850`, () => hand(wrong))
    expect(refused.body.errors[0].path).toBe('lines.0.unit_price')
    const loser = await of(other.id, '900')
    await expectRefused(422, `Another campaign applied: ${name} made this Rs\u00a0850`, () => hand(loser))
    const early = await of(id, '850', {
      placed_at: new Date(by.app.clock.now().getTime() - day).toISOString(),
    })
    const refusedEarly = await expectRefused(422, /did not apply/, () => hand(early))
    expect(refusedEarly.body.errors[0].path).toBe('lines.0.promotion_id')
    const unknown = await of('01a1fc80-d469-7475-b815-ea04c5a66a67', '850')
    await expectRefused(422, /did not apply/, () => hand(unknown))
    const right = await of(id, '850')
    const taken = await hand(right)
    expect(taken.status).toBe(201)
    expect((await hand(right)).body.results.id).toBe(taken.body.results.id)
    // Who names none buys at the price in force all the same.
    const unnamed = async (price: string) => {
      const { lines, ...plain } = await of(id, price)
      return { ...plain, lines: lines.map(({ promotion_id: _, ...line }) => line) }
    }
    const neither = await unnamed('999')
    await expectRefused(422, new RegExp(`listed at Rs\u00a0850 in ${name} when`), () => hand(neither))
    expect((await hand(await unnamed('850'))).status).toBe(201)
  })

  test('records the discount and who carries it, which a nightly check proves; declining the order reverses all of it', async () => {
    const product = await standing('1000', { product_stock: 50 })
    const { id, vendorId } = await runningPromotion(by, { discount_bp: 3_333 }, { product, share: 2_500 })
    const order = await promotedOrder(by.app, { promotionId: id, product, price: '666.70', quantity: 3 })
    const orderId = (await hand(order)).body.results.id
    const detail = (await send('GET', `/api/admin/orders/${orderId}`)).body.results
    // 999.90 off, of which the vendor carries 249.98; commission of 10 % is of what the customer pays.
    expect(detail.parts[0].lines[0]).toMatchObject({
      ...{
        line_total: '2000.10',
        commission: '200.01',
        promotion_discount: '999.90',
        promotion_grant: '749.92',
      },
      vendor_share: '2550.01',
      promotion: { id, name: expect.any(String) },
    })
    const sold = async () => (await send('GET', `${path}/${id}/sold`)).body.results
    const sums = {
      pieces: 3,
      revenue: '2000.10',
      discount: '999.90',
      vendor_part: '249.98',
      marketplace_part: '749.92',
    }
    expect(await sold()).toMatchObject({
      ...{ orders: 1, ...sums },
      sellers: [{ vendor_id: vendorId, ...sums }],
      products: [{ product_id: product.id, ...sums }],
    })
    await runJob(foldPromotions)
    expect(await sold()).toMatchObject({ orders: 1, ...sums })
    faults.length = 0
    await runJob(checkPromotions)
    expect(faults).toEqual([])
    await by.app.database.pool.query(
      'update promotion_totals set pieces = pieces + 5, granted = granted - 1 where promotion_id = $1',
      [id],
    )
    expect((await sold()).pieces).not.toBe(sums.pieces)
    await runJob(checkPromotions)
    expect(faults).toHaveLength(1)
    expect(await sold()).toMatchObject({ orders: 1, ...sums })
    const listed = await send('GET', `/api/admin/orders?promotion_id=${id}`)
    expect(listed.body).toMatchObject({ total: 1, results: [{ id: orderId }] })
    await send('POST', `/api/admin/orders/${orderId}/decline`, { reason: 'Nobody answers' })
    expect(await sold()).toMatchObject({
      ...{ orders: 1, pieces: 3, revenue: '0', discount: '0', vendor_part: '0', marketplace_part: '0' },
    })
    expect(await soldOfCopies(orderId)).toEqual({ pieces: 3, revenue: 0, discount: 0, granted: 0 })
  })

  test('with a partial refund returns the same part of what the marketplace paid', async () => {
    const product = await standing('1000')
    const { id } = await runningPromotion(by, { discount_bp: 2_000 }, { product, share: 0 })
    const order = await promotedOrder(
      by.app,
      { promotionId: id, product, price: '800' },
      { payment_method: 'card', paid_reference: 'card-1' },
    )
    const orderId = (await hand(order)).body.results.id
    const own = `/api/admin/orders/${orderId}`
    const line_id = (await send('GET', own)).body.results.parts[0].lines[0].id
    const wanted = { lines: [{ line_id, amount: '200' }] }
    expect((await send('POST', `${own}/refunds/preview`, wanted)).body.results).toMatchObject({
      ...{ amount: '200', commission: '20', promotion_grant: '50' },
      vendors: [{ amount: '230' }],
    })
    await send('POST', `${own}/refunds`, { ...wanted, reason: 'A seam was open', account: refundAccount() })
    const refundId = (await send('GET', own)).body.results.refunds[0].id
    const other = await by.app.person()
    const sent = await send('POST', `${own}/refunds/${refundId}/send`, { reference: 'FT-1' }, other)
    expect(sent.status).toBe(200)
    expect((await send('GET', `${path}/${id}/sold`)).body.results).toMatchObject({
      ...{ revenue: '600', discount: '150', vendor_part: '0', marketplace_part: '150' },
    })
  })
})

describe('the list', () => {
  test('is filtered by tab, seller and days, and the tabs show counts', async () => {
    const product = await standing('1000')
    const { vendorId } = product
    const starts_at = minutesFromNow(by, 3 * 24 * 60)
    const later = await joinedPromotion(
      by,
      { starts_at, ends_at: minutesFromNow(by, 4 * 24 * 60) },
      { product },
    )
    const running = await runningPromotion(by, {}, { product })
    const list = async (query: string) =>
      (await send('GET', `${path}?${query}`)).body.results.map(({ id }: { id: string }) => id)
    expect(await list(`vendor_id=${vendorId}`)).toEqual([later.id, running.id])
    expect(await list(`vendor_id=${vendorId}&status=running`)).toEqual([running.id])
    const today = new Date(by.app.clock.now().getTime() + 5 * 60 * minute).toISOString().slice(0, 10)
    expect(await list(`vendor_id=${vendorId}&from=${today}&to=${today}`)).toEqual([running.id])
    const counts = (await send('GET', `${path}/counts`)).body.results
    for (const status of ['running', 'scheduled', 'draft', 'ended']) {
      expect((await send('GET', `${path}?status=${status}`)).body.total).toBe(counts[status])
    }
    expect((await send('GET', path)).body.total).toBe(counts.all)
    await expectRefused(422, 'Unknown field', () => send('GET', `${path}?colour=red`))
  })

  test('a duplicate is a draft with the same terms, from tomorrow, with the same sellers to invite', async () => {
    const { id, vendorId, name } = await runningPromotion(by, { discount_cap: '100', price_floor: '5' })
    const copy = await send('POST', `${path}/${id}/duplicate`)
    expect(copy.status).toBe(201)
    expect(copy.body.results).toMatchObject({
      ...{ name: `Copy of ${name}`, status: 'draft', discount_cap: '100', price_floor: '5', seller_count: 0 },
      sellers: [{ vendor_id: vendorId, state: 'invited' }],
    })
    const { starts_at, ends_at } = copy.body.results
    const { starts_at: before } = await read(id)
    const days = (Date.parse(starts_at) - Date.parse(before)) / 86_400_000
    // The same time of day tomorrow in Pakistan, whether it is earlier or later than now.
    expect(days).toBe(Math.round(days))
    expect(karachiDay(new Date(starts_at))).toBe(plusDays(karachiDay(by.app.clock.now()), 1))
    expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(
      Date.parse((await read(id)).ends_at) - Date.parse((await read(id)).starts_at),
    )
  })

  test('a duplicate of a campaign with a long name has a shortened name', async () => {
    const { id } = await draftPromotion(by, { name: `${'a'.repeat(111)}😀 sale` })
    const copy = await send('POST', `${path}/${id}/duplicate`)
    expect([copy.status, copy.body.results?.name]).toEqual([201, `Copy of ${'a'.repeat(111)}`])
  })
})
