import { sql } from 'kysely'
import type { FindShown } from '#features/audit/server/queries.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { type OwnerKind, withdrawalStatuses } from '../contract.ts'
import type { RunRecord, WithdrawalRecord } from './tables.ts'

type Row = Pick<WithdrawalRecord, 'number' | 'owner_name' | 'bank_reference' | 'amount' | 'status'>

/** Withdrawals of vendors or of customers, by number, bank reference, or by the name of their owner. */
export const findWithdrawals =
  (kind: OwnerKind): FindRecords =>
  (ctx, sought) =>
    findIn<Row>(
      ctx.db,
      {
        from: sql`withdrawals w`,
        alias: 'w',
        search: { table: 'withdrawal_search', column: 'w.id' },
        partitions: withdrawalStatuses.map((status) => sql`w.list = ${`${kind} ${status}`}`),
        newest: 'requested_at',
        select: sql`w.number, w.owner_name, w.bank_reference, w.amount, w.status`,
        found: ({ number, owner_name, bank_reference, amount, status }) => ({
          title: number,
          notes: [owner_name, bank_reference],
          amount: rupeesFromPaisa(amount),
          status,
        }),
      },
      sought,
    )

/** Payout runs of vendors or of customers, by number or by who opened them. */
export const findRuns =
  (kind: OwnerKind): FindRecords =>
  (ctx, sought) =>
    findIn<Pick<RunRecord, 'number' | 'created_by_name' | 'status'>>(
      ctx.db,
      {
        from: sql`payout_runs r`,
        alias: 'r',
        search: { table: 'payout_run_search', column: 'r.id' },
        partitions: [sql`r.list = ${kind}`],
        newest: 'created_at',
        select: sql`r.number, r.created_by_name, r.status`,
        found: ({ number, created_by_name, status }) => ({
          title: number,
          notes: [created_by_name],
          status,
        }),
      },
      sought,
    )

/** Vendors and customers have their own screens of withdrawals and runs, and the audit log names only the type. */
const shownOf =
  (table: 'withdrawals' | 'payout_runs', type: string): FindShown =>
  async (db, ids) => {
    const { rows } = await sql<{ id: string; owner_type: OwnerKind }>`
      select id, owner_type from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(db)
    return new Map(rows.map(({ id, owner_type }) => [id, { kind: `${owner_type}_${type}`, id }]))
  }
export const findShownWithdrawals = shownOf('withdrawals', 'withdrawal')
export const findShownRuns = shownOf('payout_runs', 'payout_run')
