import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Database, OpenDatabase, Tables } from '#kit/server/database.ts'

/** A node of a plan, as `explain (analyze, format json)` says it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'CTE Name'?: string
  'Subplan Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The database of a test through a connection that keeps each statement that was sent, so that its plan can be read. */
export function recorded({ pool }: OpenDatabase): { db: Database; sent: CompiledQuery[] } {
  const sent: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({
    dialect,
    log: ({ level, query }) => {
      if (level === 'query') sent.push(query)
    },
  })
  return { db, sent }
}

/** All nodes of the plan of a statement that only reads, which is carried out once more. */
export async function planOf(
  { pool }: OpenDatabase,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<PlanNode[]> {
  const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return flat(rows[0]['QUERY PLAN'][0].Plan)
}

/** How many rows of a table a plan reads: those that it answers and those that a filter removes. */
export function rowsRead(plan: readonly PlanNode[], table: string): { kept: number; removed: number } {
  const own = plan.filter((node) => node['Relation Name'] === table)
  const sum = (of: 'Actual Rows' | 'Rows Removed by Filter') =>
    own.reduce((total, node) => total + (node[of] ?? 0) * (node['Actual Loops'] ?? 1), 0)
  return { kept: sum('Actual Rows'), removed: sum('Rows Removed by Filter') }
}
