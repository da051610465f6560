import type { TestApp, TestPerson } from './app.ts'
import { addedCategory } from './category-samples.ts'
import { listedProduct, type MadeProduct, orderBody, pendingCustomer } from './factories.ts'
import { otherPicture, pictureForm } from './picture-form.ts'
import type { MakeSample, Sample, Stage } from './samples.ts'

const path = '/api/admin/promotions'
let made = 0

type By = { app: TestApp; admin: TestPerson }

/** A moment so many minutes from now by the clock of the product, at the minute. */
export function minutesFromNow({ app }: { app: TestApp }, minutes: number): string {
  const now = Math.floor(app.clock.now().getTime() / 60_000) * 60_000
  return new Date(now + minutes * 60_000).toISOString()
}

/** A campaign as the screen would hand it in: from now on for a day, 15 % off. */
export function promotionBody(by: By, given: Record<string, unknown> = {}) {
  made += 1
  return {
    name: `Campaign ${made}`,
    discount_bp: 1_500,
    starts_at: minutesFromNow(by, 0),
    ends_at: minutesFromNow(by, 24 * 60),
    ...given,
  }
}

export interface MadePromotion {
  id: string
  name: string
  version: number
  starts_at: string
  ends_at: string
}

/** Lets a listing have cost what it costs for so many days: a discount off a price of today would not be real. */
export async function haveStood({ app }: { app: TestApp }, { id }: { id: string }, days = 40): Promise<void> {
  await app.database.pool.query(
    'update product_prices set since = since - make_interval(days => $2) where product_id = $1',
    [id, days],
  )
}

/** A listing that has stood at its price for a while: 1,000 rupees unless said otherwise. */
export async function standingProduct(
  by: By,
  given: Record<string, unknown> = {},
  vendorId?: string,
): Promise<MadeProduct> {
  const product = await listedProduct(by, { product_price: '1000', ...given }, vendorId)
  await haveStood(by, product)
  return product
}

/** A draft that was added over HTTP. */
export async function draftPromotion(by: By, given: Record<string, unknown> = {}): Promise<MadePromotion> {
  return must(by, 'POST', path, promotionBody(by, given))
}

/** A draft with one seller who has joined, and their listing. */
export async function joinedPromotion(
  by: By,
  given: Record<string, unknown> = {},
  { share = 10_000, product }: { share?: number; product?: MadeProduct } = {},
): Promise<MadePromotion & { product: MadeProduct; vendorId: string }> {
  const listed = product ?? (await listedProduct(by))
  const draft = await draftPromotion(by, given)
  const seller = `${path}/${draft.id}/sellers`
  await must(by, 'POST', seller, { vendor_id: listed.vendorId })
  const body = { cost_share_bp: share, note: 'Said so on the phone' }
  const joined = await must(by, 'POST', `${seller}/${listed.vendorId}/opt-in`, body)
  return { ...joined, product: listed, vendorId: listed.vendorId }
}

/** One that runs. */
export async function runningPromotion(...given: Parameters<typeof joinedPromotion>) {
  const joined = await joinedPromotion(...given)
  const started = await must(given[0], 'POST', `${path}/${joined.id}/start`, { at_once: true })
  return { ...joined, version: started.version as number }
}

async function scheduledPromotion(by: By) {
  const joined = await joinedPromotion(by, { starts_at: minutesFromNow(by, 60) })
  await must(by, 'POST', `${path}/${joined.id}/start`, {})
  return joined
}

