import { sql } from 'kysely'
import { isLateRefund } from '#features/orders/moves-contract.ts'
import type { OrderRecord, RefundRecord } from '#features/orders/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchOf } from '#kit/server/search.ts'
import { accountWarnings, bankNameOf } from '../account-contract.ts'
import type { RefundDetail, RefundRow, refunds } from '../contract.ts'
import { type Refund, type RefundStatus, refundStatuses } from '../refund-contract.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** True if the person who granted a refund cannot send it; a shop with one person turns this off. */
    secondPersonForRefunds: boolean
  }
}

type Amount = Paisa | string | number
type Time = Date | string

/** A refund as read by the driver, or from JSON: there, times are text, and amounts are text or small numbers. */
interface StoredRefund
  extends Omit<
    RefundRecord,
    'iban_sealed' | 'amount' | 'shipping' | 'granted_at' | 'closed_at' | 'account_at'
  > {
  amount: Amount
  shipping: Amount
  granted_at: Time
  closed_at: Time | null
  account_at: Time | null
}

export type RefundWithLines = StoredRefund & {
  lines: { line_id: string; quantity: number; amount: string }[] | null
}

type ListedRow = StoredRefund &
  Pick<OrderRecord, 'order_number' | 'customer_name'> & { order_version: number }

const joins = sql`join orders o on o.id = r.order_id`
const select = sql`r.*, o.order_number, o.version as order_version, o.customer_name`

/** One page of refunds. */
export function listRefunds(ctx: Context, input: Input<typeof refunds.list>): Promise<Page<RefundRow>> {
  return listPage(ctx.db, refundSource(ctx, input), input)
}

/** The refunds that these filters leave; the days filter by the grant date. */
export function refundSource(
  ctx: Context,
  input: Pick<Input<typeof refunds.list>, 'status' | 'method' | 'from' | 'to' | 'q'>,
): ListSource<RefundRow> {
  const statuses = input.status ? [input.status] : [...refundStatuses]
  return {
    from: sql`refunds r`,
    alias: 'r',
    partitions: statuses.map((status) => sql`r.status = ${status}`),
    filters: [
      ...(input.method ? [sql`r.method = ${input.method}`] : []),
      ...withinDays('r.granted_at', input),
    ],
    search: input.q ? searchOf(input.q, { table: 'order_search', column: 'r.order_id' }) : null,
    ownSorts: ['granted_at'],
    sorts: {
      granted_at: { column: 'granted_at', type: 'timestamptz' },
      amount: { column: 'amount', type: 'int8' },
    },
    select,
    joins,
    countAll: async () => {
      const counts = await countRefunds(ctx)
      return statuses.reduce((sum, status) => sum + counts[status], 0)
    },
    shape: (row) => rowOf(ctx, row),
  }
}

/**
 * Counts the refunds to send, sent and cancelled. Reads counters, so the cost does not grow with the number of refunds.
 */
export async function countRefunds(ctx: Context): Promise<Record<RefundStatus, number>> {
  const keyOf = (status: RefundStatus) => `refunds:${status}`
  const counts = await readCounts(ctx.db, refundStatuses.map(keyOf))
  return Object.fromEntries(refundStatuses.map((status) => [status, counts[keyOf(status)] ?? 0])) as Record<
    RefundStatus,
    number
  >
}

/** Reads one refund with its order's money and the names of its line items. Refuses (not-found). */
export async function readRefund(ctx: Context, { id }: { id: string }): Promise<RefundDetail> {
  const { rows } = await sql<
    ListedRow &
      Pick<OrderRecord, 'total_bill' | 'paid_total' | 'refunded_total'> & {
        order_status: RefundDetail['order_status']
        payment_status: RefundDetail['payment_status']
        lines: (Refund['lines'][number] & { product_name: string })[] | null
      }
  >`
    select ${select}, o.order_status, o.payment_status, o.total_bill, o.paid_total, o.refunded_total,
      (select json_agg(l) from (
        select rl.line_id, ol.product_name, rl.quantity, rl.amount::text from refund_lines rl
        join order_lines ol on ol.id = rl.line_id where rl.refund_id = r.id order by ol.number, ol.id) l) as lines
    from refunds r ${joins} where r.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Refusal('not-found', 'Refund not found')
  return {
    ...rowOf(ctx, row),
    order_status: row.order_status,
    payment_status: row.payment_status,
    total_bill: rupeesFromPaisa(row.total_bill),
    paid_total: rupeesFromPaisa(row.paid_total),
    refunded_total: rupeesFromPaisa(row.refunded_total),
    lines: (row.lines ?? []).map((line) => ({ ...line, amount: amountOf(line.amount) })),
  }
}

function rowOf(ctx: Context, row: ListedRow): RefundRow {
  const { lines: _, ...refund } = refundShape(ctx, { ...row, lines: null }, row.customer_name)
  return {
    ...refund,
    order_id: row.order_id,
    order_number: row.order_number,
    order_version: row.order_version,
    customer_name: row.customer_name,
  }
}

/** Builds a refund for the API: the IBAN masked, and the reason why the current user cannot send it. */
export function refundShape(ctx: Context, refund: RefundWithLines, customerName: string): Refund {
  const { account_title, bank_code, granted_by_name, closed_by_name, reference, reason, restock } = refund
  const account = refund.iban_masked
    ? {
        account_title,
        ibn_number: refund.iban_masked,
        bank_name: bankNameOf(bank_code),
        entered_by_name: refund.account_by_name,
        entered_at: timeOf(refund.account_at) ?? '',
      }
    : null
  const isOpen = refund.status === 'granted'
  return {
    id: refund.id,
    status: refund.status as Refund['status'],
    kind: refund.kind as Refund['kind'],
    amount: amountOf(refund.amount),
    shipping: amountOf(refund.shipping),
    restock,
    reason,
    method: refund.method as Refund['method'],
    account,
    warnings: account ? accountWarnings(bank_code, account_title, customerName) : [],
    why_not_send: isOpen ? whyNotSend(ctx, refund) : null,
    is_late: isOpen && isLateRefund(refund.granted_at, ctx.now()),
    granted_by_name,
    granted_at: timeOf(refund.granted_at) ?? '',
    closed_by_name,
    closed_at: timeOf(refund.closed_at),
    reference,
    version: refund.version,
    lines: (refund.lines ?? []).map((line) => ({ ...line, amount: amountOf(line.amount) })),
  }
}

/** Explains why the current user cannot send a granted refund; null when they can. */
export function whyNotSend(
  { actor, services }: Context,
  refund: Pick<StoredRefund, 'method' | 'iban_masked' | 'granted_by' | 'account_by'>,
): string | null {
  if (refund.method === 'bank' && refund.iban_masked === '') {
    return 'Enter the account title and the IBAN of this refund first'
  }
  if (!services.secondPersonForRefunds || actor.kind !== 'person') return null
  if (actor.id === refund.granted_by) return 'You granted this refund. Another person must send it'
  return actor.id === refund.account_by
    ? 'You entered the account of this refund. Another person must send it'
    : null
}

function amountOf(paisa: Amount): string {
  return rupeesFromPaisa(BigInt(paisa))
}

function timeOf(time: Time | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
