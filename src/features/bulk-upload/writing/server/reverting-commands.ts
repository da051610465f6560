import { sql } from 'kysely'
import {
  countStep,
  type Held,
  holdStep,
  leaveStep,
  nextNumbers,
  subjectOf,
} from '#features/bulk-upload/server/step-commands.ts'
import { holdTree } from '#features/categories/server/commands.ts'
import {
  type Restored,
  removeListings,
  restoreListings,
} from '#features/products/revisions/server/revert-commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Before } from './commands.ts'

interface DoneItem {
  number: number
  product_id: string
  left_version: number
  before: Before | null
}

/**
 * Reverts the next `most` rows of an import: deletes the listings that the import created and restores those that it
 * changed. A listing that was changed, reviewed, commented on or sold after the import stays as it is, and its row says
 * by whom. Returns false when no rows are left.
 */
export async function revertOn(ctx: Context, held: Held, most: number): Promise<boolean> {
  const { record } = held
  return transact(ctx, async (own) => {
    own.unchanged()
    await holdTree(own)
    if (!(await holdStep(own, held))) return false
    const numbers = await nextNumbers(
      own,
      record,
      most,
      'import_items',
      sql`state = 'done' and verdict <> 'unchanged'`,
    )
    if (!numbers) return finish(own, held)
    const items = await nextItems(own, record.id, numbers)
    const reasonOf = ({ number }: DoneItem) => `Import of ${record.file_name} was reverted, row ${number}`
    const gone = await removeListings(
      own,
      items.filter(({ before }) => !before).map((item) => ({ ...asLeft(item), reason: reasonOf(item) })),
    )
    const back = await restoreListings(
      own,
      items.flatMap((item): Restored[] =>
        item.before ? [{ ...asLeft(item), before: item.before, reason: reasonOf(item) }] : [],
      ),
    )
    const isReverted = (id: string) => gone.has(id) || back.has(id)
    const kept = items.filter(({ product_id }) => !isReverted(product_id))
    const why = await whyKept(own, kept)
    await keepOutcome(
      own,
      record.id,
      items.map(({ number, product_id }) => ({
        number,
        state: isReverted(product_id) ? 'reverted' : 'kept',
        note: why.get(product_id) ?? null,
      })),
    )
    await countStep(
      own,
      record.id,
      { reverted_count: items.length - kept.length, kept_count: kept.length },
      {
        position: items.at(-1)?.number ?? record.position,
      },
    )
    return true
  })
}

/**
 * Loads the rows, each with the version at which this import left its listing. A later import that was reverted
 * restored that listing under a new version number, so its versions count as unchanged.
 */
async function nextItems(
  own: Context,
  id: string,
  { first, last }: { first: number; last: number },
): Promise<DoneItem[]> {
  const { rows } = await sql<DoneItem>`
    with recursive own as materialized (
      select number, product_id, left_version, before from import_items
      where import_id = ${id} and number between ${first} and ${last} and state = 'done' and verdict <> 'unchanged'
    ), versions as (
      select number, product_id, left_version from own
      union all
      select v.number, v.product_id, later.left_version from versions v cross join lateral (
        select left_version from import_items
        where product_id = v.product_id and seen_version = v.left_version and state = 'reverted' limit 1) later
    )
    select own.number, own.product_id, own.before, latest.left_version
    from own join (select number, max(left_version) as left_version from versions group by number) latest
      on latest.number = own.number
    order by own.number`.execute(own.db)
  return rows
}

function asLeft({ product_id, left_version }: DoneItem) {
  return { id: product_id, version: left_version }
}

/**
 * Explains who did what to the kept listings, as far as the audit log knows. Only listings that the import created are
 * kept because an order or a campaign refers to them.
 */
async function whyKept(own: Context, kept: readonly DoneItem[]): Promise<Map<string, string>> {
  if (kept.length === 0) return new Map()
  const asked = kept.map(({ product_id, before }) => ({ id: product_id, is_made: before === null }))
  const { rows } = await sql<{
    id: string
    is_sold: boolean
    is_promoted: boolean
    actor_name: string | null
    action: string | null
  }>`
    select k.id, k.is_made and exists (select from order_lines l where l.product_id = k.id) as is_sold,
      k.is_made and exists (select from promotion_products c where c.product_id = k.id) as is_promoted,
      a.actor_name, a.action
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k (id uuid, is_made boolean)
    left join lateral (
      select actor_name, action from audit_log
      where subject_type = 'product' and subject_id = k.id order by id desc limit 1) a on true`.execute(
    own.db,
  )
  return new Map(
    rows.map(({ id, is_sold, is_promoted, actor_name, action }) => {
      const who = actor_name ? ` (${action}, ${actor_name})` : ''
      if (is_sold) return [id, 'Kept, because an order contains the product']
      return [
        id,
        is_promoted
          ? 'Kept, because a campaign contains the product'
          : `Kept, because the product was changed since${who}`,
      ]
    }),
  )
}

async function keepOutcome(
  own: Context,
  id: string,
  outcomes: readonly { number: number; state: string; note: string | null }[],
): Promise<void> {
  const numbers = outcomes.map(({ number }) => number)
  await sql`
    update import_items i set state = r.state,
      left_version = case when r.state = 'reverted'
        then coalesce((select p.version from products p where p.id = i.product_id), i.left_version)
        else i.left_version end,
      notes = case when r.note is null then i.notes else i.notes || to_jsonb(r.note) end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r (number integer, state text, note text)
    where i.import_id = ${id} and i.number = r.number
      and i.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`.execute(own.db)
}

async function finish(own: Context, held: Held): Promise<boolean> {
  const record = await holdStep(own, held)
  if (!record) return false
  await leaveStep(own, record, 'reverted', { isFinished: true })
  await sql`update imports set reverted_at = ${own.now()}, finished_at = ${record.finished_at ?? own.now()}
    where id = ${record.id}`.execute(own.db)
  await own.record({
    action: 'finish revert',
    subject: subjectOf(record),
    after: { reverted: record.reverted_count, kept: record.kept_count },
  })
  return false
}
