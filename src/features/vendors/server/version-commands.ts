import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { compareSubmissions, payloadOf, proposedOf, type SubmissionPayload } from './rules.ts'
import type { VendorRecord } from './tables.ts'

/** A hash that no submitted body has. */
export const noBody: Buffer = Buffer.alloc(32)

/** The vendor's pending change, if any. */
export async function waitingChange(
  ctx: Context,
  vendorId: string,
): Promise<{ id: string; payload: SubmissionPayload } | null> {
  const row = await ctx.db
    .selectFrom('vendor_submissions')
    .select(['id', 'payload'])
    .where('vendor_id', '=', vendorId)
    .where('status', 'in', ['waiting', 'accepted_once'])
    .executeTakeFirst()
  return row ? { id: row.id, payload: row.payload as SubmissionPayload } : null
}

/** The documents that replace the current ones once their change is accepted. */
export function waitingPapers({ db }: Context, vendorId: string) {
  return db
    .selectFrom('vendor_files')
    .select(['id', 'slot'])
    .where('vendor_id', '=', vendorId)
    .where('waits', '=', true)
    .where('replaced_at', 'is', null)
    .execute()
}

/** Marks a pending change as superseded: a newer one takes its place, or nothing does. */
export async function supersedeChange(ctx: Context, vendorId: string): Promise<void> {
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ status: 'superseded' })
    .where('vendor_id', '=', vendorId)
    .where('status', 'in', ['waiting', 'accepted_once'])
    .execute()
}

/**
 * True if one of these bodies was submitted before the last change that contained it was declined, and the vendor still
 * does not have what that change asked for. A declined document alone does not count.
 */
export async function wasDeclined(
  { db, services: { keys } }: Context,
  vendor: VendorRecord,
  hashes: Buffer[],
): Promise<boolean> {
  const decided = await db
    .selectFrom('vendor_submissions as decided')
    .select(['decided.status', 'decided.payload'])
    .where('decided.vendor_id', '=', vendor.id)
    .where('decided.status', 'in', ['accepted', 'declined'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('vendor_submissions as asked')
          .select('asked.id')
          .whereRef('asked.vendor_id', '=', 'decided.vendor_id')
          // A body that was submitted while the change was pending repeats what the change asks for.
          .whereRef('asked.number', '>=', 'decided.number')
          .whereRef('asked.created_at', '<=', 'decided.decided_at')
          .where('asked.body_hash', '=', anyOf(hashes)),
      ),
    )
    .orderBy('decided.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (decided?.status !== 'declined') return false
  const standing = payloadOf(vendor)
  const asked = proposedOf(standing, decided.payload as SubmissionPayload)
  return compareSubmissions(keys, standing, asked).length > 0
}

/** The number and body hash of a vendor's last submission. */
export function lastSubmission({ db }: Context, vendorId: string) {
  return db
    .selectFrom('vendor_submissions')
    .select(['number', 'body_hash'])
    .where('vendor_id', '=', vendorId)
    .orderBy('number', 'desc')
    .limit(1)
}

/** Stores a submission as its own version; a change waits for a decision. */
export async function keepSubmission(
  ctx: Context,
  {
    vendorId,
    number,
    kind,
    payload,
    bodyHash,
  }: {
    vendorId: string
    number: number
    kind: 'application' | 'edit' | 'change'
    payload: SubmissionPayload
    bodyHash: Buffer
  },
): Promise<void> {
  await ctx.db
    .insertInto('vendor_submissions')
    .values({
      ...{ id: uuidv7(), vendor_id: vendorId, number, kind, body_hash: bodyHash, created_at: ctx.now() },
      status: kind === 'change' ? 'waiting' : 'recorded',
      payload: JSON.stringify(payload),
    })
    .execute()
}