async function must({ app, admin }: By, method: string, to: string, body?: unknown) {
  const answer = await app.call(method, to, { as: admin, body })
  if (answer.status >= 300) throw new Error(`${method} ${to}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

const ofDraft = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: `${path}/${(await draftPromotion(stage)).id}${verb}`,
    ...(body ? { body } : {}),
  })
}
const ofEnded = (verb: string, bodyOf: (of: Ended) => unknown): MakeSample => {
  return async (stage) => {
    const ended = await runningPromotion(stage)
    await must(stage, 'POST', `${path}/${ended.id}/end`)
    return { path: `${path}/${ended.id}${verb.replace(':vendor_id', ended.vendorId)}`, body: bodyOf(ended) }
  }
}
type Ended = Awaited<ReturnType<typeof runningPromotion>>
const reason = 'The price before was a mistake of a day'

async function invited(stage: Stage): Promise<{ id: string; vendorId: string }> {
  const { vendorId } = await listedProduct(stage)
  const { id } = await draftPromotion(stage)
  await must(stage, 'POST', `${path}/${id}/sellers`, { vendor_id: vendorId })
  return { id, vendorId }
}

async function answering(stage: Stage, verb: string): Promise<Sample> {
  const { id, vendorId } = await invited(stage)
  return { path: `/api/intake/promotions/${id}/${verb}`, body: { seller_id: vendorId } }
}

/** One accepted call for every endpoint of the campaigns. */
export const promotionSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?status=running&from=2026-01-01&sort=-name&limit=5` }),
  [`GET ${path}/counts`]: () => ({ path: `${path}/counts` }),
  [`GET ${path}/vendors`]: () => ({ path: `${path}/vendors?q=shop` }),
  [`GET ${path}/categories`]: () => ({ path: `${path}/categories` }),
  [`GET ${path}/:id`]: ofDraft(''),
  [`GET ${path}/:id/products`]: ofDraft('/products?q=lawn'),
  [`GET ${path}/:id/preview`]: ofDraft('/preview'),
  [`GET ${path}/:id/clashes`]: ofDraft('/clashes'),
  [`GET ${path}/:id/sold`]: ofDraft('/sold'),
  [`POST ${path}`]: (stage) => ({ path, body: promotionBody(stage) }),
  [`PATCH ${path}/:id`]: async (stage) => {
    const { id, version } = await draftPromotion(stage)
    return { path: `${path}/${id}`, body: { discount_bp: 2_000 }, headers: { 'if-match': `"v${version}"` } }
  },
  [`DELETE ${path}/:id`]: ofDraft(''),
  [`POST ${path}/:id/duplicate`]: ofDraft('/duplicate'),
  [`POST ${path}/:id/image`]: async (stage) => ({
    path: `${path}/${(await draftPromotion(stage)).id}/image`,
    body: await pictureForm(),
  }),
  [`DELETE ${path}/:id/image`]: async (stage) => {
    const own = `${path}/${(await draftPromotion(stage)).id}/image`
    await must(stage, 'POST', own, await pictureForm())
    return { path: own }
  },
  [`POST ${path}/:id/start`]: async (stage) => ({
    path: `${path}/${(await joinedPromotion(stage)).id}/start`,
    body: { at_once: true },
  }),
  [`POST ${path}/:id/put-back`]: async (stage) => ({
    path: `${path}/${(await scheduledPromotion(stage)).id}/put-back`,
  }),
  [`POST ${path}/:id/end`]: async (stage) => ({ path: `${path}/${(await runningPromotion(stage)).id}/end` }),
  [`POST ${path}/:id/sellers`]: async (stage) => ({
    path: `${path}/${(await draftPromotion(stage)).id}/sellers`,
    body: { vendor_id: (await listedProduct(stage)).vendorId },
  }),
  [`GET ${path}/:id/sellers/of-category`]: async (stage) => ({
    path: `${path}/${(await draftPromotion(stage)).id}/sellers/of-category?category_id=${(await addedCategory(stage)).id}`,
  }),
  [`POST ${path}/:id/sellers/of-category`]: async (stage) => {
    const { id, name } = await addedCategory(stage)
    await listedProduct(stage, { category: name })
    return {
      path: `${path}/${(await draftPromotion(stage)).id}/sellers/of-category`,
      body: { category_id: id },
    }
  },
  [`POST ${path}/:id/sellers/:vendor_id/opt-in`]: async (stage) => {
    const { id, vendorId } = await invited(stage)
    // All that is asked: agreeing to less is a decision.
    return { path: `${path}/${id}/sellers/${vendorId}/opt-in`, body: { cost_share_bp: 10_000 } }
  },
  [`POST ${path}/:id/sellers/:vendor_id/opt-out`]: async (stage) => {
    const { id, vendorId } = await invited(stage)
    return { path: `${path}/${id}/sellers/${vendorId}/opt-out` }
  },
  [`POST ${path}/:id/waivers`]: async (stage) => {
    const { id, product } = await joinedPromotion(stage)
    return { path: `${path}/${id}/waivers`, body: { product_ids: [product.id], reason } }
  },
  [`POST ${path}/:id/waivers/take-back`]: async (stage) => {
    const { id, product } = await joinedPromotion(stage)
    await must(stage, 'POST', `${path}/${id}/waivers`, { product_ids: [product.id], reason })
    return { path: `${path}/${id}/waivers/take-back`, body: { product_ids: [product.id] } }
  },
  'GET /api/storefront/prices': async (stage) => ({
    path: `/api/storefront/prices?product_ids=${(await listedProduct(stage)).id}`,
  }),
  'GET /api/intake/promotions': async (stage) => ({
    path: `/api/intake/promotions?seller_id=${(await invited(stage)).vendorId}`,
  }),
  'POST /api/intake/promotions/:id/opt-in': (stage) => answering(stage, 'opt-in'),
  'POST /api/intake/promotions/:id/opt-out': (stage) => answering(stage, 'opt-out'),
}

