import { sql } from 'kysely'
import { type Said, settleReasons } from '#features/decisions/reasons/server/commands.ts'
import {
  codesOf,
  type Despite,
  loggedReason,
  overriddenOf,
  recordChange,
  silent,
  takeBackChange,
} from '#features/decisions/server/change-commands.ts'
import { decider, firstAcceptance } from '#features/decisions/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, recorded } from '#kit/server/context.ts'
import type { VendorPage } from '../contract.ts'
import { handedInLabels } from '../fields-contract.ts'
import { refuseErrors, subjectOf, vendorDecisions } from './commands.ts'
import { type SettledPapers, settlePapers, unsettlePapers } from './file-commands.ts'
import { readVendor, readVendorPage } from './queries.ts'
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

/** What Undo needs of a decision on a change. */
interface ChangeState {
  change_id: string
  /** The data that an acceptance replaced, sealed as it lay; null if no data was replaced. */
  standing: SubmissionPayload | null
  papers: SettledPapers
}

/**
 * Accepts changed CNIC, tax or bank data. Bank data needs two people: after the first acceptance the change awaits a
 * second one. Each acceptance keeps its open warnings and its reason, and can be undone. Refuses (not-found), (conflict) a change that is not pending, a change with a
 * check in error, or a second acceptance by the same person, and (stale) an outdated version.
 */
export async function acceptChange(
  ctx: Context,
  { id, change_id, reason }: ChangeInput & { reason: string },
): Promise<VendorPage> {
  const person = decider(ctx)
  const { vendor, change } = await lockChange(ctx, id, change_id)
  const { keys, secondPersonForBankData } = ctx.services
  const current = await readVendor(ctx, { id })
  if (!current.change) throw new Error('a change that waits is not in the review')
  refuseErrors(current.change.checks)
  const warnings = current.change.checks.filter(({ level }) => level === 'warning')
  const despite = { warnings: warnings.map(({ message }) => message), reason }
  if (current.change.needs_second_person && change.status === 'waiting') {
    await acceptOnce(ctx, vendor, change_id, despite)
    return readVendorPage(ctx, { id })
  }
  if (change.first_accepted_by === person.id && secondPersonForBankData) {
    throw new Refusal('conflict', 'You accepted this change first: changed bank details need a second person')
  }
  // Only the guarded values apply: the rest of the submission was applied when it arrived and may be older than the
  // current data.
  const standing = payloadOf(vendor)
  const proposed = proposedOf(standing, change.payload)
  const { before, after } = recorded(compareSubmissions(keys, standing, proposed))
  const papers = current.change.files.map(({ slot }) => [slot, 'another paper'])
  const accepted = await settle(ctx, vendor, change_id, 'accepted', '', columnsOf(ctx, proposed))
  // A cheque copy stands for the account on it.
  const bringsCheque = current.change.files.some(({ slot }) => slot === 'cheque_copy')
  const isOnePerson = (bringsCheque || changesBankData(keys, standing, proposed)) && !secondPersonForBankData
  await ctx.record({
    action: isOnePerson ? 'accept change (one person)' : 'accept change',
    subject: subjectOf(vendor),
    before,
    after: { ...after, ...Object.fromEntries(papers), ...overriddenOf(despite) },
    ...loggedReason(reason),
  })
  await recordChange(ctx, vendorDecisions, accepted.vendor, {
    ...{ type: 'vendor_change', action: 'accept', from: change.status, to: 'accepted' },
    since: waitingSince(ctx, vendor),
    state: { change_id, standing, papers: accepted.papers } satisfies ChangeState,
    told: silent,
    despite,
    proposed: accepted.vendor,
    tells: { letter: 'vendor change accepted', event: 'vendor_change.accepted' },
  })
  return readVendorPage(ctx, { id })
}

/** The first of two acceptances: nothing changes for the vendor, and nobody outside is told. */
async function acceptOnce(
  ctx: Context,
  vendor: VendorRecord,
  changeId: string,
  despite: Despite,
): Promise<void> {
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ status: 'accepted_once', first_accepted_by: decider(ctx).id })
    .where('id', '=', changeId)
    .execute()
  // People who have the change open see that they would be the second person.
  const accepted = await updateVendor(ctx, vendor.id, {})
  await ctx.record({
    action: 'accept change, first person',
    subject: subjectOf(vendor),
    ...(despite.warnings.length > 0 ? { after: overriddenOf(despite) } : {}),
    ...loggedReason(despite.reason),
  })
  await recordChange(ctx, vendorDecisions, accepted, {
    ...{ type: 'vendor_change', action: firstAcceptance, from: 'waiting', to: 'accepted_once' },
    since: waitingSince(ctx, vendor),
    state: { change_id: changeId, standing: null, papers: noPapers } satisfies ChangeState,
    told: silent,
    despite,
    proposed: accepted,
  })
}

