import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CleanImage } from '#kit/server/images.ts'
import { anyOf } from '#kit/server/table.ts'
import { type FileSlot, paperSlots } from '../contract.ts'
import { compareSubmissions, payloadOf, proposedOf } from './rules.ts'
import type { VendorRecord } from './tables.ts'
import {
  keepSubmission,
  lastSubmission,
  noBody,
  supersedeChange,
  waitingChange,
  waitingPapers,
  wasDeclined,
} from './version-commands.ts'

/**
 * The storage key of a vendor's picture. A keyed hash prevents anyone from confirming a guessed picture by its file
 * name.
 */
export function storageKeyOf({ services }: Context, image: CleanImage): string {
  return `vendors/${services.keys.blind('file', image.hash).toString('hex')}.webp`
}

/**
 * The vendor that a file belongs to; also checked before the file's bytes are stored. Refuses (not-found, conflict).
 */
export async function vendorToAttachTo(ctx: Context, id: string, how: 'seen' | 'locked') {
  const found = ctx.db.selectFrom('vendors').selectAll().where('id', '=', id)
  const vendor = await (how === 'locked' ? found.forUpdate() : found).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'There is no such seller')
  if (vendor.status === 'closed') throw new Refusal('conflict', 'This seller is closed')
  return vendor
}

/**
 * Stores a cleaned picture in its slot and keeps the replaced picture. The picture can answer a change request or a rejection,
 * so the vendor is waiting for us again. A replacement for a document that the approval depends on is pending until its change
 * is decided; the document in force, submitted again, withdraws it. Refuses (not-found) and (conflict) a closed vendor.
 */
