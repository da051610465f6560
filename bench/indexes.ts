import { writeFileSync } from 'node:fs'
import { withClient } from '#testing/client.ts'

/** Writes every index of the product's own tables with its size, and how often a run of the bench used it. */
export async function writeIndexes(connectionString: string, file: string): Promise<void> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query<{ table: string; index: string; bytes: string; uses: string }>(`
    select relname as table, indexrelname as index, pg_relation_size(indexrelid) as bytes, idx_scan as uses
    from pg_stat_user_indexes where schemaname = 'public'
    order by relname, pg_relation_size(indexrelid) desc, indexrelname`),
  )
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const whole = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const unused = rows.filter(({ uses }) => uses === '0')
  const idle = unused.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const lines = [
    `${rows.length} indexes, ${megabytes(whole)} MB. A run of the bench used ${rows.length - unused.length} of them; the others are ${megabytes(idle)} MB, and`,
    'serve what the run does not ask for: filters, sorts, foreign keys and unique values.',
    '',
    '| Table | Index | MB | used |',
    '|---|---|--:|--:|',
    ...rows.map(
      ({ table, index, bytes, uses }) => `| ${table} | ${index} | ${megabytes(Number(bytes))} | ${uses} |`,
    ),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
}
