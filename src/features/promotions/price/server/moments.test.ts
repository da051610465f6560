import { describe, expect, test } from 'vitest'
import { addedCategory } from '#testing/category-samples.ts'
import type { MadeProduct } from '#testing/factories.ts'
import {
  joinedPromotion,
  minutesFromNow,
  promotedOrder,
  runningPromotion,
  standingProduct,
} from '#testing/promotion-samples.ts'
import { path, promotionStage } from '#testing/promotion-stage.ts'

const { by, send } = promotionStage()
const second = 1_000
const now = () => by.app.clock.now().getTime()
const until = (moment: number) => by.app.clock.move(moment - now())
/** What becomes of an order of one piece at this price, placed then. */
async function ordered(promotionId: string, product: MadeProduct, price: string, placedAt: number) {
  const placed_at = new Date(placedAt).toISOString()
  const order = await promotedOrder(by.app, { promotionId, product, price }, { placed_at })
  const { status, body } = await send('POST', '/api/intake/orders', order, by.key)
  return status === 201 ? 'taken' : body.errors[0].message
}
const notThen = 'This campaign did not apply to this product when the order was placed'
/** The campaign that shoppers are told of now. */
const campaignOf = async (product: MadeProduct) =>
  (await send('GET', `/api/storefront/prices?product_ids=${product.id}`)).body.results[0].campaign?.name ??
  null

describe('a product that has changed its category', () => {
  const file = (product: MadeProduct, category: { id: string }) =>
    by.app.database.pool.query('update products set category_id = $2, updated_at = $3 where id = $1', [
      product.id,
      category.id,
      by.app.clock.now(),
    ])

  test('was in a campaign only while it was in one of its categories', async () => {
    const [inside, elsewhere] = [await addedCategory(by), await addedCategory(by)]
    const product = await standingProduct(by, { category: inside.name })
    const { id, name } = await runningPromotion(
      by,
      { scope: 'categories', category_ids: [inside.id] },
      { product },
    )
    const first = now()
    expect(await campaignOf(product)).toBe(name)
    by.app.clock.move(300 * second)
    await file(product, elsewhere)
    const left = now()
    expect(await campaignOf(product)).toBeNull()
    by.app.clock.move(300 * second)
    const outside = now()
    await file(product, inside)
    by.app.clock.move(300 * second)
    const back = now()
    expect(await campaignOf(product)).toBe(name)
    const bought = (at: number) => ordered(id, product, '850', at)
    expect([await bought(first), await bought(left + 30 * second)]).toEqual(['taken', 'taken'])
    expect([await bought(outside - second), await bought(back)]).toEqual([notThen, 'taken'])
  })
})

describe('a price that may be cached for a minute', () => {
  test('is accepted in an order for a minute after a campaign was ended early, and no longer', async () => {
    const product = await standingProduct(by)
    const { id } = await runningPromotion(by, {}, { product })
    by.app.clock.move(120 * second)
    const told = await by.app.call('GET', `/api/storefront/prices?product_ids=${product.id}`)
    expect(told.headers.get('cache-control')).toBe('public, max-age=60')
    await send('POST', `${path}/${id}/end`)
    const ended = now()
    until(ended + 90 * second)
    expect(await ordered(id, product, '850', ended + 50 * second)).toBe('taken')
    expect(await ordered(id, product, '850', ended + 61 * second)).toBe(notThen)
  })

  test('is accepted in an order for a minute after its seller left or the price changed', async () => {
    const [product, repriced] = [await standingProduct(by), await standingProduct(by)]
    const { id, vendorId, name } = await runningPromotion(by, {}, { product })
    const other = await runningPromotion(by, {}, { product: repriced })
    by.app.clock.move(120 * second)
    await send('POST', `${path}/${id}/sellers/${vendorId}/opt-out`)
    await by.app.database.pool.query(
      'update products set product_price = 90000, updated_at = $2 where id = $1',
      [repriced.id, by.app.clock.now()],
    )
    const changed = now()
    until(changed + 90 * second)
    expect(await ordered(id, product, '850', changed + 50 * second)).toBe('taken')
    expect(await ordered(id, product, '850', changed + 61 * second)).toBe(notThen)
    const of = (price: string, after: number) => ordered(other.id, repriced, price, changed + after * second)
    expect([await of('850', 50), await of('765', 50)]).toEqual(['taken', 'taken'])
    expect(await of('850', 61)).toBe(`${other.name} made this Rs\u00a0765`)
    expect(await of('800', 50)).toBe(`${other.name} made this Rs\u00a0765`)
    expect(name).not.toBe(other.name)
  })

  test('is not accepted from before the campaign began, nor from before it was started', async () => {
    const product = await standingProduct(by)
    const starts_at = minutesFromNow(by, 5)
    const { id } = await joinedPromotion(by, { starts_at }, { product })
    await send('POST', `${path}/${id}/start`, {})
    const began = Date.parse(starts_at)
    until(began + 90 * second)
    expect(await ordered(id, product, '850', began - second)).toBe(notThen)
    expect(await ordered(id, product, '850', began + second)).toBe('taken')
    // In its minute, half of which was over by then.
    const late = await standingProduct(by)
    until(Date.parse(minutesFromNow(by, 2)) + 30 * second)
    const started = await runningPromotion(by, {}, { product: late })
    const decided = now()
    expect(await ordered(started.id, late, '850', decided - 20 * second)).toBe(notThen)
    expect(await ordered(started.id, late, '850', decided)).toBe('taken')
  })
})

