import { addedCategory } from './category-samples.ts'
import { pendingCustomer, pendingProduct, pendingVendor } from './factories.ts'
import type { MakeSample, Sample, Stage } from './samples.ts'

const path = '/api/admin/decision-reasons'
const said = { reasons: [{ code: 'vendor_iban_wrong' }] }
const ofProduct = { reasons: [{ code: 'listing_picture_unclear', fields: ['images'] }] }
let made = 0

/** A reason that was added over HTTP. */
export async function addedReason({ app, admin }: Stage): Promise<{ code: string; version: number }> {
  made += 1
  const body = {
    code: `sample_${process.pid}_${made}`,
    subject_type: 'product',
    name: `Sample ${made}`,
    kind: 'fixable',
    text_en: 'Check: {what}.',
  }
  const answer = await app.call('POST', path, { as: admin, body })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

const nouns = [
  { at: '/api/admin/sellers', make: pendingVendor, body: said },
  { at: '/api/admin/products', make: pendingProduct, body: ofProduct },
] as const

const reviews = nouns.flatMap(({ at, make, body }): [string, MakeSample][] => [
  [`GET ${at}/reasons`, () => ({ path: `${at}/reasons` })],
  [`GET ${at}/:id/requested`, async ({ app }) => ({ path: `${at}/${(await make(app)).id}/requested` })],
  [`GET ${at}/:id/differences`, async ({ app }) => ({ path: `${at}/${(await make(app)).id}/differences` })],
  [
    `POST ${at}/:id/letter`,
    async ({ app }) => ({
      path: `${at}/${(await make(app)).id}/letter`,
      body: { verb: 'reject', ...body },
    }),
  ],
  [
    `POST ${at}/:id/approve-despite`,
    async ({ app }) => ({
      path: `${at}/${(await make(app)).id}/approve-despite`,
      body: { reason: 'Seen in the shop' },
    }),
  ],
  [
    `POST ${at}/bulk/check`,
    async ({ app }) => ({ path: `${at}/bulk/check`, body: { ids: [(await make(app)).id], verb: 'approve' } }),
  ],
  [
    `POST ${at}/bulk/request-update`,
    async ({ app }) => ({
      path: `${at}/bulk/request-update`,
      body: { items: [{ id: (await make(app)).id, ...body }] },
    }),
  ],
])

const matched = [
  { at: '/api/admin/sellers', make: pendingVendor },
  { at: '/api/admin/products', make: pendingProduct },
  { at: '/api/admin/customers', make: pendingCustomer },
] as const

/** The input of a job that approves one record, or that was confirmed with another number. */
const ofOne = (id: string, count: number) => ({ verb: 'approve', filter: { ids: [id] }, except: [], count })

/** The change of the category of one product, confirmed with this number. */
async function placingOf(stage: Stage, count: number): Promise<Sample> {
  const ids = [(await pendingProduct(stage.app)).id]
  const { id } = await addedCategory(stage)
  return {
    path: '/api/admin/products/bulk/change-category',
    body: { filter: { ids }, except: [], count, category_id: id },
  }
}

/** The address that undoes a job of the administrator. */
async function undoing({ app, admin }: Stage): Promise<string> {
  const body = { ...ofOne((await pendingProduct(app)).id, 1), verb: 'switch_off' }
  const begun = await app.call('POST', '/api/admin/products/bulk/switch-matching', { as: admin, body })
  if (begun.status !== 202) throw new Error(`the job was not begun: ${JSON.stringify(begun.body)}`)
  return `/api/admin/jobs/${begun.body.results.job_id}/undo`
}

const matching = matched.flatMap(({ at, make }): [string, MakeSample][] => [
  [`GET ${at}/matching`, () => ({ path: `${at}/matching` })],
  [
    `POST ${at}/bulk/try-matching`,
    () => ({ path: `${at}/bulk/try-matching`, body: { verb: 'approve', filter: {}, except: [] } }),
  ],
  [
    `POST ${at}/bulk/decide-matching`,
    async ({ app }) => ({ path: `${at}/bulk/decide-matching`, body: ofOne((await make(app)).id, 1) }),
  ],
])

/** One accepted call for every endpoint of reasons, requirements and differences. */
export const reasonSamples: Readonly<Record<string, MakeSample>> = {
  ...Object.fromEntries([...reviews, ...matching]),
  'POST /api/admin/jobs/:id/undo': async (stage) => ({ path: await undoing(stage), as: stage.admin.token }),
  'POST /api/admin/products/bulk/switch-matching': async ({ app }) => ({
    path: '/api/admin/products/bulk/switch-matching',
    body: { ...ofOne((await pendingProduct(app)).id, 1), verb: 'switch_off' },
  }),
  'POST /api/admin/products/bulk/try-category': async (stage) => ({
    path: '/api/admin/products/bulk/try-category',
    body: { filter: {}, except: [], category_id: (await addedCategory(stage)).id },
  }),
  'POST /api/admin/products/bulk/change-category': (stage) => placingOf(stage, 1),
  [`GET ${path}`]: () => ({ path: `${path}?subject_type=vendor` }),
  [`POST ${path}`]: () => {
    made += 1
    const code = `sample_${process.pid}_${made}`
    return {
      path,
      body: { code, subject_type: 'customer', name: 'Another', kind: 'policy', text_en: 'Not allowed.' },
    }
  },
  [`PATCH ${path}/:code`]: async (stage) => {
    const { code, version } = await addedReason(stage)
    return {
      path: `${path}/${code}`,
      body: { is_active: false },
      headers: { 'if-match': `"v${version}"` },
    }
  },
  'GET /api/admin/sellers/:id/requirements': async ({ app }) => ({
    path: `/api/admin/sellers/${(await pendingVendor(app)).id}/requirements`,
  }),
  'PUT /api/admin/sellers/:id/requirements/:name': async ({ app }) => ({
    path: `/api/admin/sellers/${(await pendingVendor(app)).id}/requirements/tax`,
    body: { state: 'waived', note: 'Below the limit' },
  }),
  'GET /api/admin/customers/reasons': () => ({ path: '/api/admin/customers/reasons' }),
  'POST /api/admin/customers/bulk/check': () => ({
    path: '/api/admin/customers/bulk/check',
    body: { ids: ['01a1fc80-d469-7475-b815-ea04c5a66a67'], verb: 'approve' },
  }),
}

/** The same calls where the state of the record refuses them (409). */
export const reasonConflicts: Readonly<Record<string, MakeSample>> = {
  ...Object.fromEntries(
    matched.map(({ at, make }): [string, MakeSample] => [
      `POST ${at}/bulk/decide-matching`,
      async ({ app }) => ({ path: `${at}/bulk/decide-matching`, body: ofOne((await make(app)).id, 5) }),
    ]),
  ),
  ...Object.fromEntries(
    nouns.map(({ at, make, body }): [string, MakeSample] => [
      `POST ${at}/:id/approve-despite`,
      async ({ app, admin }) => {
        const { id } = await make(app)
        const rejected = await app.call('POST', `${at}/${id}/reject`, { as: admin, body })
        if (rejected.status !== 200) throw new Error(`not rejected: ${JSON.stringify(rejected.body)}`)
        return { path: `${at}/${id}/approve-despite`, body: { reason: 'Seen in the shop' } }
      },
    ]),
  ),
  'PUT /api/admin/sellers/:id/requirements/:name': async ({ app }) => {
    const { id } = await pendingVendor(app)
    await app.database.pool.query("update vendors set status = 'closed' where id = $1", [id])
    return { path: `/api/admin/sellers/${id}/requirements/tax`, body: { state: 'accepted' } }
  },
  'POST /api/admin/products/bulk/switch-matching': async ({ app }) => ({
    path: '/api/admin/products/bulk/switch-matching',
    body: { ...ofOne((await pendingProduct(app)).id, 5), verb: 'switch_off' },
  }),
  'POST /api/admin/products/bulk/change-category': (stage) => placingOf(stage, 5),
  'POST /api/admin/jobs/:id/undo': async (stage) => {
    const begun = await stage.app.call('POST', await undoing(stage), { as: stage.admin })
    return { path: `/api/admin/jobs/${begun.body.results.job_id}/undo`, as: stage.admin.token }
  },
  [`POST ${path}`]: async (stage) => {
    const { code } = await addedReason(stage)
    return {
      path,
      body: { code, subject_type: 'product', name: 'Twice', kind: 'fixable', text_en: 'Twice.' },
    }
  },
}

/** Who may make these calls, kept by hand. */
export const reasonPermissions: Readonly<Record<string, string>> = {
  [`GET ${path}`]: 'General Setting: view',
  [`POST ${path}`]: 'General Setting: configure',
  [`PATCH ${path}/:code`]: 'General Setting: configure',
  'GET /api/admin/sellers/reasons': 'Vendor Verifications: decide',
  'GET /api/admin/sellers/:id/requested': 'Vendor Verifications: view',
  'GET /api/admin/sellers/:id/differences': 'Vendor Verifications: view',
  'POST /api/admin/sellers/:id/letter': 'Vendor Verifications: decide',
  'POST /api/admin/sellers/:id/approve-despite': 'Vendor Verifications: decide',
  'POST /api/admin/sellers/bulk/check': 'Vendor Verifications: decide',
  'POST /api/admin/sellers/bulk/request-update': 'Vendor Verifications: decide',
  'GET /api/admin/sellers/:id/requirements': 'Vendor Verifications: view',
  'PUT /api/admin/sellers/:id/requirements/:name': 'Vendor Verifications: decide',
  'GET /api/admin/products/reasons': 'Products: decide',
  'GET /api/admin/products/:id/requested': 'Products: view',
  'GET /api/admin/products/:id/differences': 'Products: view',
  'POST /api/admin/products/:id/letter': 'Products: decide',
  'POST /api/admin/products/:id/approve-despite': 'Products: decide',
  'POST /api/admin/products/bulk/check': 'Products: decide',
  'POST /api/admin/products/bulk/request-update': 'Products: decide',
  'GET /api/admin/customers/reasons': 'Customer: decide',
  'POST /api/admin/customers/bulk/check': 'Customer: decide',
  'GET /api/admin/sellers/matching': 'Vendor Verifications: view',
  'POST /api/admin/sellers/bulk/try-matching': 'Vendor Verifications: view',
  'POST /api/admin/sellers/bulk/decide-matching': 'Vendor Verifications: decide',
  'GET /api/admin/products/matching': 'Products: view',
  'POST /api/admin/products/bulk/try-matching': 'Products: view',
  'POST /api/admin/products/bulk/decide-matching': 'Products: decide',
  'POST /api/admin/products/bulk/switch-matching': 'Products: act',
  'POST /api/admin/products/bulk/try-category': 'Products: act',
  'POST /api/admin/products/bulk/change-category': 'Products: act',
  'GET /api/admin/customers/matching': 'Customer: view',
  'POST /api/admin/customers/bulk/try-matching': 'Customer: view',
  'POST /api/admin/customers/bulk/decide-matching': 'Customer: decide',
  'POST /api/admin/jobs/:id/undo': 'anyone signed in',
}
