import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { anyOf, columnsFor } from '#kit/server/table.ts'
import { mapInTurns } from '#kit/server/turns.ts'
import { comparePayloads, isLive, type ProductPayload } from './rules.ts'
import './tables.ts'

/** A hash that no submitted body has. */
export const noBody: Buffer = Buffer.alloc(32)

/** One version of a listing, as it is stored. */
export interface Submission {
  productId: string
  number: number
  kind: 'application' | 'edit' | 'revision'
  status: 'recorded' | 'waiting'
  payload: ProductPayload
  bodyHash: Buffer
}

/**
 * True if one of these bodies was submitted before the last edit that contained it was rejected, and the live listing still
 * does not have what that edit asked for. Rejected pictures alone do not count.
 */
export async function wasRejected(
  { db }: Context,
  { id, live }: { id: string; live: ProductPayload },
  hashes: Buffer[],
): Promise<boolean> {
  const decided = await db
    .selectFrom('product_submissions as decided')
    .select(['decided.status', 'decided.payload'])
    .where('decided.product_id', '=', id)
    .where('decided.kind', '=', 'revision')
    .where('decided.status', 'in', ['approved', 'rejected'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_submissions as asked')
          .select('asked.id')
          .whereRef('asked.product_id', '=', 'decided.product_id')
          // A body that was submitted while the edit was pending repeats what the edit asks for.
          .whereRef('asked.number', '>=', 'decided.number')
          .whereRef('asked.created_at', '<=', 'decided.decided_at')
          .where('asked.body_hash', '=', anyOf(hashes)),
      ),
    )
    .orderBy('decided.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (decided?.status !== 'rejected') return false
  return comparePayloads(live, decided.payload as ProductPayload).some(({ path }) => !isLive(path))
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
