import { v5 as uuidv5 } from 'uuid'
import { customerNumber } from '#features/customers/contract.ts'
import { keepLatestWithdrawal as keepWithdrawalOfCustomer } from '#features/customers/server/latest-commands.ts'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { decider, eachOf, undoUntil } from '#features/decisions/server/commands.ts'
import { moveRow } from '#features/decisions/server/move-commands.ts'
import { post } from '#features/money/server/commands.ts'
import {
  mirror,
  type OwnerAccount,
  payoutPostings,
  withdrawalPostings,
} from '#features/money/server/rules.ts'
import { keepLatestWithdrawal as keepWithdrawalOfVendor } from '#features/vendors/server/latest-commands.ts'
import { queueEvent, releaseEvents } from '#features/webhooks/server/commands.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  needsAnother,
  type OwnerKind,
  ownRequestWords,
  returnedWords,
  type Withdrawal,
  type WithdrawalStatus,
  type WithdrawalVerb,
  withdrawalMoves,
  withdrawalWords,
} from '../contract.ts'
import { tellOwner } from './mail-commands.ts'
import { readWithdrawal } from './queries.ts'
import type { WithdrawalRecord } from './tables.ts'

/** The ledger account with the money that an owner can withdraw. */
export const accountOf: Record<OwnerKind, OwnerAccount> = {
  vendor: 'vendor_available',
  customer: 'customer_wallet',
}

/**
 * Approves a withdrawal. Refuses (not-found), (stale), and (conflict) one's own request and a withdrawal that was
 * decided.
 */
export function approveWithdrawal(ctx: Context, kind: OwnerKind, input: { id: string }): Promise<Withdrawal> {
  return decide(ctx, kind, 'approve', input)
}

/** Declines a withdrawal and makes its amount available again. Refuses (not-found, stale, conflict). */
export function declineWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; reason: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'decline', input)
}

/** Records that the bank paid a withdrawal. Refuses (not-found, stale, conflict). */
export function payWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; bank_reference: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'pay', input)
}

/**
 * Records that the bank did not pay a withdrawal or reversed the payment, and why; the amount is available again.
 * Refuses (not-found, stale, conflict).
 */
export function returnWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; reason: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'return', input)
}

/** Approves each withdrawal in its own transaction; a refused withdrawal is reported and the others continue. */
export function approveWithdrawals(
  ctx: Context,
  kind: OwnerKind,
  { ids }: { ids: string[] },
): Promise<BulkOutcome[]> {
  const records = ids.map((id) => ({ id }))
  return eachOf(ctx, records, numberOf, async (own, record) => {
    const { isMoved, row } = await move(own, kind, 'approve', record)
    return { name: row.number, unchanged: isMoved ? null : 'Already approved' }
  })
}

/** The id under which the event of an approval waits: a withdrawal can be approved again after an undo. */
export function approvalOf({ id, approved_at }: WithdrawalRecord): string {
  return uuidv5(approved_at?.toISOString() ?? '', id)
}

async function numberOf({ db }: Context, id: string): Promise<string> {
  const row = await db.selectFrom('withdrawals').select('number').where('id', '=', id).executeTakeFirst()
  return row?.number ?? ''
}

interface Words {
  id: string
  reason?: string
  bank_reference?: string
}

async function decide(
  ctx: Context,
  kind: OwnerKind,
  verb: WithdrawalVerb,
  input: Words,
): Promise<Withdrawal> {
  await move(ctx, kind, verb, input)
  return readWithdrawal(ctx, kind, input)
}

/**
 * One status change of a withdrawal, with its effects on the ledger, the owner and the audit log. The same change again
 * by the same person has no effect. Refuses (not-found, stale, conflict).
 */
