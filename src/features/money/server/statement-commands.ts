import { customerNumber } from '#features/customers/contract.ts'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import type { Cell } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import type { balances, StatementLine } from '../contract.ts'
import { readWholeStatement } from './queries.ts'

const head = [
  'at (Asia/Karachi)',
  'kind',
  'words',
  'order_number',
  'standing',
  'amount',
  'balance',
  'released',
  'reference',
]

/**
 * Exports a statement as a CSV file, the oldest line first. The audit log entry is written before the export starts,
 * and stays if the export fails halfway. Refuses (not-found).
 */
export async function exportStatement(
  ctx: Context,
  kind: OwnerKind,
  { id, ...period }: Input<typeof balances.vendor.export>,
): Promise<CsvAnswer> {
  const statement = await readWholeStatement(ctx, kind, { id, ...period })
  // The audit log outlives the erasure of a customer, so a customer is logged by number instead of name.
  const name = kind === 'customer' ? customerNumber(id) : statement.name
  await ctx.transact((own) =>
    own.record({ action: 'export statement', subject: { type: kind, id, name }, after: { ...period } }),
  )
  return { fileName: csvName('statement', ctx.now()), head, batches: inCells(statement.batches) }
}

async function* inCells(batches: AsyncIterable<StatementLine[]>): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) {
    yield batch.map((line) => [
      new Date(line.at),
      line.kind,
      line.words,
      line.order_number,
      line.standing,
      line.amount,
      line.balance,
      line.released,
      line.reference,
    ])
  }
}
