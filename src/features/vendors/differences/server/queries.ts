import { chosenOf, type SubmissionDifference } from '#features/decisions/difference-contract.ts'
import { lastDecidedAt } from '#features/decisions/server/queries.ts'
import type { FileSlot } from '#features/vendors/contract.ts'
import { filePaths } from '#features/vendors/fields-contract.ts'
import { compareSubmissions, type SubmissionPayload } from '#features/vendors/server/rules.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'

/** The difference of two submissions of a vendor, sealed numbers masked, with the documents of their times. Refuses (not-found). */
export async function readDifferences(
  ctx: Context,
  { id, ...asked }: { id: string; from?: number | undefined; to?: number | undefined },
): Promise<SubmissionDifference> {
  const submissions = await ctx.db
    .selectFrom('vendor_submissions')
    .select(['number', 'kind', 'created_at', 'payload'])
    .where('vendor_id', '=', id)
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
  const decided = await ctx.db
    .selectFrom('vendors')
    .select(lastDecidedAt('vendor', 'vendors').as('at'))
    .where('id', '=', id)
    .executeTakeFirst()
  const chosen = chosenOf(submissions, asked, decided?.at ?? null)
  if (!chosen) throw new Refusal('not-found', 'There is no such submission')
  const { before, after } = chosen
  const files = await ctx.db
    .selectFrom('vendor_files')
    .select(['id', 'slot', 'created_at', 'replaced_at'])
    .where('vendor_id', '=', id)
    .orderBy('created_at')
    .execute()
  /** A submission lasts until the next one, with the documents that came in that time. */
  const endOf = (number: number) =>
    submissions.filter((one) => one.number > number).at(-1)?.created_at ?? new Date(8_640_000_000_000_000)
  const filesAt = (number: number, slot: string) => {
    const end = endOf(number)
    return files
      .filter(
        (file) =>
          file.slot === slot && file.created_at < end && !(file.replaced_at && file.replaced_at < end),
      )
      .map((file) => file.id)
  }
  const slots = [...new Set(files.map(({ slot }) => slot))]
  return {
    submissions: submissions.map(({ number, kind, created_at }) => ({
      ...{ number, kind },
      created_at: created_at.toISOString(),
    })),
    from: before.number,
    to: after.number,
    fields: compareSubmissions(
      ctx.services.keys,
      before.payload as SubmissionPayload,
      after.payload as SubmissionPayload,
    ),
    pictures: slots.flatMap((slot) => {
      const [was, is] = [filesAt(before.number, slot), filesAt(after.number, slot)]
      return was.join() === is.join() ? [] : [{ path: filePaths[slot as FileSlot], before: was, after: is }]
    }),
  }
}
