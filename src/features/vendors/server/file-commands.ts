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

/** Keeps a cleaned picture in its slot; the one it replaces stays findable. Refuses (not-found, conflict). */
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
    .set({ updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', vendorId)
    .execute()
  await ctx.record({
    action: current ? 'replace document' : 'hand in document',
    subject: { type: 'vendor', id: vendorId, name: vendor.username },
    after: { slot },
  })
  return { id }
}
