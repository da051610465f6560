import { pendingProduct, pendingVendor } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

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

/** One accepted call for every endpoint of reasons, requirements and differences. */
export const reasonSamples: Readonly<Record<string, MakeSample>> = {
  ...Object.fromEntries(reviews),
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
}