/** The same calls where they come too late, or too soon (409). */
export const promotionConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/image`]: async (stage) => ({
    path: `${path}/${(await draftPromotion(stage)).id}/image?instead_of=${otherPicture}`,
    body: await pictureForm(),
  }),
  [`DELETE ${path}/:id/image`]: ofDraft(`/image?instead_of=${otherPicture}`),
  [`PATCH ${path}/:id`]: async (stage) => {
    const { id, version } = await runningPromotion(stage)
    return { path: `${path}/${id}`, body: { discount_bp: 2_000 }, headers: { 'if-match': `"v${version}"` } }
  },
  [`DELETE ${path}/:id`]: async (stage) => ({ path: `${path}/${(await runningPromotion(stage)).id}` }),
  [`POST ${path}/:id/start`]: ofDraft('/start', { at_once: true }),
  [`POST ${path}/:id/put-back`]: ofDraft('/put-back'),
  [`POST ${path}/:id/end`]: ofDraft('/end'),
  [`POST ${path}/:id/sellers`]: ofEnded('/sellers', ({ vendorId }) => ({ vendor_id: vendorId })),
  [`POST ${path}/:id/sellers/of-category`]: async (stage) => {
    const { id } = await addedCategory(stage)
    return ofEnded('/sellers/of-category', () => ({ category_id: id }))(stage)
  },
  [`POST ${path}/:id/sellers/:vendor_id/opt-in`]: ofEnded('/sellers/:vendor_id/opt-in', () => ({
    cost_share_bp: 5_000,
  })),
  [`POST ${path}/:id/sellers/:vendor_id/opt-out`]: ofEnded('/sellers/:vendor_id/opt-out', () => undefined),
  [`POST ${path}/:id/waivers`]: ofEnded('/waivers', ({ product }) => ({
    product_ids: [product.id],
    reason,
  })),
  [`POST ${path}/:id/waivers/take-back`]: ofEnded('/waivers/take-back', ({ product }) => ({
    product_ids: [product.id],
  })),
  'POST /api/intake/promotions/:id/opt-in': async (stage) => {
    const sample = await ofEnded('', ({ vendorId }) => ({ seller_id: vendorId }))(stage)
    return { ...sample, path: `${sample.path.replace('admin', 'intake')}/opt-in` }
  },
  'POST /api/intake/promotions/:id/opt-out': async (stage) => {
    const sample = await ofEnded('', ({ vendorId }) => ({ seller_id: vendorId }))(stage)
    return { ...sample, path: `${sample.path.replace('admin', 'intake')}/opt-out` }
  },
}

/** An order of pieces of this listing in this campaign, at this price, as the shop front would hand it in. */
export async function promotedOrder(
  app: TestApp,
  { promotionId, product, price, quantity = 1 }: PromotedOrder,
  given: Parameters<typeof orderBody>[2] = {},
) {
  const customer = await pendingCustomer(app)
  const body = orderBody(customer.id, [{ product, price, quantity }], given)
  return { ...body, lines: body.lines.map((line) => ({ ...line, promotion_id: promotionId })) }
}

interface PromotedOrder {
  promotionId: string
  product: MadeProduct
  price: string
  quantity?: number
}
