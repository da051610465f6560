import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { changePublic } from '#kit/server/public-cache.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type EntryFacts, mostEntries } from '../entry-contract.ts'
import { type EntryKind, lockEntry, readEntry } from './queries.ts'
import { movedTo } from './rules.ts'

/** Writes the table of a kind. Each statement names its table, so that every writer of a table can be found. */
export interface Writer {
  insert: (ctx: Context, values: object) => Promise<unknown>
  update: (ctx: Context, id: string, values: object) => Promise<unknown>
  /** Gives these entries the positions from 1 in this order. */
  reorder: (ctx: Context, ids: readonly string[]) => Promise<unknown>
}

/** What the commands of a kind need besides how it is read. */
export interface Kept<Row extends EntryFacts> extends EntryKind<Row> {
  writer: Writer
  /** The columns of these fields as they are sent. */
  columnsOf: (fields: object) => object
  /** What is wrong with the fields together. */
  problemsOf?: (row: Row) => { path: (string | number)[]; message: string }[]
  /** `An order names this shipping method: switch it off instead`. */
  named: string
}

/** The commands on a list that shoppers choose from. */
export function commandsOf<Row extends EntryFacts>(kind: Kept<Row>) {
  return {
    create: (ctx: Context, draft: object) => create(ctx, kind, draft),
    change: (ctx: Context, input: { id: string }) => change(ctx, kind, input),
    order: (ctx: Context, input: { id: string; position: number }) => order(ctx, kind, input),
    remove: (ctx: Context, input: { id: string }) => remove(ctx, kind, input),
    restore: (ctx: Context, input: { id: string }) => restore(ctx, kind, input),
  }
}

/** Adds an entry as the last of its list. Refuses (invalid) more than a list can hold. */
async function create<Row extends EntryFacts>(ctx: Context, kind: Kept<Row>, draft: object): Promise<Row> {
  await holdList(ctx, kind)
  const { many, last } = await countKept(ctx, kind)
  if (many >= mostEntries) {
    throw fieldRefusal(kind.searched[0] ?? '', `At most ${mostEntries}: delete one first`)
  }
  const id = uuidv7()
  const at = ctx.now()
  await kind.writer.insert(ctx, {
    id,
    ...kind.columnsOf(draft),
    position: last + 1,
    created_at: at,
    updated_at: at,
  })
  const row = await readEntry(ctx, kind, { id })
  await ctx.record({
    action: 'add',
    subject: subjectOf(kind, row),
    after: told(row, Object.keys(draft)),
  })
  await changePublic(ctx, 'delivery')
  return row
}

/**
 * Changes an entry or its switch; orders that were placed keep what they were placed with. Refuses (not-found), (stale),
 * and (invalid) fields that do not go together.
 */
async function change<Row extends EntryFacts>(
  ctx: Context,
  kind: Kept<Row>,
  { id, ...wanted }: { id: string },
): Promise<Row> {
  await holdList(ctx, kind)
  const before = await lockEntry(ctx, kind, { id })
  await refuseStale(ctx, before, () => before, 'Somebody changed this since you read it')
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const next = { ...before, ...given }
  const problems = kind.problemsOf?.(next) ?? []
  if (problems.length > 0) {
    throw fieldsRefusal(problems.map(({ path, message }) => ({ path: path.join('.'), message })))
  }
  const isSame = (field: string) =>
    JSON.stringify(next[field as keyof Row]) === JSON.stringify(before[field as keyof Row])
  const differing = Object.keys(given).filter((field) => !isSame(field))
  if (differing.length === 0) {
    ctx.unchanged()
    return before
  }
  await kind.writer.update(ctx, id, { ...kind.columnsOf(given), ...touched(ctx) })
  const isSwitch = differing.join() === 'is_active'
  await ctx.record({
    action: isSwitch ? (next.is_active ? 'switch on' : 'switch off') : 'edit',
    subject: subjectOf(kind, next),
    before: told(before, differing),
    after: told(next, differing),
  })
  const row = await readEntry(ctx, kind, { id })
  await changePublic(ctx, 'delivery')
  return row
}

