import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { Trial } from '#features/decisions/matching-contract.ts'
import { BegunJob, matching } from '#kit/contract/bulk-job.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { searchText } from '#kit/contract/page.ts'
import { anyFilters } from '../contract.ts'
import { texts } from './texts.ts'

const { count, ...named } = matching({
  q: searchText,
  ...anyFilters,
  ids: z.array(z.uuid()).min(1).max(100).optional(),
})
const category_id = z.uuid(texts.chooseACategory).toLowerCase()
const access = grants('Products', 'act')

/** The category of many products at once: a trial that changes nothing, and the job. */
export const placing = {
  attempt: endpoint({
    method: 'POST',
    path: '/api/admin/products/bulk/try-category',
    summary: 'What changing the category of the products that match would come to',
    access,
    body: z.strictObject({ category_id, ...named }),
    answer: Trial,
    writes: false,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/admin/products/bulk/change-category',
    summary:
      'Change the category of every one of the products that match in a background job, up to the confirmed number. Approved products change at once if the caller may decide; if not, each change becomes a pending edit',
    access,
    body: z.strictObject({ category_id, count, ...named }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
}
