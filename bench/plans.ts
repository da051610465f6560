import { withClient } from '#testing/client.ts'
import type { Recorded } from './record.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  Plans?: Plan[]
}

const many = 10_000

/**
 * What the reading statements of these calls do that grows with the marketplace: a large table that is read from end to
 * end, more than 10,000 rows that are sorted, or read and thrown away.
 */
export async function findScans(url: string, recorded: Record<string, Recorded>): Promise<string[]> {
  return withClient(url, async (client) => {
    const found: string[] = []
    for (const [name, { statements }] of Object.entries(recorded)) {
      for (const { text, values } of statements) {
        if (!isReading(text)) continue
        const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
        for (const what of look(rows[0]['QUERY PLAN'][0].Plan)) found.push(`${name}: ${what}`)
      }
    }
    return found
  })
}

/** Explained, a statement is carried out: one that writes within a `with` would store its rows a second time. */
function isReading(text: string): boolean {
  const writes =
    /\b(insert into|delete from|update \w+ (as )?(\w+ )?set|for (no key |key )?(update|share))\b/i
  return /^\s*(select|with)\b/i.test(text) && !writes.test(text)
}

function look(plan: Plan): string[] {
  const rows = (plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 1)
  const thrown = (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 1)
  const of = plan['Relation Name'] ? ` of ${plan['Relation Name']}` : ''
  const own =
    (plan['Node Type'] === 'Seq Scan' && rows + thrown > many) ||
    (/Sort/.test(plan['Node Type']) &&
      (plan.Plans ?? []).some((from) => (from['Actual Rows'] ?? 0) > many)) ||
    thrown > many
  return [
    ...(own ? [`${plan['Node Type']}${of} (${Math.round(rows + thrown).toLocaleString('en')} rows)`] : []),
    ...(plan.Plans ?? []).flatMap(look),
  ]
}
