import type { MakeSample } from './samples.ts'

/** One accepted call for every endpoint of the dashboard. */
export const dashboardSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/dashboard/counts': () => ({ path: '/api/admin/dashboard/counts' }),
  'GET /api/admin/dashboard/work': () => ({ path: '/api/admin/dashboard/work' }),
  'GET /api/admin/dashboard/figures': () => ({
    path: '/api/admin/dashboard/figures?from=2026-01-01&to=2026-03-31&compare=year',
  }),
  'GET /api/admin/dashboard/latest': () => ({ path: '/api/admin/dashboard/latest' }),
}
