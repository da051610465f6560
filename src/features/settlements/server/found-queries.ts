import { sql } from 'kysely'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import type { SettlementRecord } from './tables.ts'

/** Settlements by number, courier, or the reference of the courier's payment. */
export const findSettlements: FindRecords = (ctx, sought) =>
  findIn<Pick<SettlementRecord, 'number' | 'courier' | 'reference' | 'cash'>>(
    ctx.db,
    {
      from: sql`settlements s`,
      alias: 's',
      search: { table: 'settlement_search', column: 's.id' },
      partitions: [sql`s.list = 'all'`],
      newest: 'imported_at',
      select: sql`s.number, s.courier, s.reference, s.cash`,
      found: ({ number, courier, reference, cash }) => ({
        title: number,
        notes: [courier, reference],
        amount: rupeesFromPaisa(cash),
      }),
    },
    sought,
  )
