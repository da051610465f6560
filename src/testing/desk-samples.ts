import { pendingCustomer, pendingProduct, pendingVendor } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const records: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  '/api/admin/sellers': async ({ app }) => (await pendingVendor(app)).id,
  '/api/admin/products': async ({ app }) => (await pendingProduct(app)).id,
  '/api/admin/customers': async ({ app }) => (await pendingCustomer(app)).id,
}

/** Limits that a test may save. */
export const reviewLimits = {
  ...{ vendor: 24, vendor_change: 24, product: 12, product_revision: 24, customer: 48 },
  ...{ opens_at: 9, closes_at: 18, weekend: [0] },
  holidays: [{ day: '2026-03-23', name: 'Pakistan Day' }],
}

/** One accepted call for every endpoint of the review desk and of claims. */
export const deskSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/desk': () => ({ path: '/api/admin/desk?limit=25' }),
  'GET /api/admin/desk/counts': () => ({ path: '/api/admin/desk/counts' }),
  'POST /api/admin/desk/bulk/assign': async ({ app, admin }) => ({
    path: '/api/admin/desk/bulk/assign',
    body: { items: [{ kind: 'product', id: (await pendingProduct(app)).id }], person_id: admin.id },
  }),
  'GET /api/admin/review-limits': () => ({ path: '/api/admin/review-limits' }),
  'PUT /api/admin/review-limits': () => ({
    path: '/api/admin/review-limits',
    body: reviewLimits,
    headers: { 'if-match': '*' },
  }),
  ...Object.fromEntries(
    Object.entries(records).flatMap(([path, make]): [string, MakeSample][] => {
      const at = async (stage: Stage, rest: string) => `${path}/${await make(stage)}/${rest}`
      return [
        [`GET ${path}/:id/claim`, async (stage) => ({ path: await at(stage, 'claim') })],
        [`PUT ${path}/:id/claim`, async (stage) => ({ path: await at(stage, 'claim'), body: {} })],
        [`DELETE ${path}/:id/claim`, async (stage) => ({ path: await at(stage, 'claim') })],
        [`GET ${path}/:id/reviewers`, async (stage) => ({ path: await at(stage, 'reviewers') })],
        [
          `PUT ${path}/:id/assignment`,
          async (stage) => ({ path: await at(stage, 'assignment'), body: { person_id: stage.admin.id } }),
        ],
      ]
    }),
  ),
}
