import { pendingVendor } from './factories.ts'
import type { MakeSample } from './samples.ts'

export const searchSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/find': () => ({ path: '/api/admin/find?q=ali&groups=orders,vendors&limit=3' }),
  'GET /api/admin/find/records': async ({ app }) => ({
    path: `/api/admin/find/records?records=vendor:${(await pendingVendor(app)).id}`,
  }),
}
