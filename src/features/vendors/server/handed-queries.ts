import type { Context } from '#kit/server/context.ts'
import type { FileSlot } from '../contract.ts'
import { filePaths } from '../fields-contract.ts'
import { openSensitive, payloadOf } from './rules.ts'
import type { VendorRecord } from './tables.ts'

/**
 * Everything that a vendor submitted, by path, as text: sealed numbers in the clear and files by their id. For hashes only;
 * it never leaves the server.
 */
export async function readHandedIn(ctx: Context, vendor: VendorRecord): Promise<Record<string, string>> {
  const files = await ctx.db
    .selectFrom('vendor_files')
    .select(['id', 'slot'])
    .where('vendor_id', '=', vendor.id)
    .where('replaced_at', 'is', null)
    .where('waits', '=', false)
    .execute()
  const clear: Readonly<Record<string, string>> = openSensitive(ctx.services.keys, vendor)
  const { seller, shop, username, email, phone } = payloadOf(vendor)
  const inRecord = (name: string, record: typeof seller) =>
    Object.entries(record ?? {}).map(([field, value]) => [
      `${name}.${field}`,
      typeof value === 'string' ? value : (clear[field] ?? ''),
    ])
  return Object.fromEntries([
    ...Object.entries({ username, email, phone }),
    ...inRecord('seller', seller),
    ...inRecord('shop', shop),
    ...files.map(({ id, slot }) => [filePaths[slot as FileSlot], id]),
  ])
}
