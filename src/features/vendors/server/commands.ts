import { decisionsOf } from '#features/decisions/server/machine-commands.ts'
import type { Finding } from '#kit/contract/finding.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import {
  paperSlots,
  type revealableFields,
  type VendorReview,
  type VendorVerb,
  vendorMoves,
} from '../contract.ts'
import { settlePapers } from './file-commands.ts'
import { readChecks, readVendor } from './queries.ts'
import { openSensitive, payloadOf, proposedOf } from './rules.ts'
import { columnsOf, waitingChange } from './submission-commands.ts'
import type { VendorRecord } from './tables.ts'

type Sensitive = (typeof revealableFields)[number]

/**
 * The decisions on vendors. An approval needs a seller and a shop record and no check in error. A disabled vendor's listings
 * are hidden and keep their own state, so that enabling publishes nothing that was not approved before.
 */
export const vendorDecisions = decisionsOf<VendorVerb, VendorRecord, VendorReview>({
  noun: 'vendor',
  table: 'vendors',
  none: 'No Vendor Found',
  moves: vendorMoves,
  read: readVendor,
  nameOf,
  events: {
    approve: 'vendor.approved',
    reject: 'vendor.rejected',
    request_update: 'vendor.update_requested',
    disable: 'vendor.disabled',
    enable: 'vendor.enabled',
  },
  letters: {
    kinds: {
      approve: 'vendor approved',
      reject: 'vendor rejected',
      request_update: 'vendor update requested',
      disable: 'vendor disabled',
      enable: 'vendor enabled',
    },
    addressOf: async (_, { username, email }) => ({ recipient: email, vendorName: username }),
  },
  guard: async (ctx, vendor, verb) => {
    if (verb === 'approve') refuseErrors(await readChecks(ctx, vendor))
  },
  afterUndoneApproval: takeChangeIntoApplication,
})

/** Refuses (conflict) data of a vendor in which a check found an error; warnings are the reviewer's to weigh. */
export function refuseErrors(checks: readonly Finding[]): void {
  const errors = checks.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Refusal('conflict', errors.map(({ message }) => message).join('. '))
}

/** The unmasked numbers that were asked for; each look is an audit row. Refuses (not-found). */
export async function revealFields(
  ctx: Context,
  { id, fields, change_id }: { id: string; fields: Sensitive[]; change_id?: string | undefined },
): Promise<Partial<Record<Sensitive, string>>> {
  const vendor = await ctx.db.selectFrom('vendors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'No Vendor Found')
  const change = change_id ? await waitingChange(ctx, id) : null
  if (change_id && change?.id !== change_id) throw new Refusal('not-found', 'This change waits no longer')
  const shown = change
    ? { ...vendor, ...columnsOf(ctx, proposedOf(payloadOf(vendor), change.payload)) }
    : vendor
  const clear = openSensitive(ctx.services.keys, shown)
  const asked = [...new Set(fields)]
  await ctx.record({
    action: change ? 'reveal what a change asks for' : 'reveal',
    subject: subjectOf(vendor),
    after: { fields: asked.join(', ') },
  })
  return Object.fromEntries(asked.map((field) => [field, clear[field]]))
}

/** A paper with numbers on it, as its bytes; each look is an audit row. Refuses (not-found) any other file. */
export async function openPaper(ctx: Context, input: { id: string; file_id: string }): Promise<BytesAnswer> {
  const paper = await ctx.db
    .selectFrom('vendor_files')
    .innerJoin('vendors', 'vendors.id', 'vendor_files.vendor_id')
    .select(['vendor_files.slot', 'storage_key', 'media_type', 'vendors.id', 'username', 'shop_name'])
    .where('vendor_files.id', '=', input.file_id)
    .where('vendor_id', '=', input.id)
    .where('slot', 'in', [...paperSlots])
    .executeTakeFirst()
  const found = paper ? await ctx.services.files.read(paper.storage_key) : null
  if (!paper || !found) throw new Refusal('not-found', 'There is no such file')
  await ctx.record({
    action: 'open a paper',
    subject: subjectOf(paper),
    after: { paper: paper.slot.replace('_', ' ') },
  })
  return { ...found, mediaType: paper.media_type }
}

/** What was asked for while the vendor was approved is a part of the application again: nothing waits beside it. */
async function takeChangeIntoApplication(ctx: Context, vendor: VendorRecord): Promise<void> {
  const change = await waitingChange(ctx, vendor.id)
  if (!change) return
  await settlePapers(ctx, vendor.id, true)
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ kind: 'application', status: 'recorded', first_accepted_by: null })
    .where('id', '=', change.id)
    .execute()
  await ctx.db
    .updateTable('vendors')
    .set({ ...columnsOf(ctx, proposedOf(payloadOf(vendor), change.payload)), change_waiting_since: null })
    .where('id', '=', vendor.id)
    .execute()
}

/** A vendor, as the audit log names it. */
export function subjectOf(vendor: Pick<VendorRecord, 'id' | 'username' | 'shop_name'>) {
  return { type: 'vendor' as const, id: vendor.id, name: nameOf(vendor) }
}

function nameOf({ shop_name, username }: { shop_name: string; username: string }): string {
  return shop_name || username
}
