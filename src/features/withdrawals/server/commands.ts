import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { customerNumber } from '#features/customers/contract.ts'
import '#features/customers/server/tables.ts'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { decider, eachOf } from '#features/decisions/server/commands.ts'
import type { WithdrawalSubmission } from '#features/intake/contract.ts'
import { post } from '#features/money/server/commands.ts'
import { lockAvailable } from '#features/money/server/queries.ts'
import {
  mirror,
  type OwnerAccount,
  payoutPostings,
  withdrawalPostings,
} from '#features/money/server/rules.ts'
import '#features/vendors/server/tables.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { maskIban } from '#kit/contract/pakistan.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type OwnerKind,
  type Withdrawal,
  type WithdrawalStatus,
  type WithdrawalVerb,
  withdrawalMoves,
  withdrawalWords,
} from '../contract.ts'
import { tellOwner } from './mail-commands.ts'
import { readWithdrawal, stateOf } from './queries.ts'
import type { WithdrawalRecord } from './tables.ts'

const accountOf: Record<OwnerKind, OwnerAccount> = { vendor: 'vendor_available', customer: 'customer_wallet' }

/** What is asked for: whose, how much in paisa, and for a customer where to. */
interface Wish {
  kind: OwnerKind
  ownerId: string
  amount: bigint
  note: string
  account?: { bank_name: string; account_title: string; ibn_number: string } | undefined
}

/**
 * Takes a withdrawal that a vendor or customer asked for. The same body under the same external id answers the same
 * withdrawal. Refuses (conflict) another body under it, an owner who cannot be paid, and more than is available.
 */
export async function submitWithdrawal(ctx: Context, body: WithdrawalSubmission) {
  const { seller_id, customer_id, external_id } = body
  const wish: Wish = {
    kind: seller_id ? 'vendor' : 'customer',
    ownerId: seller_id ?? customer_id ?? '',
    amount: parseRupees(body.amount),
    note: body.note,
    account: body.account,
  }
  const bodyHash = ctx.services.keys.blind('withdrawal', JSON.stringify(body))
  const available = await lockAvailable(ctx.db, accountOf[wish.kind], wish.ownerId)
  const same = async () => {
    const known = await ctx.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('external_id', '=', external_id)
      .executeTakeFirst()
    if (!known) return null
    if (!known.body_hash?.equals(bodyHash)) {
      throw new Refusal('conflict', `${known.number} was handed in under this external_id with other values`)
    }
    ctx.unchanged()
    return { ...stateOf(known), isNew: false }
  }
  const known = await same()
  if (known) return known
  const made = await insert(ctx, wish, available, { external_id, body_hash: bodyHash })
  if (made) return { ...stateOf(made), isNew: true }
  const other = await same()
  if (!other) throw new Error('a withdrawal was neither made nor found')
  return other
}

/**
 * Asks for a withdrawal on behalf of somebody; another person approves it. Refuses (invalid) an owner that does not
 * exist, and (conflict) one who cannot be paid and more than is available.
 */
export async function requestWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { owner_id: string; amount: string; note: string; account?: Wish['account'] },
): Promise<Withdrawal> {
  const { owner_id: ownerId, note, account } = input
  const available = await lockAvailable(ctx.db, accountOf[kind], ownerId)
  const wish = { kind, ownerId, amount: parseRupees(input.amount), note, account }
  const made = await insert(ctx, wish, available, {})
  if (!made) throw new Error('the number of a withdrawal was taken')
  return readWithdrawal(ctx, kind, made)
}

