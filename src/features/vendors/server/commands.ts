import { sql } from 'kysely'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf, recordDecision, takeBackDecision } from '#features/decisions/server/commands.ts'
import {
  queueMessage,
  resendMessage as resend,
  withdrawMessages,
} from '#features/messages/server/commands.ts'
import type { LetterKind } from '#features/messages/server/rules.ts'
import type { EventKind } from '#features/webhooks/contract.ts'
import { queueEvent, withdrawEvents } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import {
  paperSlots,
  type revealableFields,
  type VendorReview,
  type VendorStatus,
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
 * Approves a vendor. Approving an approved one again answers it unchanged. Refuses (not-found), and (conflict) a
 * vendor that was decided otherwise, that has no seller or shop record, or whose checks found an error.
 */
export function approveVendor(ctx: Context, { id }: { id: string }): Promise<VendorReview> {
  return decide(ctx, 'approve', id, '')
}

/** Rejects a vendor with a reason. Refuses (not-found) and (conflict) one that was decided otherwise. */
export function rejectVendor(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<VendorReview> {
  return decide(ctx, 'reject', id, reason)
}

/** Sends an application back with a note. Refuses (not-found) and (conflict) what is not in review. */
export function requestVendorUpdate(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<VendorReview> {
  return decide(ctx, 'request_update', id, reason)
}

/** Disables an approved vendor: its listings are hidden, each keeps its own state. Refuses (not-found, conflict). */
export function disableVendor(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<VendorReview> {
  return decide(ctx, 'disable', id, reason)
}

/** Enables a disabled vendor: nothing is published that was not approved before. Refuses (not-found, conflict). */
export function enableVendor(ctx: Context, { id }: { id: string }): Promise<VendorReview> {
  return decide(ctx, 'enable', id, '')
}

/** Approves each vendor in a transaction of its own; one that cannot be is told of, the others go on. */
export function approveVendors(ctx: Context, { ids }: { ids: string[] }): Promise<BulkOutcome[]> {
  return decideEach(
    ctx,
    'approve',
    ids.map((id) => ({ id, reason: '' })),
  )
}

/** Rejects each vendor with its own reason, in a transaction of its own. */
export function rejectVendors(
  ctx: Context,
  { items }: { items: { id: string; reason: string }[] },
): Promise<BulkOutcome[]> {
  return decideEach(ctx, 'reject', items)
}

/**
 * Takes the standing decision back and keeps its message from leaving. Refuses (not-found), and (conflict) when the
 * message has left, the window has passed, or the vendor changed since.
 */
export async function undoVendorDecision(
  ctx: Context,
  { id, decision_id }: { id: string; decision_id: string },
): Promise<VendorReview> {
  const taken = await takeBackDecision(ctx, { type: 'vendor', id }, decision_id)
  await withdrawMessages(ctx, taken.id)
  await withdrawEvents(ctx, taken.id, 'vendor.undone', { vendor_id: id, status: taken.from_status })
  const vendor = await ctx.db
    .updateTable('vendors')
    .set({
      status: taken.from_status,
      status_reason: taken.from_reason,
      // It waits since when it waited before: a slip must not cost it its place.
      status_since: taken.from_since ?? ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', taken.to_status)
    .returningAll()
    .executeTakeFirst()
  if (!vendor) throw new Refusal('conflict', 'The vendor has changed since: this decision stands')
  if (taken.action === 'approve') await takeChangeIntoApplication(ctx, vendor)
  await ctx.record({
    action: 'undo',
    subject: subjectOf(vendor),
    before: { status: taken.to_status },
    after: { status: taken.from_status },
    reason: `${taken.action} was taken back`,
  })
  return readVendor(ctx, { id })
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

/** Sends a failed message of this vendor again. Refuses (not-found) and (conflict) one that has not failed. */
export async function resendVendorMessage(
  ctx: Context,
  { id, message_id }: { id: string; message_id: string },
): Promise<VendorReview> {
  const vendor = await readVendor(ctx, { id })
  await resend(ctx, { type: 'vendor', id, name: nameOf(vendor) }, message_id)
  return readVendor(ctx, { id })
}

const letters: Record<VendorVerb, LetterKind> = {
  approve: 'vendor approved',
  reject: 'vendor rejected',
  request_update: 'vendor update requested',
  disable: 'vendor disabled',
  enable: 'vendor enabled',
}

const events: Record<VendorVerb, EventKind> = {
  approve: 'vendor.approved',
  reject: 'vendor.rejected',
  request_update: 'vendor.update_requested',
  disable: 'vendor.disabled',
  enable: 'vendor.enabled',
}

async function decide(ctx: Context, verb: VendorVerb, id: string, reason: string): Promise<VendorReview> {
  await move(ctx, verb, id, reason)
  return readVendor(ctx, { id })
}

/** The move itself: one UPDATE whose WHERE tests the state, so that of two reviewers only the first decides. */
async function move(ctx: Context, verb: VendorVerb, id: string, reason: string): Promise<MoveOutcome> {
  const { from, to } = vendorMoves[verb]
  // The row is locked first, so that the state it is moved from is the one that is written down.
  const before = await ctx.db
    .selectFrom('vendors')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', 'No Vendor Found')
  const status = before.status as VendorStatus
  if (status === to) {
    ctx.unchanged()
    return { vendor: before, decision: null }
  }
  if (!(from as readonly string[]).includes(status)) throw await wrongState(ctx, before, verb)
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) {
    throw new Refusal('stale', 'This vendor was changed since you read it. Look at it again', {
      current: await readVendor(ctx, { id }),
    })
  }
  if (verb === 'approve') await refuseUnfit(ctx, before)
  const vendor = await ctx.db
    .updateTable('vendors')
    .set({
      status: to,
      status_reason: reason,
      status_since: ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirstOrThrow()
  const decision = await recordDecision(ctx, {
    subject: subjectOf(vendor),
    action: verb,
    reason,
    from: status,
    to,
    version: vendor.version,
    before: { reason: before.status_reason, since: before.status_since },
  })
  await queueMessage(ctx, {
    letter: { kind: letters[verb], vendorName: vendor.username, reason },
    recipient: vendor.email,
    about: { type: 'vendor', id },
    decisionId: decision.id,
    sendAt: decision.undoUntil,
  })
  await queueEvent(ctx, events[verb], { vendor_id: id, status: to }, decision)
  await ctx.record({
    action: verb,
    subject: subjectOf(vendor),
    before: { status },
    after: { status: to },
    ...(reason ? { reason } : {}),
  })
  return { vendor, decision }
}

interface MoveOutcome {
  vendor: VendorRecord
  /** Null: the vendor was where the move leads already. */
  decision: { id: string; undoUntil: Date } | null
}

/** An approval needs both records and no check in error; warnings are the reviewer's to weigh. */
async function refuseUnfit(ctx: Context, vendor: VendorRecord): Promise<void> {
  const checks = await readChecks(ctx, vendor)
  const errors = checks.filter((check) => check.level === 'error')
  if (errors.length > 0) throw new Refusal('conflict', errors.map((check) => check.message).join('. '))
}

/** Says what the vendor is and who decided it, so that the second of two people knows whose decision stands. */
async function wrongState(ctx: Context, vendor: VendorRecord, verb: VendorVerb): Promise<Refusal> {
  const current = await readVendor(ctx, { id: vendor.id })
  const { decision } = current
  const words: Record<string, string> = { request_update: 'sent back' }
  const by = decision && !decision.undone_at ? `, decided by ${decision.decided_by}` : ''
  const state = vendor.status.replaceAll('_', ' ')
  return new Refusal(
    'conflict',
    `This vendor is ${state}${by}: it cannot be ${words[verb] ?? pastOf(verb)} now`,
    { current },
  )
}

function pastOf(verb: VendorVerb): string {
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`
}

function decideEach(
  ctx: Context,
  verb: VendorVerb,
  items: readonly { id: string; reason: string }[],
): Promise<BulkOutcome[]> {
  return eachOf(ctx, items, nameOfId, async (own, { id, reason }) => {
    const { vendor, decision } = await move(own, verb, id, reason)
    return { name: nameOf(vendor), unchanged: decision ? null : `Already ${vendor.status}`, decision }
  })
}

async function nameOfId(ctx: Context, id: string): Promise<string> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['username', 'shop_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return vendor ? nameOf(vendor) : ''
}

function nameOf(vendor: {
  username: string
  shop_name?: string
  shop?: { shop_name: string } | null
}): string {
  return vendor.shop_name || vendor.shop?.shop_name || vendor.username
}

function subjectOf(vendor: Pick<VendorRecord, 'id' | 'username' | 'shop_name'>): {
  type: 'vendor'
  id: string
  name: string
} {
  return { type: 'vendor', id: vendor.id, name: nameOf(vendor) }
}
