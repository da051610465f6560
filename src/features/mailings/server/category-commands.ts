import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { namedTo } from './audience-queries.ts'
import './tables.ts'

/**
 * Writes the vendors of merged categories as those of the category that replaces them, in saved lists and in mailings that have not
 * begun, in the transaction of the merge.
 */
export async function followMergeInMailings(
  ctx: Context,
  merges: readonly { from: string; into: string }[],
): Promise<void> {
  const gone = merges.map(({ from }) => from)
  const followed = (column: 'selection' | 'audience') => {
    const audience = sql.ref(column)
    return sql`jsonb_set(${audience}, '{category_ids}', (
      select jsonb_agg(distinct coalesce(m."into", c.id))
      from jsonb_array_elements_text(${audience} -> 'category_ids') c (id)
      left join jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as m ("from" text, "into" text) on m."from" = c.id))`
  }
  await sql`
    update mailing_lists set selection = ${followed('selection')}, version = version + 1
    where jsonb_exists_any(selection -> 'category_ids', ${gone}::text[])`.execute(ctx.db)
  await sql`
    update mailings set audience = ${followed('audience')}, version = version + 1
    where started_at is null and jsonb_exists_any(audience -> 'category_ids', ${gone}::text[])`.execute(
    ctx.db,
  )
}

/** Why a category cannot be deleted: a saved list or a mailing that has not begun is of its vendors. Null if none is. */
export async function mailingNaming(ctx: Context, id: string): Promise<string | null> {
  const { rows } = await sql<{ words: string }>`
    select 'The list “' || name || '” selects vendors of this category. Delete the list, or merge the category instead'
      as words from mailing_lists where selection -> 'category_ids' ? ${id}
    union all
    select 'The group e-mail “' || subject || '” is written to vendors of this category. '
      || case status when 'draft' then 'Change' else 'Return it to draft and change' end || ' whom it is for' from mailings
    where started_at is null and audience -> 'category_ids' ? ${id} limit 1`.execute(ctx.db)
  return namedTo(ctx, rows[0]?.words, 'A group e-mail or a list is for vendors of this category')
}
