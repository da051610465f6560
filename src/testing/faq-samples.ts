import type { TestApp, TestPerson } from './app.ts'
import { listedProduct } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/faqs'
let made = 0

interface MadeFaq {
  id: string
  title: string
  details: string
  group: string
  position: number
  is_active: boolean
  version: number
}

/** A question that was added over HTTP; in no group, if none is named. */
export async function addedFaq(
  { app, admin }: { app: TestApp; admin: TestPerson },
  given: { title?: string; details?: string; group?: string; is_active?: boolean } = {},
): Promise<MadeFaq> {
  made += 1
  const body = { title: `Question ${made}?`, details: `Answer ${made}.`, ...given }
  const answer = await app.call('POST', path, { as: admin, body })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

const pathOfNew = async (stage: Stage) => `${path}/${(await addedFaq(stage)).id}`

/** One accepted call for every endpoint of the questions, and of the shops that shoppers see. */
export const faqSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?status=active&sort=-title&limit=5` }),
  [`GET ${path}/groups`]: () => ({ path: `${path}/groups` }),
  [`GET ${path}/order`]: () => ({ path: `${path}/order?group=Returns` }),
  [`GET ${path}/waiting`]: () => ({ path: `${path}/waiting` }),
  [`GET ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  [`POST ${path}`]: () => ({ path, body: { title: 'How long does delivery take?', details: 'Three days.' } }),
  [`POST ${path}/entries`]: () => ({
    path: `${path}/entries`,
    body: { entries: [{ title: 'Is delivery free?', details: 'From Rs 10,000 on.', group: 'Delivery' }] },
  }),
  [`PATCH ${path}/:id`]: async (stage) => {
    const { id, version } = await addedFaq(stage)
    return {
      path: `${path}/${id}`,
      body: { title: 'Another title' },
      headers: { 'if-match': `"v${version}"` },
    }
  },
  [`POST ${path}/:id/order`]: async (stage) => {
    await addedFaq(stage)
    return { path: `${await pathOfNew(stage)}/order`, body: { position: 1 } }
  },
  [`POST ${path}/groups/order`]: async (stage) => {
    await addedFaq(stage)
    const { group } = await addedFaq(stage, { group: 'Payment' })
    return { path: `${path}/groups/order`, body: { group, position: 1 } }
  },
  [`POST ${path}/groups/rename`]: async (stage) => {
    const { id, group } = await addedFaq(stage, { group: `Group ${made}` })
    return { path: `${path}/groups/rename`, body: { group, name: `Group of ${id}` } }
  },
  [`POST ${path}/bulk/switch`]: async (stage) => ({
    path: `${path}/bulk/switch`,
    body: { ids: [(await addedFaq(stage)).id], is_active: false },
  }),
  [`DELETE ${path}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  [`POST ${path}/:id/put-back`]: async (stage) => {
    const { id, title, details, group, position, is_active } = await addedFaq(stage)
    await stage.app.call('DELETE', `${path}/${id}`, { as: stage.admin })
    return { path: `${path}/${id}/put-back`, body: { title, details, group, position, is_active } }
  },
  'GET /api/storefront/faqs': () => ({ path: '/api/storefront/faqs' }),
  'GET /api/storefront/branding': () => ({ path: '/api/storefront/branding' }),
  'GET /api/storefront/stores': () => ({ path: '/api/storefront/stores?limit=5&q=shop' }),
  'GET /api/storefront/products/newest': () => ({ path: '/api/storefront/products/newest' }),
  'GET /api/storefront/stores/:id': async (stage) => ({
    path: `/api/storefront/stores/${(await listedProduct(stage)).vendorId}?page=1`,
  }),
}

/** The same calls where the state of the questions refuses them (409). */
export const faqConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/put-back`]: async (stage) => {
    const { id, title, details, position } = await addedFaq(stage)
    return { path: `${path}/${id}/put-back`, body: { title, details, position } }
  },
}
