import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CleanImage } from '#kit/server/images.ts'
import type { FileSlot } from '../contract.ts'

/** The place of a vendor's picture, under a keyed hash: its name confirms no guess at what it shows. */
export function storageKeyOf({ services }: Context, image: CleanImage): string {
  return `vendors/${services.keys.blind('file', image.hash).toString('hex')}.webp`
}

/** The vendor that a file is for; asked before its bytes are kept too. Refuses (not-found, conflict). */
export async function vendorToAttachTo(ctx: Context, id: string, how: 'seen' | 'locked') {
  const found = ctx.db.selectFrom('vendors').select(['id', 'username', 'status']).where('id', '=', id)
  const vendor = await (how === 'locked' ? found.forUpdate() : found).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'There is no such seller')
  if (vendor.status === 'closed') throw new Refusal('conflict', 'This seller is closed')
  return vendor
}

/** Papers that an approval rests on: like the numbers on them they are not overwritten after it. */
const guardedSlots: readonly FileSlot[] = ['cheque_copy', 'cnic_front', 'cnic_back']

/**
 * Keeps a cleaned picture in its slot; the one it replaces stays findable. What was asked of the vendor may be just
 * this: it is our turn again. Refuses (not-found) and (conflict) a closed vendor, and another paper than the one that
 * an approval rests on.
 */
export async function attachFile(
  ctx: Context,
  vendorId: string,
  slot: FileSlot,
  image: CleanImage,
): Promise<{ id: string }> {
  const vendor = await vendorToAttachTo(ctx, vendorId, 'locked')
  const storageKey = storageKeyOf(ctx, image)
  const current = await ctx.db
    .selectFrom('vendor_files')
    .select(['id', 'storage_key'])
    .where('vendor_id', '=', vendorId)
    .where('slot', '=', slot)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  if (current?.storage_key === storageKey) {
    ctx.unchanged()
    return { id: current.id }
  }
  const isDecided = vendor.status === 'approved' || vendor.status === 'disabled'
  if (current && isDecided && guardedSlots.includes(slot)) {
    throw new Refusal('conflict', 'This seller was approved with another one: it is not replaced')
  }
  if (current) {
    await ctx.db
      .updateTable('vendor_files')
      .set({ replaced_at: ctx.now() })
      .where('id', '=', current.id)
      .execute()
  }
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
    })
    .execute()
  await ctx.db
    .updateTable('vendors')
    .set({ ...ourTurnAgain(ctx, vendor.status), updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', vendorId)
    .execute()
  await ctx.record({
    action: current ? 'replace document' : 'hand in document',
    subject: { type: 'vendor', id: vendorId, name: vendor.username },
    after: { slot, ...(vendor.status === 'changes_requested' ? { status: 'submitted' } : {}) },
  })
  return { id }
}

function ourTurnAgain(ctx: Context, status: string) {
  return status === 'changes_requested'
    ? { status: 'submitted', status_since: ctx.now(), status_reason: '' }
    : {}
}
