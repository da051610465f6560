import { chosenOf, type SubmissionDifference } from '#features/decisions/difference-contract.ts'
import { lastDecidedAt } from '#features/decisions/server/queries.ts'
import { comparePayloads, type ProductPayload } from '#features/products/server/rules.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'

/** The difference of two submissions of a listing, with the pictures of their times. Refuses (not-found). */
export async function readDifferences(
  ctx: Context,
  { id, ...asked }: { id: string; from?: number | undefined; to?: number | undefined },
): Promise<SubmissionDifference> {
  const submissions = await ctx.db
    .selectFrom('product_submissions')
    .select(['number', 'kind', 'created_at', 'payload'])
    .where('product_id', '=', id)
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
  const decided = await ctx.db
    .selectFrom('products')
    .select(lastDecidedAt('product', 'products').as('at'))
    .where('id', '=', id)
    .executeTakeFirst()
  const chosen = chosenOf(submissions, asked, decided?.at ?? null)
  if (!chosen) throw new Refusal('not-found', 'There is no such submission')
  const pictures = await ctx.db
    .selectFrom('product_images')
    .select(['media', 'created_at'])
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
  /** A submission lasts until the next one, with the pictures that came in that time. */
  const picturesAt = ({ number, payload, created_at: begin }: (typeof submissions)[number]) => {
    const { images } = payload as ProductPayload
    const end = submissions.filter((one) => one.number > number).at(-1)?.created_at
    const came = pictures.filter(
      ({ created_at }) => (!end || created_at < end) && (images.length === 0 || created_at >= begin),
    )
    return [...new Set([...images, ...came.map(({ media }) => media)])]
  }
  const { before, after } = chosen
  const [was, is] = [picturesAt(before), picturesAt(after)]
  return {
    submissions: submissions.map(({ number, kind, created_at }) => ({
      ...{ number, kind },
      created_at: created_at.toISOString(),
    })),
    from: before.number,
    to: after.number,
    fields: comparePayloads(before.payload as ProductPayload, after.payload as ProductPayload),
    pictures: was.join() === is.join() ? [] : [{ path: 'images', before: was, after: is }],
  }
}
