import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { columnsFor } from '#kit/server/table.ts'
import { mapInTurns } from '#kit/server/turns.ts'
import type { ProductPayload } from './rules.ts'

/** One version of a listing, as it is stored. */
export interface Submission {
  productId: string
  number: number
  kind: 'application' | 'edit' | 'revision'
  status: 'recorded' | 'waiting'
  payload: ProductPayload
  bodyHash: Buffer
}

/** Stores submissions, each as a separate version. */
export async function keepSubmissions(ctx: Context, submissions: readonly Submission[]): Promise<void> {
  const rows = await submissionRows(ctx, submissions)
  if (rows) await sendWithNext(ctx.db, storing(rows))
}

/** The rows of submissions, ready to be stored, or null if there are none. */
export async function submissionRows(
  ctx: Context,
  submissions: readonly Submission[],
): Promise<ReturnType<typeof columnsFor> | null> {
  if (submissions.length === 0) return null
  const rows = await mapInTurns(submissions, ({ productId, bodyHash, ...given }) => ({
    ...given,
    id: uuidv7(),
    product_id: productId,
    // Postgres writes bytes in this form.
    body_hash: `\\x${bodyHash.toString('hex')}`,
    created_at: ctx.now(),
  }))
  return columnsFor('product_submissions', rows)
}

/** Stores rows that `submissionRows` has prepared. */
export async function storeSubmissions(
  ctx: Context,
  rows: Awaited<ReturnType<typeof submissionRows>>,
): Promise<void> {
  if (rows) await storing(rows).execute(ctx.db)
}

function storing({ names, records }: ReturnType<typeof columnsFor>) {
  return sql`insert into product_submissions (${names}) select ${names} from ${records}`
}