async function insert(
  ctx: Context,
  wish: Wish,
  available: bigint,
  origin: { external_id?: string; body_hash?: Buffer },
): Promise<WithdrawalRecord | null> {
  const { kind, ownerId, amount, note, account } = wish
  const ownerName = await ownerOf(ctx, kind, ownerId)
  if (amount > available) {
    const left = available > 0n ? available : 0n
    throw new Refusal('conflict', `Only ${formatRs(left)} is available to withdraw`)
  }
  const { rows } = await sql<{ n: bigint }>`select nextval('withdrawal_numbers') as n`.execute(ctx.db)
  const id = uuidv7()
  const made = await ctx.db
    .insertInto('withdrawals')
    .values({
      id,
      number: `W-${rows[0]?.n}`,
      ...origin,
      owner_type: kind,
      owner_id: ownerId,
      owner_name: ownerName,
      amount,
      status: 'requested',
      bank_name: account?.bank_name ?? '',
      account_title: account?.account_title ?? '',
      iban_sealed: account ? ctx.services.keys.seal(account.ibn_number) : null,
      iban_masked: account ? maskIban(account.ibn_number) : '',
      note,
      requested_by: ctx.actor.kind === 'person' ? ctx.actor.id : null,
      requested_by_name: 'name' in ctx.actor ? ctx.actor.name : '',
      requested_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) return null
  await post(ctx, {
    kind: 'withdrawal',
    sourceId: id,
    words: `Withdrawal ${made.number}`,
    postings: withdrawalPostings(accountOf[kind], ownerId, amount),
  })
  await keepLatest(ctx, made)
  await ctx.record({
    action: 'request withdrawal',
    subject: subjectOf(made),
    // The words of a customer stand with the withdrawal and not here: the log outlives their erasure.
    after: { owner: kind === 'customer' ? customerNumber(ownerId) : ownerName, amount: formatRs(amount) },
    ...(note && kind === 'vendor' ? { reason: note } : {}),
  })
  return made
}

/** The name of who is paid. Refuses (invalid) one who does not exist, and (conflict) a vendor or customer who is not approved. */
async function ownerOf(ctx: Context, kind: OwnerKind, id: string): Promise<string> {
  const found =
    kind === 'vendor'
      ? await ctx.db
          .selectFrom('vendors')
          .select(['username', 'shop_name', 'status'])
          .where('id', '=', id)
          .executeTakeFirst()
      : await ctx.db
          .selectFrom('customers')
          .select(['username', 'status', sql<string>`''`.as('shop_name')])
          .where('id', '=', id)
          .executeTakeFirst()
  if (!found) {
    // Named in a body and not in the path: to whoever sends it, a state of things like any other.
    const path = ctx.actor.kind === 'person' ? 'owner_id' : kind === 'vendor' ? 'seller_id' : 'customer_id'
    throw fieldRefusal(path, `There is no such ${kind}`)
  }
  if (found.status !== 'approved') {
    const status = found.status.replaceAll('_', ' ')
    throw new Refusal('conflict', `This ${kind} is ${status}: nothing is paid out`)
  }
  return found.shop_name || found.username
}

/** Approves a withdrawal. Refuses (not-found), (stale), and (conflict) one's own request and what was decided. */
export function approveWithdrawal(ctx: Context, kind: OwnerKind, input: { id: string }): Promise<Withdrawal> {
  return decide(ctx, kind, 'approve', input)
}

/** Declines a withdrawal: its amount is available again. Refuses (not-found, stale, conflict). */
export function declineWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; reason: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'decline', input)
}

/** Writes down that the bank paid. Refuses (not-found, stale, conflict). */
export function payWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; bank_reference: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'pay', input)
}

/** Writes down that the bank did not pay, or took it back, and why: the amount is available again. Refuses (not-found, stale, conflict). */
export function returnWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string; reason: string },
): Promise<Withdrawal> {
  return decide(ctx, kind, 'return', input)
}

/** Approves each withdrawal in a transaction of its own; one that cannot be is told of, the others go on. */
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
 * One move of a withdrawal with what it does to the ledger, its owner and the audit log. The same again by the same
 * person changes nothing. Refuses (not-found, stale, conflict).
 */
