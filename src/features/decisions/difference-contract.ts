import { z } from 'zod'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

/** What differs between two submissions of a record. */
export const SubmissionDifference = z.object({
  /** Every submission, the newest first. */
  submissions: z.array(z.object({ number: z.int(), kind: z.string(), created_at: z.string() })),
  from: z.int(),
  to: z.int(),
  fields: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  /** Pictures and documents that are not the same, by id. */
  pictures: z.array(z.object({ path: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
})
export type SubmissionDifference = z.infer<typeof SubmissionDifference>

const number = z.coerce.number().int().min(1).max(1_000_000)

/** The call that compares two submissions of a record. */
export function differencesAt(path: string, access: Access) {
  return {
    differences: endpoint({
      method: 'GET',
      path: `${path}/:id/differences`,
      summary: texts.differencesSummary,
      access,
      params: z.strictObject({ id: z.uuid() }),
      query: z.strictObject({ from: number.optional(), to: number.optional() }),
      answer: SubmissionDifference,
      refuses: ['not-found'],
    }),
  }
}

/**
 * The two submissions that are asked for, of these from the newest. If nothing is said, the last one, and the one before it that
 * was decided on last: a vendor who submits twice hides nothing, and neither does a colleague who edits in between. The one
 * before it where nothing was decided.
 */
export function chosenOf<S extends { number: number; created_at: Date }>(
  submissions: readonly S[],
  { from, to }: { from?: number | undefined; to?: number | undefined },
  decidedAt: Date | null,
): { before: S; after: S } | null {
  const after = to === undefined ? submissions[0] : submissions.find((one) => one.number === to)
  const earlier = submissions.filter((one) => after && one.number < after.number)
  const decided = earlier.find(({ created_at }) => decidedAt !== null && created_at <= decidedAt)
  const before =
    from === undefined ? (decided ?? earlier[0] ?? after) : submissions.find((one) => one.number === from)
  return before && after ? { before, after } : null
}
