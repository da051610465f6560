import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/views'
let made = 0

/** What a new view says; there is place for it. */
async function draft({ app, admin }: Stage) {
  made += 1
  await app.database.pool.query('delete from list_views where owner_id = $1', [admin.id])
  return { list: '/audit-log', name: `View ${made}`, parameters: { action: 'export', from: '2026-01-01' } }
}

/** The path of a view of the administrator, that nobody else sees. */
async function ownView(stage: Stage) {
  const as = stage.admin.token
  const answer = await stage.app.call('POST', path, { as, body: await draft(stage) })
  return { as, path: `${path}/${answer.body.results.id}` }
}

/** One accepted call for every endpoint of saved views and of the dashboard. */
export const viewSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?list=/orders-all-orders` }),
  [`POST ${path}`]: async (stage) => ({ path, body: await draft(stage), as: stage.admin.token }),
  [`PATCH ${path}/:id`]: async (stage) => ({ ...(await ownView(stage)), body: { name: 'Renamed' } }),
  [`DELETE ${path}/:id`]: ownView,
  'GET /api/admin/dashboard/counts': () => ({ path: '/api/admin/dashboard/counts' }),
  'GET /api/admin/dashboard/work': () => ({ path: '/api/admin/dashboard/work' }),
  'GET /api/admin/dashboard/figures': () => ({
    path: '/api/admin/dashboard/figures?from=2026-01-01&to=2026-03-31&compare=year',
  }),
  'GET /api/admin/dashboard/latest': () => ({ path: '/api/admin/dashboard/latest' }),
}
