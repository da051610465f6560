import { sql } from 'kysely'
import type { OrderDetail } from '#features/orders/contract.ts'
import { change, moved, record } from '#features/orders/server/hold-commands.ts'
import type { RefundRecord } from '#features/orders/server/tables.ts'
import { maskIban } from '#kit/contract/pakistan.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import type { RefundAccount } from '../refund-contract.ts'

/** The columns of a newly entered account: the encrypted number, its mask, and the person who entered it. */
export function accountColumns(ctx: Context, { account_title, ibn_number }: RefundAccount) {
  const { actor } = ctx
  return {
    account_title,
    bank_code: ibn_number.slice(4, 8),
    iban_sealed: ctx.services.keys.seal(ibn_number),
    iban_masked: maskIban(ibn_number),
    account_by: actor.kind === 'person' ? actor.id : null,
    account_by_name: actorName(ctx),
    account_at: ctx.now(),
  }
}

/**
 * Enters or corrects the bank account of a granted refund; the person who entered the account last cannot send the
 * refund. Entering the same account again as the same person changes nothing. Refuses (not-found, stale), and
 * (conflict) a refund that is closed or goes to the wallet.
 */
export function enterRefundAccount(
  ctx: Context,
  { id, refund_id, ...account }: RefundAccount & { id: string; refund_id: string },
): Promise<OrderDetail> {
  return moved(ctx, id, async ({ order }) => {
    const refund = await grantedRefund(ctx, id, refund_id)
    if (refund.method !== 'bank') {
      throw new Refusal('conflict', 'This refund goes to the customer’s wallet and needs no account')
    }
    if (isSame(ctx, refund, account)) return ctx.unchanged()
    await ctx.db
      .updateTable('refunds')
      .set({ ...accountColumns(ctx, account), version: sql<number>`version + 1` })
      .where('id', '=', refund_id)
      .where('status', '=', 'granted')
      .execute()
    await change(ctx, order, {})
    const isFirst = refund.iban_masked === ''
    await record(ctx, order, isFirst ? 'enter refund account' : 'correct refund account', {
      before: { account: refund.iban_masked },
      after: { account: maskIban(account.ibn_number) },
    })
  })
}

function isSame(ctx: Context, refund: RefundRecord, { account_title, ibn_number }: RefundAccount): boolean {
  const { actor } = ctx
  return (
    refund.iban_sealed !== null &&
    actor.kind === 'person' &&
    refund.account_by === actor.id &&
    refund.account_title === account_title &&
    ctx.services.keys.open(refund.iban_sealed) === ibn_number
  )
}

/**
 * Returns the full IBAN of a refund; each call writes an audit log entry. Refuses (not-found), also a refund without an
 * account.
 */
export async function revealRefundAccount(
  ctx: Context,
  { id, refund_id }: { id: string; refund_id: string },
): Promise<{ ibn_number: string }> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['orders.order_number', 'refunds.iban_sealed', 'refunds.iban_masked'])
    .where('refunds.id', '=', refund_id)
    .where('refunds.order_id', '=', id)
    .executeTakeFirst()
  if (!refund?.iban_sealed) throw new Refusal('not-found', 'The order has no refund with an account')
  await ctx.record({
    action: 'reveal refund account',
    subject: { type: 'order', id, name: refund.order_number },
    after: { account: refund.iban_masked },
  })
  return { ibn_number: ctx.services.keys.open(refund.iban_sealed) }
}

/**
 * Returns an open refund of this order. Refuses (not-found), and (conflict) a closed refund, naming the person who
 * closed it.
 */
export async function grantedRefund(ctx: Context, orderId: string, id: string): Promise<RefundRecord> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!refund) throw new Refusal('not-found', 'This refund is not in the order')
  if (refund.status !== 'granted') {
    throw new Refusal('conflict', `This refund was ${refund.status} by ${refund.closed_by_name}`)
  }
  return refund
}
