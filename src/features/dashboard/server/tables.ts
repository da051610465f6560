import { type TableOf, table } from '#kit/server/table.ts'

const dailyTotals = table('daily_totals', {
  kind: 'text',
  day: 'date',
  key: 'text',
  n: 'int8',
  amount: 'numeric',
})
const dailyDeltas = table('daily_deltas', {
  kind: 'text',
  day: 'date',
  key: 'text',
  n: 'int8',
  amount: 'numeric',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    daily_totals: TableOf<typeof dailyTotals>
    daily_deltas: TableOf<typeof dailyDeltas>
  }
}
