import type { Cell } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { scrubAll } from '#kit/server/scrub.ts'
import type { AccountLine, ledger } from '../ledger-contract.ts'
import { readWholeAccount } from './ledger-queries.ts'

const head = [
  'at (Asia/Karachi)',
  'kind',
  'words',
  'order_number',
  'debit',
  'credit',
  'id',
  'reference',
  'bank_day',
]

/** Exports an account as a CSV file, in batches. The audit log entry is written before the export starts. */
export async function exportAccount(ctx: Context, input: Input<typeof ledger.export>): Promise<CsvAnswer> {
  await ctx.transact((own) =>
    own.record({
      action: 'export',
      subject: { type: 'ledger', id: null, name: 'Ledger' },
      after: scrubAll({ ...input }),
    }),
  )
  const batches = inCells(await readWholeAccount(ctx, input))
  return { fileName: csvName(`ledger-${input.account}`, ctx.now()), head, batches }
}

async function* inCells(batches: AsyncIterable<AccountLine[]>): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) {
    yield batch.map((line) => [
      new Date(line.at),
      line.kind,
      line.words,
      line.order_number,
      line.debit,
      line.credit,
      line.id,
      line.reference,
      line.bank_day,
    ])
  }
}
