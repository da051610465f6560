import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { customerNumber } from '#features/customers/contract.ts'
import '#features/customers/server/tables.ts'
import { post } from '#features/money/server/commands.ts'
import { lockAvailable } from '#features/money/server/queries.ts'
import { withdrawalPostings } from '#features/money/server/rules.ts'
import '#features/vendors/server/tables.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { maskIban } from '#kit/contract/pakistan.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import type { OwnerKind, Withdrawal } from '../contract.ts'
import type { WithdrawalSubmission } from '../submission-contract.ts'
import { accountOf, keepLatest, subjectOf } from './commands.ts'
import { readWithdrawal, stateOf } from './queries.ts'
import type { WithdrawalRecord } from './tables.ts'

/** A requested withdrawal: the owner, the amount in paisa, and the bank account if the owner is a customer. */
interface Wish {
  kind: OwnerKind
  ownerId: string
  amount: bigint
  note: string
  account?: { bank_name: string; account_title: string; ibn_number: string } | undefined
}

/**
 * Stores a withdrawal that a vendor or customer requested. The same body under the same external id returns the same
 * withdrawal. Refuses (conflict) a different body under that id, an owner who cannot be paid, and more than the
 * available amount.
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
      throw new Refusal('conflict', `${known.number} was submitted under this external_id with other values`)
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
 * Requests a withdrawal on behalf of an owner; another person must approve it. The same request under the same id answers the same
 * withdrawal. Refuses (invalid) an owner that does not exist, and (conflict) another request under that id, an owner who cannot be
 * paid and more than the available amount.
 */
export async function requestWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  input: {
    id?: string | undefined
    owner_id: string
    amount: string
    note: string
    account?: Wish['account']
  },
): Promise<Withdrawal> {
  const { owner_id: ownerId, note, account, id = uuidv7() } = input
  const available = await lockAvailable(ctx.db, accountOf[kind], ownerId)
  const wish = { kind, ownerId, amount: parseRupees(input.amount), note, account }
  // A withdrawal of the same owner waits for the lock above, so that this finds what a call beside this one has made.
  const known = await ctx.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (known) {
    if (!isWishOf(ctx, known, wish))
      throw new Refusal('conflict', `${known.number} was already requested from this form, with other values`)
    ctx.unchanged()
    return readWithdrawal(ctx, kind, known)
  }
  const made = await insert(ctx, wish, available, { id })
  if (!made) throw new Refusal('conflict', 'Another withdrawal has this id')
  return readWithdrawal(ctx, kind, made)
}

function isWishOf(
  ctx: Context,
  record: WithdrawalRecord,
  { kind, ownerId, amount, note, account }: Wish,
): boolean {
  const iban = record.iban_sealed && ctx.services.keys.open(record.iban_sealed)
  return (
    record.owner_type === kind &&
    record.owner_id === ownerId &&
    record.amount === amount &&
    record.note === note &&
    record.requested_by === (ctx.actor.kind === 'person' ? ctx.actor.id : null) &&
    (account === undefined ||
      (iban === account.ibn_number &&
        record.account_title === account.account_title &&
        record.bank_name === account.bank_name))
  )
}

async function insert(
  ctx: Context,
  wish: Wish,
  available: bigint,
  origin: { id?: string; external_id?: string; body_hash?: Buffer },
): Promise<WithdrawalRecord | null> {
  const { kind, ownerId, amount, note, account } = wish
  const ownerName = await ownerOf(ctx, kind, ownerId)
  if (amount > available) {
    const left = available > 0n ? available : 0n
    throw new Refusal('conflict', `Only ${formatRs(left)} is available to withdraw`)
  }
  const { rows } = await sql<{ n: bigint }>`select nextval('withdrawal_numbers') as n`.execute(ctx.db)
  const made = await ctx.db
    .insertInto('withdrawals')
    .values({
      id: uuidv7(),
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
      requested_by_name: actorName(ctx),
      requested_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) return null
  await post(ctx, {
    kind: 'withdrawal',
    sourceId: made.id,
    words: `Withdrawal ${made.number}`,
    postings: withdrawalPostings(accountOf[kind], ownerId, amount),
  })
  await keepLatest(ctx, made)
  await ctx.record({
    action: 'request withdrawal',
    subject: subjectOf(made),
    // The audit log outlives a customer's erasure, so their name and words are stored only with the withdrawal.
    after: { owner: kind === 'customer' ? customerNumber(ownerId) : ownerName, amount: formatRs(amount) },
    ...(note && kind === 'vendor' ? { reason: note } : {}),
  })
  return made
}

/**
 * The owner's name. Refuses (invalid) an owner who does not exist, and (conflict) a vendor or customer who is not
 * approved.
 */
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
    // The id comes from the body and not from the path, so an unknown owner is a field error and not (not-found).
    const path = ctx.actor.kind === 'person' ? 'owner_id' : kind === 'vendor' ? 'seller_id' : 'customer_id'
    throw fieldRefusal(path, `This ${kind} does not exist`)
  }
  if (found.status !== 'approved') {
    const status = found.status.replaceAll('_', ' ')
    throw new Refusal('conflict', `This ${kind} is ${status} and cannot be paid`)
  }
  return found.shop_name || found.username
}