const noPapers: SettledPapers = { settled: [], replaced: [] }

/**
 * Declines changed data with reasons that the vendor reads, and keeps the current values. Refuses (not-found, conflict,
 * stale), and (invalid) a reason that cannot be chosen.
 */
export async function declineChange(
  ctx: Context,
  { id, change_id, ...said }: ChangeInput & Said,
): Promise<VendorPage> {
  const told = await settleReasons(ctx, 'vendor', handedInLabels, said, {
    letter: 'vendor change declined',
  })
  const { vendor, change } = await lockChange(ctx, id, change_id)
  const proposed = proposedOf(payloadOf(vendor), change.payload)
  const declined = await settle(ctx, vendor, change_id, 'declined', told.text, {})
  await ctx.record({
    action: 'decline change',
    subject: subjectOf(vendor),
    ...(told.reasons.length > 0 ? { after: codesOf(told) } : {}),
    ...loggedReason(told.text),
  })
  await recordChange(ctx, vendorDecisions, declined.vendor, {
    ...{ type: 'vendor_change', action: 'decline', from: change.status, to: 'declined' },
    since: waitingSince(ctx, vendor),
    state: { change_id, standing: null, papers: declined.papers } satisfies ChangeState,
    told,
    proposed: { ...vendor, ...columnsOf(ctx, proposed) },
    tells: { letter: 'vendor change declined', event: 'vendor_change.declined' },
  })
  return readVendorPage(ctx, { id })
}

/**
 * Undoes the last decision on changed data: the change waits again with its age, and after an acceptance the data and
 * papers that were in force before are in force again. A change that two people accepted is as the first one left it.
 * Refuses as `takeBackChange`.
 */
export async function undoChange(
  ctx: Context,
  { id, decision_id }: { id: string; decision_id: string },
): Promise<VendorPage> {
  const vendor = await vendorDecisions.lock(ctx, id)
  const taken = await takeBackChange<ChangeState>(ctx, 'vendor_change', vendor, decision_id)
  if (!taken) return readVendorPage(ctx, { id })
  const { change_id, standing, papers } = taken.state
  await ctx.db
    .updateTable('vendor_submissions')
    .set({
      ...{ status: taken.from_status, reason: '', decided_by: null, decided_at: null },
      ...(taken.from_status === 'waiting' ? { first_accepted_by: null } : {}),
    })
    .where('id', '=', change_id)
    .execute()
  await unsettlePapers(ctx, papers)
  await updateVendor(ctx, id, {
    ...(standing ? columnsOf(ctx, standing) : {}),
    change_waiting_since: taken.from_since,
  })
  const differing = standing ? compareSubmissions(ctx.services.keys, payloadOf(vendor), standing) : []
  await ctx.record({
    action: 'undo change decision',
    subject: subjectOf(vendor),
    ...recorded([{ path: 'change', before: taken.to_status, after: taken.from_status }, ...differing]),
    reason: `${taken.action} was undone`,
  })
  return readVendorPage(ctx, { id })
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
    .leftJoin('people', 'people.id', 'vendor_submissions.decided_by')
    .select(['status', 'payload', 'first_accepted_by', 'kind', 'people.username as decided_by'])
    .where('vendor_submissions.id', '=', changeId)
    .where('vendor_id', '=', id)
    .executeTakeFirst()
  if (change?.kind !== 'change') throw new Refusal('not-found', 'There is no such change')
  if (change.status !== 'waiting' && change.status !== 'accepted_once') {
    const by = change.decided_by ? ` by ${change.decided_by}` : ''
    throw new Refusal('conflict', `This change is already ${change.status}${by}`, {
      current: await readVendor(ctx, { id }),
    })
  }
  await vendorDecisions.refuseStale(ctx, vendor)
  return { vendor, change: change as WaitingChange }
}

async function settle(
  ctx: Context,
  vendor: VendorRecord,
  changeId: string,
  status: 'accepted' | 'declined',
  reason: string,
  columns: Partial<ReturnType<typeof columnsOf>>,
): Promise<{ vendor: VendorRecord; papers: SettledPapers }> {
  await ctx.db
    .updateTable('vendor_submissions')
    .set({ status, reason, decided_by: decider(ctx).id, decided_at: ctx.now() })
    .where('id', '=', changeId)
    .execute()
  const papers = await settlePapers(ctx, vendor.id, status === 'accepted')
  return { papers, vendor: await updateVendor(ctx, vendor.id, { ...columns, change_waiting_since: null }) }
}

function updateVendor(
  ctx: Context,
  id: string,
  columns: Partial<ReturnType<typeof columnsOf>> & { change_waiting_since?: Date | null },
): Promise<VendorRecord> {
  return ctx.db
    .updateTable('vendors')
    .set({ ...columns, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function waitingSince(ctx: Context, { change_waiting_since }: VendorRecord): Date {
  return change_waiting_since ?? ctx.now()
}
