import { pendingProduct } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const anyVersion = { 'if-match': '*' }
const ofProduct = (name: string) => async (stage: Stage) => ({
  path: `/api/admin/products/${(await pendingProduct(stage.app)).id}/${name}`,
})

/** What a settings call answers, without its version and counts, to be sent back. */
async function saved(stage: Stage, path: string) {
  const { results } = (await stage.app.call('GET', path, { as: stage.admin })).body
  const {
    version: _,
    on_since,
    approved,
    sampled,
    settled,
    found,
    stopped_because,
    stopped_at,
    ...settings
  } = results
  return settings
}

/** One accepted call for every endpoint of the checks of listings and of trust in vendors. */
export const checkSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/products/:id/checks': ofProduct('checks'),
  'GET /api/admin/products/:id/vendor-record': ofProduct('vendor-record'),
  'GET /api/admin/listing-checks': () => ({ path: '/api/admin/listing-checks' }),
  'PUT /api/admin/listing-checks': async (stage) => ({
    path: '/api/admin/listing-checks',
    body: {
      ...(await saved(stage, '/api/admin/listing-checks')),
      forbidden: [{ word: 'replica', category_id: null }],
    },
    headers: anyVersion,
  }),
  'GET /api/admin/trust-rules': () => ({ path: '/api/admin/trust-rules' }),
  'PUT /api/admin/trust-rules': async (stage) => ({
    path: '/api/admin/trust-rules',
    body: { ...(await saved(stage, '/api/admin/trust-rules')), sample_percent: 25 },
    headers: anyVersion,
  }),
}
