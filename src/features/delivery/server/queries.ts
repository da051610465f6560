import { sql } from 'kysely'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { type PublicAnswer, pricedAnswer } from '#kit/server/public-answer.ts'
import type { DeliveryChoices } from '../contract.ts'
import type { EntryFacts } from '../entry-contract.ts'
import { methodOf, packagingOf, pickupLocationOf } from './rules.ts'
import type { MethodRecord, PackagingRecord, PickupRecord } from './tables.ts'

/** How a list that shoppers choose from is read. */
export interface EntryKind<Row extends EntryFacts> {
  table: 'shipping_methods' | 'packagings' | 'pickup_locations'
  subject: 'shipping_method' | 'packaging' | 'pickup_location'
  missing: string
  nameOf: (row: Row) => string
  shape: (record: never) => Row
  /** The columns that are searched. */
  searched: readonly string[]
  sorts: ListSource<Row>['sorts']
}

interface EntryQuery {
  q?: string | undefined
  status?: 'active' | 'inactive' | undefined
  sort?: string | undefined
}

/** One page of a list. */
export function listEntries<Row extends EntryFacts>(
  ctx: Context,
  kind: EntryKind<Row>,
  input: EntryQuery,
): Promise<Page<Row>> {
  const { q, status } = input
  const text = q?.toLowerCase()
  return listPage(
    ctx.db,
    {
      from: sql`${sql.table(kind.table)} e`,
      alias: 'e',
      partitions: [sql`e.list = 'kept'`],
      filters: [
        ...(status ? [sql`e.is_active = ${status === 'active'}`] : []),
        // At most a few hundred rows: no index is worth its upkeep.
        ...(text
          ? [
              sql`(${sql.join(
                kind.searched.map((column) => sql`strpos(lower(${sql.ref(`e.${column}`)}), ${text}) > 0`),
                sql` or `,
              )})`,
            ]
          : []),
      ],
      sorts: kind.sorts,
      select: sql`e.*`,
      countAll: async () => {
        const { rows } = await sql<{ many: number }>`
          select count(*)::int4 as many from ${sql.table(kind.table)} where list = 'kept'`.execute(ctx.db)
        return rows[0]?.many ?? 0
      },
      shape: kind.shape,
    },
    input,
  )
}

/** One entry. Refuses (not-found) an unknown id and a deleted one. */
export async function readEntry<Row extends EntryFacts>(
  ctx: Context,
  kind: EntryKind<Row>,
  { id }: { id: string },
): Promise<Row> {
  const { rows } = await sql<never>`
    select * from ${sql.table(kind.table)} where id = ${id} and list = 'kept'`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', kind.missing)
  return kind.shape(rows[0])
}

/**
 * The same, locked until this transaction ends. Where a deleted one is wanted, refuses (conflict) one that is not. Orders that name
 * it are not held up: they only need it to be there, and wait for the list after that.
 */
export async function lockEntry<Row extends EntryFacts>(
  ctx: Context,
  kind: EntryKind<Row>,
  { id }: { id: string },
  wanted: 'kept' | 'deleted' = 'kept',
): Promise<Row> {
  const { rows } = await sql<{ list: string }>`
    select * from ${sql.table(kind.table)} where id = ${id} for no key update`.execute(ctx.db)
  const [record] = rows
  if (!record || (wanted === 'kept' && record.list !== 'kept')) throw new Refusal('not-found', kind.missing)
  if (record.list !== wanted) throw new Refusal('conflict', 'It is not deleted')
  return kind.shape(record as never)
}

/** What shoppers can choose from, each list in its order; kept in memory until one of them is changed. */
export async function readChoices(ctx: Context): Promise<PublicAnswer<DeliveryChoices>> {
  return pricedAnswer(
    await ctx.services.publicCache.read(ctx, 'delivery', '', async () => ({
      value: await readShown(ctx),
      until: null,
    })),
  )
}

async function readShown(ctx: Context): Promise<DeliveryChoices> {
  const shown = <R>(table: EntryKind<EntryFacts>['table']) =>
    sql<R>`select * from ${sql.table(table)} where list = 'kept' and is_active order by position, id`.execute(
      ctx.db,
    )
  const methods = await shown<MethodRecord>('shipping_methods')
  const packagings = await shown<PackagingRecord>('packagings')
  const pickups = await shown<PickupRecord>('pickup_locations')
  return {
    shipping_methods: methods.rows.map((record) => forShoppers(methodOf(record))),
    packagings: packagings.rows.map((record) => forShoppers(packagingOf(record))),
    pickup_locations: pickups.rows.map((record) => forShoppers(pickupLocationOf(record))),
  }
}

/** An entry without what only the back office needs. */
function forShoppers<Row extends EntryFacts>(row: Row): Omit<Row, Exclude<keyof EntryFacts, 'id'>> {
  const { position: _p, is_active: _a, is_used: _u, version: _v, created_at: _c, ...shown } = row
  return shown
}