export async function attachFile(
  ctx: Context,
  vendorId: string,
  slot: FileSlot,
  image: CleanImage,
): Promise<{ id: string }> {
  const vendor = await vendorToAttachTo(ctx, vendorId, 'locked')
  const storageKey = storageKeyOf(ctx, image)
  const present = await ctx.db
    .selectFrom('vendor_files')
    .select(['id', 'storage_key', 'waits'])
    .where('vendor_id', '=', vendorId)
    .where('slot', '=', slot)
    .where('replaced_at', 'is', null)
    .execute()
  const same = present.find(({ storage_key }) => storage_key === storageKey)
  if (same) {
    const other = same.waits ? undefined : present.find(({ waits }) => waits)
    if (other) await withdrawPaper(ctx, vendor, slot, other.id)
    else ctx.unchanged()
    return { id: same.id }
  }
  const isDecided = vendor.status === 'approved' || vendor.status === 'disabled'
  const waits = isDecided && present.length > 0 && paperSlots.includes(slot)
  const replaced = present.find((file) => file.waits === waits)
  if (replaced) await markReplaced(ctx, [replaced.id])
  const id = uuidv7()
  await ctx.db
    .insertInto('vendor_files')
    .values({
      id,
      vendor_id: vendorId,
      slot,
      storage_key: storageKey,
      media_type: image.mediaType,
      width: image.width,
      height: image.height,
      bytes: image.bytes.length,
      created_at: ctx.now(),
      waits,
    })
    .execute()
  if (waits) await askForChange(ctx, vendor)
  const isAnswer = vendor.status === 'changes_requested' || vendor.status === 'rejected'
  await ctx.db
    .updateTable('vendors')
    .set({
      ...(isAnswer ? { status: 'submitted', status_since: ctx.now(), status_reason: '' } : {}),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', vendorId)
    .execute()
  await ctx.record({
    action: waits ? 'ask for a change' : replaced ? 'replace document' : 'hand in document',
    subject: { type: 'vendor', id: vendorId, name: vendor.username },
    after: { slot, ...(isAnswer ? { status: 'submitted' } : {}) },
  })
  return { id }
}

/**
 * New evidence opens a change, or resets the first acceptance of a pending change, because that reviewer had not seen
 * it.
 */
async function askForChange(ctx: Context, vendor: VendorRecord): Promise<void> {
  const waiting = await waitingChange(ctx, vendor.id)
  if (waiting) {
    await ctx.db
      .updateTable('vendor_submissions')
      .set({ status: 'waiting', first_accepted_by: null })
      .where('id', '=', waiting.id)
      .execute()
    return
  }
  const last = await lastSubmission(ctx, vendor.id).executeTakeFirstOrThrow()
  const isRefused = await wasDeclined(ctx, vendor, [last.body_hash])
  await keepSubmission(ctx, {
    vendorId: vendor.id,
    number: last.number + 1,
    kind: 'change',
    payload: payloadOf(vendor),
    // The last submitted body is still recognised when it is sent again, unless it was declined: this document may be what
    // was missing, and the body then asks for its data again.
    bodyHash: isRefused ? noBody : last.body_hash,
  })
  await ctx.db
    .updateTable('vendors')
    .set({ change_waiting_since: ctx.now(), submission_number: last.number + 1 })
    .where('id', '=', vendor.id)
    .execute()
}

/**
 * Withdraws a pending document, because the one in force was submitted again. A change that asks for nothing else goes
 * with it; of one that does, the first acceptance is reset, because that reviewer had seen the document.
 */
async function withdrawPaper(
  ctx: Context,
  vendor: VendorRecord,
  slot: FileSlot,
  fileId: string,
): Promise<void> {
  await markReplaced(ctx, [fileId])
  const standing = payloadOf(vendor)
  const waiting = await waitingChange(ctx, vendor.id)
  const proposed = waiting ? proposedOf(standing, waiting.payload) : standing
  const asksForMore =
    compareSubmissions(ctx.services.keys, standing, proposed).length > 0 ||
    (await waitingPapers(ctx, vendor.id)).length > 0
  if (asksForMore) await askForChange(ctx, vendor)
  else await supersedeChange(ctx, vendor.id)
  await ctx.db
    .updateTable('vendors')
    .set({
      ...(asksForMore ? {} : { change_waiting_since: null }),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', vendor.id)
    .execute()
  await ctx.record({
    action: asksForMore ? 'withdraw document' : 'withdraw the change',
    subject: { type: 'vendor', id: vendor.id, name: vendor.username },
    after: { slot },
  })
}

/** What became of pending documents with their change. */
export interface SettledPapers {
  /** The ids of the documents that were pending. */
  settled: string[]
  /** The ids of the documents that they replaced. */
  replaced: string[]
}

/** Puts pending documents in place of the current ones if accepted, and drops them if declined. */
export async function settlePapers(
  ctx: Context,
  vendorId: string,
  isAccepted: boolean,
): Promise<SettledPapers> {
  const waiting = await waitingPapers(ctx, vendorId)
  const settled = waiting.map(({ id }) => id)
  if (waiting.length === 0) return { settled, replaced: [] }
  if (!isAccepted) {
    await markReplaced(ctx, settled)
    return { settled, replaced: [] }
  }
  const replaced = await ctx.db
    .updateTable('vendor_files')
    .set({ replaced_at: ctx.now() })
    .where('vendor_id', '=', vendorId)
    .where('slot', '=', anyOf(waiting.map(({ slot }) => slot)))
    .where('waits', '=', false)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute()
  await ctx.db.updateTable('vendor_files').set({ waits: false }).where('id', '=', anyOf(settled)).execute()
  return { settled, replaced: replaced.map(({ id }) => id) }
}

/** Makes documents pending again, and brings those back that they replaced. Nobody has submitted others since. */
export async function unsettlePapers(ctx: Context, { settled, replaced }: SettledPapers): Promise<void> {
  if (settled.length === 0) return
  await ctx.db
    .updateTable('vendor_files')
    .set({ waits: true, replaced_at: null })
    .where('id', '=', anyOf(settled))
    .execute()
  await ctx.db
    .updateTable('vendor_files')
    .set({ replaced_at: null })
    .where('id', '=', anyOf(replaced))
    .execute()
}

async function markReplaced(ctx: Context, ids: string[]): Promise<void> {
  await ctx.db
    .updateTable('vendor_files')
    .set({ replaced_at: ctx.now() })
    .where('id', '=', anyOf(ids))
    .execute()
}