test('the last state of a listing and of its vendor holds, even if the clock of the instance that made it is behind', async () => {
  const product = await standingProduct(by, { product_price: '1000' })
  const turn = async (table: 'products' | 'vendors', id: string, set: string) => {
    const { rowCount } = await by.app.database.pool.query(
      `update ${table} set ${set}, updated_at = $2 where id = $1`,
      [id, by.app.clock.now()],
    )
    expect(rowCount).toBe(1)
  }
  const latest = async (table: 'product' | 'vendor', id: string) => {
    const { rows } = await by.app.database.pool.query(
      `select state from ${table}_states where ${table}_id = $1 order by since desc limit 1`,
      [id],
    )
    return rows[0].state
  }
  by.app.clock.move(120 * second)
  await turn('products', product.id, 'available = false')
  await turn('products', product.id, 'available = true')
  await turn('vendors', product.vendorId, "status = 'disabled'")
  await turn('vendors', product.vendorId, "status = 'approved'")
  by.app.clock.move(-2 * second)
  await turn('products', product.id, 'available = false')
  await turn('vendors', product.vendorId, "status = 'disabled'")
  expect([await latest('product', product.id), await latest('vendor', product.vendorId)]).toEqual([
    'deactivated',
    'disabled',
  ])
  await turn('vendors', product.vendorId, "status = 'approved'")
})

test('the last change applies, even if the clock of the instance that made it is behind', async () => {
  const [inside, elsewhere] = [await addedCategory(by), await addedCategory(by)]
  const products = [
    await standingProduct(by, { category: inside.name }),
    await standingProduct(by, { category: elsewhere.name }),
  ]
  const [cheaper, filed] = products as [MadeProduct, MadeProduct]
  const terms = { scope: 'categories', category_ids: [inside.id] }
  const { id } = await runningPromotion(by, terms, { product: cheaper })
  const other = await runningPromotion(by, terms, { product: filed })
  const change = (product: MadeProduct, price: number, category: { id: string }) =>
    by.app.database.pool.query(
      'update products set product_price = $2, category_id = $3, updated_at = $4 where id = $1',
      [product.id, price, category.id, by.app.clock.now()],
    )
  by.app.clock.move(120 * second)
  await change(cheaper, 90_000, inside)
  await change(filed, 100_000, elsewhere)
  await change(filed, 100_000, inside)
  await change(filed, 100_000, elsewhere)
  by.app.clock.move(-2 * second)
  await change(cheaper, 95_000, inside)
  await change(filed, 100_000, inside)
  by.app.clock.move(120 * second)
  expect(await ordered(id, cheaper, '807.50', now())).toBe('taken')
  expect(await ordered(other.id, filed, '850', now())).toBe('taken')
})
