import type { Sample } from './samples.ts'

export const absentId = '01a1fc80-0000-7000-8000-000000000000'

/** The call of a sample for what does not exist, where it is named elsewhere than in the path, or the path may name it again. */
export const absent: Readonly<Record<string, (sample: Sample) => Sample>> = {
  'GET /api/storefront/posts': () => ({ path: '/api/storefront/posts?category=nothing-is-called-so' }),
  // A letter is named by its kind, not by an id.
  ...Object.fromEntries(
    [
      'GET /api/admin/letters/:id',
      'PATCH /api/admin/letters/:id',
      'POST /api/admin/letters/:id/restore',
      'POST /api/admin/letters/:id/test',
      'GET /api/admin/letters/:id/examples',
      'GET /api/admin/letters/:id/versions',
      'GET /api/admin/letters/:id/versions/:number',
      'POST /api/admin/letters/:id/versions/:number/restore',
    ].map((call) => [
      call,
      (sample: Sample) => ({
        ...sample,
        path: sample.path.replace(/(letters)\/[a-z-]+/, '$1/no-such-letter'),
      }),
    ]),
  ),
  'GET /api/admin/preview-content': () => ({ path: `/api/admin/preview-content?of=${absentId}` }),
  'POST /api/admin/faqs/groups/order': ({ path }) => ({
    path,
    body: { group: 'No such group', position: 1 },
  }),
  'POST /api/admin/faqs/groups/rename': ({ path }) => ({
    path,
    body: { group: 'No such group', name: 'Whatever' },
  }),
  // Any id may be put back: one that is none is the only address where there is nothing.
  'POST /api/admin/faqs/:id/put-back': ({ path, body }) => ({
    path: path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'no-id'),
    body,
  }),
}