/** Moves an entry to a position, from 1; a position past the end means last. Refuses (not-found). */
async function order<Row extends EntryFacts>(
  ctx: Context,
  kind: Kept<Row>,
  { id, position }: { id: string; position: number },
): Promise<Row> {
  await holdList(ctx, kind)
  const before = await readEntry(ctx, kind, { id })
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(kind.table)} where list = 'kept' order by position, id`.execute(ctx.db)
  const ids = rows.map((row) => row.id)
  const next = movedTo(ids, id, position)
  if (next.join() === ids.join()) {
    ctx.unchanged()
    return before
  }
  await kind.writer.reorder(ctx, next)
  const row = await readEntry(ctx, kind, { id })
  await ctx.record({
    action: 'put in order',
    subject: subjectOf(kind, row),
    before: { position: ids.indexOf(id) + 1 },
    after: { position: row.position },
  })
  await changePublic(ctx, 'delivery')
  return row
}

/** Deletes an entry that no order names. Refuses (not-found), and (conflict) one that an order names. */
async function remove<Row extends EntryFacts>(
  ctx: Context,
  kind: Kept<Row>,
  { id }: { id: string },
): Promise<void> {
  await holdList(ctx, kind)
  const before = await lockEntry(ctx, kind, { id })
  if (before.is_used) throw new Refusal('conflict', kind.named, { current: before })
  await kind.writer.update(ctx, id, { deleted_at: ctx.now(), ...touched(ctx) })
  await ctx.record({
    action: 'delete',
    subject: subjectOf(kind, before),
    before: { is_active: before.is_active },
  })
  await changePublic(ctx, 'delivery')
}

/**
 * Takes back a deletion. Refuses (not-found), and (conflict) an entry that was not deleted, and more than a list can hold.
 */
async function restore<Row extends EntryFacts>(
  ctx: Context,
  kind: Kept<Row>,
  { id }: { id: string },
): Promise<Row> {
  await holdList(ctx, kind)
  const before = await lockEntry(ctx, kind, { id }, 'deleted')
  if ((await countKept(ctx, kind)).many >= mostEntries) {
    throw new Refusal('conflict', `At most ${mostEntries}: delete one first`)
  }
  await kind.writer.update(ctx, id, { deleted_at: null, ...touched(ctx) })
  const row = await readEntry(ctx, kind, { id })
  await ctx.record({
    action: 'restore',
    subject: subjectOf(kind, before),
    after: { is_active: row.is_active },
  })
  await changePublic(ctx, 'delivery')
  return row
}

/** Holds the list before any of its entries: to put it in order changes all of them. */
async function holdList<Row extends EntryFacts>(ctx: Context, kind: Kept<Row>): Promise<void> {
  await sql`lock table ${sql.table(kind.table)} in share row exclusive mode`.execute(ctx.db)
}

async function countKept<Row extends EntryFacts>(
  ctx: Context,
  kind: Kept<Row>,
): Promise<{ many: number; last: number }> {
  const { rows } = await sql<{ many: number; last: number }>`
    select count(*)::int4 as many, coalesce(max(position), 0) as last
    from ${sql.table(kind.table)} where list = 'kept'`.execute(ctx.db)
  return rows[0] ?? { many: 0, last: 0 }
}

function touched(ctx: Context) {
  return { updated_at: ctx.now(), version: sql<number>`version + 1` }
}

function subjectOf<Row extends EntryFacts>(kind: Kept<Row>, row: Row) {
  return { type: kind.subject, id: row.id, name: kind.nameOf(row) }
}

/** These fields of an entry as the audit log tells them. */
function told(row: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, inWords(row[field as keyof typeof row])]))
}

function inWords(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value
    .map((one: { up_to_kg: number; price: string } | string) =>
      typeof one === 'string' ? one : `up to ${one.up_to_kg} kg: ${one.price}`,
    )
    .join(', ')
}
