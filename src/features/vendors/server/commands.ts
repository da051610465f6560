import { decisionsOf, type FieldChange } from '#features/decisions/server/status-commands.ts'
import type { Finding } from '#kit/contract/finding.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import {
  paperSlots,
  type revealableFields,
  type VendorReview,
  type VendorVerb,
  vendorMoves,
} from '../contract.ts'
import { handedInLabels } from '../fields-contract.ts'
import { readRequirements } from '../requirements/server/queries.ts'
import { settlePapers } from './file-commands.ts'
import { readHandedIn } from './handed-queries.ts'
import { readChecks, readVendor } from './queries.ts'
import { compareSubmissions, openSensitive, payloadOf, proposedOf } from './rules.ts'
import { columnsOf } from './submission-commands.ts'
import type { VendorRecord } from './tables.ts'
import { waitingChange } from './version-commands.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** What is still open between the marketplace and a vendor, in words: orders and money belong to features above the vendors. */
    openWithVendor: (db: Database, id: string) => Promise<string[]>
  }
}

type Sensitive = (typeof revealableFields)[number]

/**
 * The decisions on vendors. Approval needs a seller record, a shop record and no check in error. Disabling a vendor
 * hides their listings without changing the listings' status, so enabling the vendor publishes only listings that were
 * approved. A vendor is closed when nothing is open any more.
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
    reopen: 'vendor.reopened',
    close: 'vendor.closed',
  },
  letters: {
    kinds: {
      approve: 'vendor approved',
      reject: 'vendor rejected',
      request_update: 'vendor update requested',
      disable: 'vendor disabled',
      enable: 'vendor enabled',
      reopen: 'vendor reopened',
      close: 'vendor closed',
    },
    declined: 'vendor change declined',
    addressOf: async (_, { username, email }) => ({ recipient: email, vendorName: username }),
  },
  guard: async (ctx, vendor, verb) => {
    if (verb === 'approve') refuseErrors(await readChecks(ctx, vendor))
    if (verb === 'close') await refuseOpen(ctx, vendor)
  },
  fields: { labels: handedInLabels, values: readHandedIn },
  warnings: async (ctx, vendor) => (await readRequirements(ctx, vendor)).unmet,
  afterUndoneApproval: takeChangeIntoApplication,
})

/** Refuses (conflict) vendor data with a check in error; the reviewer decides about warnings. */
export function refuseErrors(checks: readonly Finding[]): void {
  const errors = checks.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Refusal('conflict', errors.map(({ message }) => message).join('. '))
}

/** Refuses (conflict) to close a vendor with whom something is open, and names all of it. */
async function refuseOpen(ctx: Context, vendor: VendorRecord): Promise<void> {
  const open = await ctx.services.openWithVendor(ctx.db, vendor.id)
  if (vendor.change_waiting_since) open.push('Changed details wait for a decision')
  if (open.length > 0) throw new Refusal('conflict', `This vendor cannot be closed yet. ${open.join('. ')}`)
}

/** Returns the requested numbers unmasked and writes an audit row for each view. Refuses (not-found). */
export async function revealFields(
  ctx: Context,
  { id, fields, change_id }: { id: string; fields: Sensitive[]; change_id?: string | undefined },
): Promise<Partial<Record<Sensitive, string>>> {
  const vendor = await ctx.db.selectFrom('vendors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'No Vendor Found')
  const change = change_id ? await waitingChange(ctx, id) : null
  if (change_id && change?.id !== change_id)
    throw new Refusal('not-found', 'This change has already been decided')
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

/**
 * Returns the bytes of a document with numbers and writes an audit row for each view. Refuses (not-found) any other
 * file.
 */
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

/**
 * When an approval is undone, the vendor's pending change becomes part of the application, so no separate change is
 * left to decide.
 */
async function takeChangeIntoApplication(ctx: Context, vendor: VendorRecord): Promise<FieldChange[]> {
  const change = await waitingChange(ctx, vendor.id)
  if (!change) return []
  const standing = payloadOf(vendor)
  const proposed = proposedOf(standing, change.payload)
  await settlePapers(ctx, vendor.id, true)
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ kind: 'application', status: 'recorded', first_accepted_by: null })
    .where('id', '=', change.id)
    .execute()
  await ctx.db
    .updateTable('vendors')
    .set({ ...columnsOf(ctx, proposed), change_waiting_since: null })
    .where('id', '=', vendor.id)
    .execute()
  return compareSubmissions(ctx.services.keys, standing, proposed)
}

/** How the audit log names a vendor. */
export function subjectOf(vendor: Pick<VendorRecord, 'id' | 'username' | 'shop_name'>) {
  return { type: 'vendor' as const, id: vendor.id, name: nameOf(vendor) }
}

function nameOf({ shop_name, username }: { shop_name: string; username: string }): string {
  return shop_name || username
}
