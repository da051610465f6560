import { pendingVendor } from './factories.ts'
import type { MakeSample } from './samples.ts'

/** One accepted call for every endpoint of the audit log. */
export const auditSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/audit': () => ({ path: '/api/admin/audit?limit=5&sort=at&from=2026-01-01' }),
  'GET /api/admin/audit/facets': () => ({ path: '/api/admin/audit/facets' }),
  'GET /api/admin/audit/export': () => ({ path: '/api/admin/audit/export?subject_type=vendor' }),
  'POST /api/admin/audit/verify': () => ({ path: '/api/admin/audit/verify', body: { after: 0 } }),
  'GET /api/admin/audit/:id': async ({ app }) => {
    const { id } = await pendingVendor(app)
    const { rows } = await app.database.pool.query('select id from audit_log where subject_id = $1', [id])
    return { path: `/api/admin/audit/${rows[0].id}` }
  },
}
