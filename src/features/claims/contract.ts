import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'

/** The kinds of records that one person at a time reviews. */
export const claimKinds = ['vendor', 'product', 'customer'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** How long a claim lasts without a sign of life from its browser. */
export const claimMinutes = 10

const Reviewer = z.object({ id: z.uuid(), name: z.string() })
export type Reviewer = z.infer<typeof Reviewer>

/** Who is reviewing a record, and who was asked to. */
export const Claim = z.object({
  /** Null if nobody is reviewing the record. */
  by: Reviewer.nullable(),
  is_mine: z.boolean(),
  since: z.string().nullable(),
  until: z.string().nullable(),
  assignee: Reviewer.nullable(),
})
export type Claim = z.infer<typeof Claim>

const params = z.strictObject({ id: z.uuid() })

type AreaAccess = Access & { kind: 'area' }

/** The calls that say who is reviewing one kind of record. */
function claimsOn(a: string, path: string, view: AreaAccess, decide: AreaAccess) {
  const of = { params, refuses: ['not-found'] } as const
  return {
    read: endpoint({
      method: 'GET',
      path: `${path}/:id/claim`,
      summary: `Who is reviewing a ${a}, and who was asked to`,
      access: view,
      answer: Claim,
      ...of,
    }),
    claim: endpoint({
      method: 'PUT',
      path: `${path}/:id/claim`,
      summary: `Claim a ${a} for ten minutes or renew the claim. A claim of another person stays unless it is taken over`,
      access: decide,
      body: z.strictObject({ takes_over: z.boolean().default(false) }),
      answer: Claim,
      ...of,
    }),
    release: endpoint({
      method: 'DELETE',
      path: `${path}/:id/claim`,
      summary: `Release your claim of a ${a}`,
      access: decide,
      layout: 'none',
      status: 204,
      ...of,
    }),
    reviewers: endpoint({
      method: 'GET',
      path: `${path}/:id/reviewers`,
      summary: `The active people who may decide on a ${a}`,
      access: decide,
      answer: z.array(Reviewer),
      ...of,
    }),
    assign: endpoint({
      method: 'PUT',
      path: `${path}/:id/assignment`,
      summary: `Ask a colleague to review a ${a}; null asks nobody`,
      access: decide,
      body: z.strictObject({ person_id: z.uuid().nullable() }),
      answer: Claim,
      ...of,
    }),
  }
}

export const claims = {
  vendor: claimsOn(
    'vendor',
    '/api/admin/sellers',
    grants('Vendor Verifications', 'view'),
    grants('Vendor Verifications', 'decide'),
  ),
  product: claimsOn(
    'product',
    '/api/admin/products',
    grants('Products', 'view'),
    grants('Products', 'decide'),
  ),
  customer: claimsOn(
    'customer',
    '/api/admin/customers',
    grants('Customer', 'view'),
    grants('Customer', 'decide'),
  ),
}
