import { sql } from 'kysely'
import type { BankOfEntry } from '#features/money/server/ledger-queries.ts'

const isSettlement = sql`t.kind in ('settlement', 'settlement_undone')`

/**
 * The bank's side of payments, refunds and statements of couriers. What was undone has it as well, so that a sum by
 * reference is what stayed. A source has one of these kinds, and the ids of all kinds are unique.
 */
export const bankOfEntry: BankOfEntry = {
  joins: sql`left join refunds r on r.id = t.source_id left join settlements s on s.id = t.source_id`,
  reference: sql`case
    when t.kind = 'payment' then o.payment_reference
    when t.kind = 'refund' then r.reference
    when ${isSettlement} then s.reference end`,
  day: sql`case when ${isSettlement} then s.paid_on::text end`,
}