export async function move(
  ctx: Context,
  kind: OwnerKind,
  verb: WithdrawalVerb,
  input: Words,
): Promise<{ isMoved: boolean; row: WithdrawalRecord; before: WithdrawalRecord }> {
  const person = decider(ctx)
  const { from, to } = withdrawalMoves[verb]
  // The row is locked first, so the recorded previous status is the actual one.
  const before = await ctx.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', input.id)
    .where('owner_type', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', 'Withdrawal not found')
  if (isSame(before, verb, input, person)) {
    ctx.unchanged()
    return { isMoved: false, row: before, before }
  }
  const isOwn = before.requested_by === person.id
  const now = ctx.now()
  const row = await moveRow(ctx, 'withdrawals', before, {
    ...{ from, to },
    whyNot: () => whyNot(before, verb),
    stale: 'This withdrawal changed since you opened it. Review it again',
    current: () => readWithdrawal(ctx, kind, input),
    guard: () => refuseMove(ctx, before, verb),
    columns: {
      is_returned: verb === 'return',
      ...(verb === 'approve'
        ? { approved_by: person.id, approved_by_name: person.name, approved_at: now }
        : { closed_by: person.id, closed_by_name: person.name, closed_at: now }),
      ...(input.reason ? { reason: input.reason } : {}),
      ...(input.bank_reference ? { bank_reference: input.bank_reference } : {}),
    },
  })
  await postMove(ctx, row, verb, before.status)
  await keepLatest(ctx, row)
  await tellOwner(ctx, row)
  if (before.status === 'approved') await releaseEvents(ctx, approvalOf(before))
  const own = { withdrawal_id: row.id, owner_type: kind, owner_id: row.owner_id }
  // An approval can be undone, so it is told when its mail leaves.
  if (verb === 'approve') {
    const decision = { id: approvalOf(row), undoUntil: undoUntil(ctx) }
    await queueEvent(ctx, 'withdrawal.approved', { ...own, status: 'approved' }, decision)
  } else await queueEvent(ctx, `withdrawal.${to}`, { ...own, status: to })
  await ctx.record({
    action: `${verb} withdrawal${verb === 'approve' && isOwn ? ' (one person)' : ''}`,
    subject: subjectOf(row),
    before: { status: before.status },
    after: {
      status: to,
      amount: formatRs(row.amount),
      ...(input.bank_reference ? { bank_reference: input.bank_reference } : {}),
    },
    // The audit log is permanent and also read by people without access to payouts, so account numbers are removed from
    // the text.
    ...(input.reason ? { reason: input.reason } : {}),
  })
  return { isMoved: true, row, before }
}

/**
 * Refuses (conflict) one's own request if another person must approve it, and moves that the state of its payout run
 * forbids.
 */
async function refuseMove(ctx: Context, before: WithdrawalRecord, verb: WithdrawalVerb): Promise<void> {
  const isSecondAsked = ctx.services.secondPersonForPayouts
  if (verb === 'approve' && needsAnother(before, decider(ctx).id, isSecondAsked)) {
    throw new Refusal('conflict', ownRequestWords)
  }
  if (verb === 'decline' && before.run_id) await refuseInFile(ctx, before)
  if (verb === 'return' && before.status === 'approved' && !before.run_id) {
    throw new Refusal(
      'conflict',
      `${before.number} is in no closed run, so no bank can have returned it: decline it`,
    )
  }
}

async function postMove(
  ctx: Context,
  row: WithdrawalRecord,
  verb: WithdrawalVerb,
  from: string,
): Promise<void> {
  if (verb === 'approve') return
  const entry = { sourceId: row.id, words: `Withdrawal ${row.number}` }
  if (verb === 'pay') {
    await post(ctx, { ...entry, kind: 'payout', postings: payoutPostings(row.amount) })
    return
  }
  const taken = withdrawalPostings(accountOf[row.owner_type as OwnerKind], row.owner_id, row.amount)
  const words = `${entry.words} ${verb === 'return' ? 'returned by bank' : 'declined'}`
  if (from === 'paid') {
    // The money had left the bank account: it is booked back to the bank and to the owner.
    const both = [...mirror(payoutPostings(row.amount)), ...mirror(taken)]
    await post(ctx, { ...entry, words, kind: 'payout_back', postings: both })
    return
  }
  await post(ctx, { ...entry, words, kind: 'withdrawal_back', postings: mirror(taken) })
}

/** True when the same person repeats the same decision: a double click, not a second opinion. */
function isSame(row: WithdrawalRecord, verb: WithdrawalVerb, input: Words, person: { id: string }): boolean {
  if (row.status !== withdrawalMoves[verb].to) return false
  if (verb === 'approve') return row.approved_by === person.id
  const isSaid = verb === 'pay' ? row.bank_reference === input.bank_reference : row.reason === input.reason
  return isSaid && row.closed_by === person.id && row.is_returned === (verb === 'return')
}

/** Refuses (conflict) a withdrawal that the bank may be paying already. */
async function refuseInFile(ctx: Context, { id, number, run_id }: WithdrawalRecord): Promise<void> {
  const file = await ctx.db
    .selectFrom('payout_file_lines as l')
    .innerJoin('payout_files as f', 'f.id', 'l.file_id')
    .innerJoin('payout_runs as r', 'r.id', 'f.run_id')
    .select(['r.number as run', 'f.version'])
    .where('l.withdrawal_id', '=', id)
    .where('f.run_id', '=', run_id)
    .orderBy('f.version', 'desc')
    .executeTakeFirst()
  if (!file) return
  const where = `${number} is in bank file ${file.run} version ${file.version}`
  throw new Refusal('conflict', `${where}. Wait for the bank reply`)
}

const pastOf: Record<WithdrawalVerb, string> = {
  approve: 'approved',
  decline: 'declined',
  pay: 'marked as paid',
  return: 'marked as returned by bank',
}

/** Names the withdrawal's status and the person who decided. */
function whyNot(row: WithdrawalRecord, verb: WithdrawalVerb): string {
  const by =
    { requested: row.requested_by_name, approved: row.approved_by_name }[row.status] ?? row.closed_by_name
  const word = row.is_returned ? returnedWords : withdrawalWords[row.status as WithdrawalStatus]
  const status = word.toLowerCase()
  return `${row.number} is ${status}${by ? `, by ${by}` : ''}: it cannot be ${pastOf[verb]} now`
}

/** Stores the latest withdrawal with the vendor or customer for the Approved lists. */
export async function keepLatest(ctx: Context, row: WithdrawalRecord): Promise<void> {
  if (row.owner_type === 'vendor') await keepWithdrawalOfVendor(ctx, row)
  else await keepWithdrawalOfCustomer(ctx, row)
}

/** How the audit log names a withdrawal. */
export function subjectOf(
  row: Pick<WithdrawalRecord, 'id' | 'number' | 'owner_type' | 'owner_id' | 'owner_name'>,
) {
  // The audit log outlives a customer's erasure, so it contains their number and not their name.
  const owner = row.owner_type === 'customer' ? customerNumber(row.owner_id) : row.owner_name
  return { type: 'withdrawal', id: row.id, name: `${row.number} ${owner}` }
}
