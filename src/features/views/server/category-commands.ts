import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Points views of merged categories to the category that replaces them, in the transaction of the merge. Ids of two kinds of
 * record are never the same, so it does not matter which parameter holds one.
 */
export async function followMergeInViews(
  ctx: Context,
  merges: readonly { from: string; into: string }[],
): Promise<void> {
  const gone = merges.map(({ from }) => from)
  await sql`
    update list_views v set version = v.version + 1, parameters = (
      select jsonb_object_agg(g.name, coalesce(m."into", g.value))
      from jsonb_each_text(v.parameters) g (name, value)
      left join jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as m ("from" text, "into" text)
        on m."from" = lower(g.value))
    where exists (
      select from jsonb_each_text(v.parameters) g (name, value) where lower(g.value) = any(${gone}::text[]))`.execute(
    ctx.db,
  )
}
