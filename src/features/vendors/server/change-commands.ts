import { sql } from 'kysely'
import { decider, recordDecision } from '#features/decisions/server/commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { VendorReview } from '../contract.ts'
import { refuseErrors, subjectOf, vendorDecisions } from './commands.ts'
import { settlePapers } from './file-commands.ts'
import { readVendor } from './queries.ts'
import {
  changesBankData,
  compareSubmissions,
  payloadOf,
  proposedOf,
  type SubmissionPayload,
} from './rules.ts'
import { columnsOf } from './submission-commands.ts'
import type { VendorRecord } from './tables.ts'

interface ChangeInput {
  id: string
  change_id: string
}

/**
 * Accepts changed CNIC, tax or bank data. Bank data needs two people: after the first acceptance the change awaits a
 * second one. Refuses (not-found), and (conflict) a change that is not pending, a change with a check in error, or a
 * second acceptance by the same person.
 */
export async function acceptChange(ctx: Context, { id, change_id }: ChangeInput): Promise<VendorReview> {
  const person = decider(ctx)
  const { vendor, change } = await lockChange(ctx, id, change_id)
  const { keys, secondPersonForBankData } = ctx.services
  const current = await readVendor(ctx, { id })
  if (!current.change) throw new Error('a change that waits is not in the review')
  refuseErrors(current.change.checks)
  if (current.change.needs_second_person && change.status === 'waiting') {
    await ctx.db
      .updateTable('vendor_submissions')
      .set({ status: 'accepted_once', first_accepted_by: person.id })
      .where('id', '=', change_id)
      .execute()
    await ctx.record({ action: 'accept change, first person', subject: subjectOf(vendor) })
    return readVendor(ctx, { id })
  }
  if (change.first_accepted_by === person.id && secondPersonForBankData) {
    throw new Refusal('conflict', 'You accepted this change first: changed bank details need a second person')
  }
  // Only the guarded values apply: the rest of the submission was applied when it arrived and may be older than the
  // current data.
  const proposed = proposedOf(payloadOf(vendor), change.payload)
  const differing = compareSubmissions(keys, payloadOf(vendor), proposed)
  const papers = current.change.files.map(({ slot }) => [slot, 'another paper'])
  const accepted = await settle(ctx, vendor, change_id, 'accepted', '', columnsOf(ctx, proposed))
  const isOnePerson = changesBankData(keys, payloadOf(vendor), proposed) && !secondPersonForBankData
  await ctx.record({
    action: isOnePerson ? 'accept change (one person)' : 'accept change',
    subject: subjectOf(vendor),
    before: Object.fromEntries(differing.map(({ path, before }) => [path, before])),
    after: Object.fromEntries([...differing.map(({ path, after }) => [path, after]), ...papers]),
  })
  await tellVendor(ctx, accepted, 'accept', 'vendor change accepted', '')
  return readVendor(ctx, { id })
}

/** Declines changed data with a reason and keeps the current values. Refuses (not-found, conflict). */
export async function declineChange(
  ctx: Context,
  input: ChangeInput & { reason: string },
): Promise<VendorReview> {
  const { vendor } = await lockChange(ctx, input.id, input.change_id)
  const declined = await settle(ctx, vendor, input.change_id, 'declined', input.reason, {})
  await ctx.record({ action: 'decline change', subject: subjectOf(vendor), reason: input.reason })
  await tellVendor(ctx, declined, 'decline', 'vendor change declined', input.reason)
  return readVendor(ctx, { id: input.id })
}

interface WaitingChange {
  status: 'waiting' | 'accepted_once'
  first_accepted_by: string | null
  payload: SubmissionPayload
}

async function lockChange(ctx: Context, id: string, changeId: string) {
  const vendor = await vendorDecisions.lock(ctx, id)
  if (vendor.status !== 'approved' && vendor.status !== 'disabled') {
    throw new Refusal(
      'conflict',
      `This vendor is ${vendor.status.replaceAll('_', ' ')}: decide on the application`,
    )
  }
  const change = await ctx.db
    .selectFrom('vendor_submissions')
    .select(['status', 'payload', 'first_accepted_by', 'kind'])
    .where('id', '=', changeId)
    .where('vendor_id', '=', id)
    .executeTakeFirst()
  if (change?.kind !== 'change') throw new Refusal('not-found', 'There is no such change')
  if (change.status !== 'waiting' && change.status !== 'accepted_once') {
    throw new Refusal('conflict', `This change is already ${change.status}`, {
      current: await readVendor(ctx, { id }),
    })
  }
  return { vendor, change: change as WaitingChange }
}

async function settle(
  ctx: Context,
  vendor: VendorRecord,
  changeId: string,
  status: 'accepted' | 'declined',
  reason: string,
  columns: Partial<ReturnType<typeof columnsOf>>,
): Promise<VendorRecord> {
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ status, reason, decided_by: decider(ctx).id, decided_at: ctx.now() })
    .where('id', '=', changeId)
    .execute()
  await settlePapers(ctx, vendor.id, status === 'accepted')
  return ctx.db
    .updateTable('vendors')
    .set({
      ...columns,
      change_waiting_since: null,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', vendor.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function tellVendor(
  ctx: Context,
  vendor: VendorRecord,
  action: 'accept' | 'decline',
  kind: 'vendor change accepted' | 'vendor change declined',
  reason: string,
): Promise<void> {
  const decision = await recordDecision(ctx, {
    subject: { ...subjectOf(vendor), type: 'vendor_change' },
    action,
    reason,
    from: 'waiting',
    to: action === 'accept' ? 'accepted' : 'declined',
    version: vendor.version,
  })
  await vendorDecisions.tell(ctx, vendor, { kind, reason }, decision)
  const status = action === 'accept' ? 'accepted' : 'declined'
  await queueEvent(ctx, `vendor_change.${status}`, { vendor_id: vendor.id, status })
}