export async function move(
  ctx: Context,
  kind: OwnerKind,
  verb: WithdrawalVerb,
  input: Words,
): Promise<{ isMoved: boolean; row: WithdrawalRecord }> {
  const person = decider(ctx)
  const { from, to } = withdrawalMoves[verb]
  // The row is locked first, so that the state it is moved from is the one that is written down.
  const before = await ctx.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', input.id)
    .where('owner_type', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', 'There is no such withdrawal')
  if (isSame(before, verb, input, person)) {
    ctx.unchanged()
    return { isMoved: false, row: before }
  }
  const current = () => readWithdrawal(ctx, kind, input)
  if (!(from as readonly string[]).includes(before.status)) {
    throw new Refusal('conflict', whyNot(before, verb), { current: await current() })
  }
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) {
    throw new Refusal('stale', 'This withdrawal was changed since you read it. Look at it again', {
      current: await current(),
    })
  }
  const isOwn = before.requested_by === person.id
  if (verb === 'approve' && isOwn && ctx.services.secondPersonForPayouts) {
    throw new Refusal('conflict', 'You asked for this withdrawal: another person approves it')
  }
  if (verb === 'decline' && before.run_id) {
    throw new Refusal('conflict', 'It stands in a bank file: wait for what the bank answers')
  }
  if (verb === 'return' && before.status === 'approved' && !before.run_id) {
    throw new Refusal('conflict', 'It stands in no bank file, so no bank can have sent it back: decline it')
  }
  const now = ctx.now()
  const closing = { closed_by: person.id, closed_by_name: person.name, closed_at: now }
  const row = await ctx.db
    .updateTable('withdrawals')
    .set({
      status: to,
      ...(verb === 'approve'
        ? { approved_by: person.id, approved_by_name: person.name, approved_at: now }
        : closing),
      ...(input.reason ? { reason: input.reason } : {}),
      ...(input.bank_reference ? { bank_reference: input.bank_reference } : {}),
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', input.id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirstOrThrow()
  await postMove(ctx, row, verb, before.status)
  await keepLatest(ctx, row)
  await tellOwner(ctx, row)
  const { id: withdrawal_id, owner_type, owner_id } = row
  await queueEvent(ctx, `withdrawal.${to}`, { withdrawal_id, owner_type, owner_id, status: to })
  await ctx.record({
    action: `${verb} withdrawal${verb === 'approve' && isOwn ? ' (one person)' : ''}`,
    subject: subjectOf(row),
    before: { status: before.status },
    after: {
      status: to,
      amount: formatRs(row.amount),
      ...(input.bank_reference ? { bank_reference: input.bank_reference } : {}),
    },
    ...(input.reason ? { reason: input.reason } : {}),
  })
  return { isMoved: true, row }
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
  const words = `${entry.words} ${verb === 'return' ? 'sent back by the bank' : 'declined'}`
  if (from === 'paid') {
    // It had left the bank: it is there again, and with its owner.
    const both = [...mirror(payoutPostings(row.amount)), ...mirror(taken)]
    await post(ctx, { ...entry, words, kind: 'payout_back', postings: both })
    return
  }
  await post(ctx, { ...entry, words, kind: 'withdrawal_back', postings: mirror(taken) })
}

/** The very same decision again, by whoever made it: a double click, not a second opinion. */
function isSame(row: WithdrawalRecord, verb: WithdrawalVerb, input: Words, person: { id: string }): boolean {
  if (row.status !== withdrawalMoves[verb].to) return false
  if (verb === 'approve') return row.approved_by === person.id
  const isSaid = verb === 'pay' ? row.bank_reference === input.bank_reference : row.reason === input.reason
  return isSaid && row.closed_by === person.id
}

const pastOf: Record<WithdrawalVerb, string> = {
  approve: 'approved',
  decline: 'declined',
  pay: 'marked as paid',
  return: 'sent back',
}

/** Says what the withdrawal is and whose decision stands. */
function whyNot(row: WithdrawalRecord, verb: WithdrawalVerb): string {
  const by =
    { requested: row.requested_by_name, approved: row.approved_by_name }[row.status] ?? row.closed_by_name
  const status = withdrawalWords[row.status as WithdrawalStatus].toLowerCase()
  return `${row.number} is ${status}${by ? `, by ${by}` : ''}: it cannot be ${pastOf[verb]} now`
}

/** Keeps with the vendor or customer what the Approved lists show of the latest withdrawal. */
async function keepLatest(ctx: Context, row: WithdrawalRecord): Promise<void> {
  const table = row.owner_type === 'vendor' ? 'vendors' : 'customers'
  await sql`update ${sql.table(table)}
    set withdrawal_id = ${row.id}, withdrawal_amount = ${row.amount}, withdrawal_at = ${row.requested_at},
      withdrawal_status = ${row.status}
    where id = ${row.owner_id}
      and (withdrawal_id is null or withdrawal_id = ${row.id} or withdrawal_at <= ${row.requested_at})`.execute(
    ctx.db,
  )
}

function subjectOf(row: Pick<WithdrawalRecord, 'id' | 'number' | 'owner_type' | 'owner_id' | 'owner_name'>) {
  // The log outlives the erasure of a customer: there they are a number.
  const owner = row.owner_type === 'customer' ? customerNumber(row.owner_id) : row.owner_name
  return { type: 'withdrawal', id: row.id, name: `${row.number} ${owner}` }
}
