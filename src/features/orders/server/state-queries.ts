import { sql } from 'kysely'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readToldMarks } from '../checks/server/queries.ts'
import { isCancelled } from '../moves-contract.ts'
import type { OrderState } from '../submission-contract.ts'
import { payableOf } from './rules.ts'
import './tables.ts'

type PartState = OrderState['parts'][number]
type RefundState = OrderState['refunds'][number]
type Statuses = Pick<OrderState, 'order_status' | 'payment_status' | 'vendor_status'>

interface StoredState extends Omit<Parameters<typeof payableOf>[0], 'order_status'>, Statuses {
  id: string
  external_id: string
  order_number: string
  status_reason: string
  status_since: Date
  /** Rows as JSON: amounts are paisa as text, and times are text. */
  parts: (Omit<PartState, 'is_cancelled'> & { shipped_at: string | null })[]
  refunds: (Omit<RefundState, 'sent_at'> & { closed_at: string | null })[] | null
}

/**
 * Reads the state of an order for the system that submitted it, with its parts, their parcels and its refunds; nothing of it
 * names a person. Refuses (not-found).
 */
export async function readOrderState(ctx: Context, { id }: { id: string }): Promise<OrderState> {
  const { rows } = await sql<StoredState>`
    select o.id, o.external_id, o.order_number, o.order_status, o.payment_status, o.vendor_status, o.status_reason,
      o.status_since, o.total_bill, o.paid_total, o.reversed_total, o.refunded_total, o.due_when_declined,
      (select json_agg(p order by p.number) from (
        select id, number, vendor_id as seller_id, vendor_status, shipped_at, courier, tracking_number,
          delivery_attempts, invoice_number, total::text
        from order_parts where order_id = o.id) p) as parts,
      (select json_agg(r order by r.granted_at desc, r.id desc) from (
        select id, status, amount::text, method, granted_at, closed_at from refunds where order_id = o.id) r) as refunds
    from orders o where o.id = ${id}`.execute(ctx.db)
  const [order] = rows
  if (!order) throw new Refusal('not-found', 'Order not found')
  return {
    id: order.id,
    external_id: order.external_id,
    order_number: order.order_number,
    order_status: order.order_status,
    payment_status: order.payment_status,
    vendor_status: order.vendor_status,
    reason: order.status_reason,
    status_since: order.status_since.toISOString(),
    paid_total: rupeesFromPaisa(order.paid_total),
    refunded_total: rupeesFromPaisa(order.refunded_total),
    payable: rupeesFromPaisa(payableOf(order)),
    parts: order.parts.map((part) => partState(order, part)),
    refunds: (order.refunds ?? []).map(refundState),
    marks: await readToldMarks(ctx.db, id),
  }
}

function partState({ order_status }: StoredState, part: StoredState['parts'][number]): PartState {
  const { id, seller_id, vendor_status, courier, tracking_number, delivery_attempts, invoice_number } = part
  return {
    id,
    seller_id,
    vendor_status,
    // A part that is cancelled by itself counts as returned.
    is_cancelled:
      isCancelled(order_status, vendor_status) || (vendor_status === 'returned' && part.shipped_at === null),
    courier,
    tracking_number,
    delivery_attempts,
    invoice_number,
    total: rupeesFromPaisa(BigInt(part.total)),
  }
}

function refundState({
  id,
  status,
  amount,
  method,
  closed_at,
}: NonNullable<StoredState['refunds']>[number]): RefundState {
  return {
    id,
    status,
    amount: rupeesFromPaisa(BigInt(amount)),
    method,
    sent_at: status === 'sent' && closed_at !== null ? new Date(closed_at).toISOString() : null,
  }
}
