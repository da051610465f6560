import { sql } from 'kysely'
import { readHistory } from '#features/audit/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { searchOf } from '#kit/server/search.ts'
import type { ReleaseDetail, ReleaseRow, ReleaseState, releases, SectionPair } from '../contract.ts'
import { type ReleasedName, releasedNames } from '../section-contract.ts'
import { noSuchRelease, readLive, readUpTo, readValues, readWorking, seenBy } from './queries.ts'
import { differs, emptyOf, type Values } from './rules.ts'
import type { ReleaseRecord } from './tables.ts'

type Row = ReleaseRecord & { is_live: boolean }

const columns = sql`r.*, (l.release_id is not distinct from r.id) as is_live`
const joins = sql`cross join live_release l`

/** Releases, newest first. */
export function listReleases(ctx: Context, input: Input<typeof releases.list>): Promise<Page<ReleaseRow>> {
  const { state, q } = input
  return listPage<ReleaseRow>(
    ctx.db,
    {
      from: sql`releases r`,
      alias: 'r',
      partitions: [state ? sql`r.state = ${state}` : sql`true`],
      filters: [],
      search: q ? searchOf(q, { table: 'release_search', column: 'r.id' }) : null,
      sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
      select: columns,
      joins,
      // Counted up to 1,000: nobody needs to know how many releases there were before.
      countAll: null,
      shape: releaseOf,
    },
    input,
  )
}

/**
 * One release: every section that the caller may see as it shows it, beside what was live before it. One that is not published
 * shows its chosen sections over what is live. With its history. Refuses (not-found).
 */
export async function readRelease(ctx: Context, { id }: { id: string }): Promise<ReleaseDetail> {
  const record = await readRecord(ctx, id)
  const { own, before, after } = await readSides(ctx, record)
  const seen = seenBy(ctx)
  const working = await readWorking(ctx, seen)
  return {
    ...releaseOf(record),
    live_release: (await readLive(ctx)).number,
    pairs: pairsOf(seen, before, after),
    working: [...working].flatMap(([section, { value, version }]) =>
      own.has(section) && differs(section, value, own.get(section)) ? [{ section, version }] : [],
    ),
    versions: [...working].flatMap(([section, { version }]) =>
      record.sections.includes(section) ? [{ section, version }] : [],
    ),
    clashes: record.state === 'scheduled' ? await readClashes(ctx, id, record.sections) : [],
    history: await readHistory(ctx.db, 'release', id),
  }
}

/** Every section of two releases that the caller may see. Refuses (not-found). */
export async function compareReleases(
  ctx: Context,
  { id, other }: { id: string; other: string },
): Promise<SectionPair[]> {
  const [one, second] = [await readRecord(ctx, id), await readRecord(ctx, other)]
  return pairsOf(seenBy(ctx), (await readSides(ctx, one)).after, (await readSides(ctx, second)).after)
}

/**
 * Every section as this release shows it, with its number, null until it goes live. Of a scheduled one as it will be at its time,
 * after `earlier` other releases. Refuses (not-found).
 */
export async function readShown(
  ctx: Context,
  id: string,
): Promise<{ number: number | null; values: Values; live_at: Date | null; earlier: number }> {
  const record = await readRecord(ctx, id)
  const { number, state, publish_at } = record
  const { own, before, after } = await readSides(ctx, record)
  if (state !== 'scheduled' || publish_at === null)
    return { number, values: after, live_at: null, earlier: 0 }
  const { values, count } = await readUpTo(ctx, { id, publish_at })
  return { number, values: new Map([...before, ...values, ...own]), live_at: publish_at, earlier: count }
}

/** The scheduled releases, one apart, that hold one of these sections. */
async function readClashes(
  ctx: Context,
  id: string,
  names: readonly string[],
): Promise<ReleaseDetail['clashes']> {
  const rows = await ctx.db
    .selectFrom('releases')
    .select(['id', 'title', 'sections'])
    .where('state', '=', 'scheduled')
    .where('id', '!=', id)
    .where(sql<boolean>`sections && ${[...names]}::text[]`)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ id: other, title, sections }) => ({
    id: other,
    title,
    sections: inOrder(sections.filter((name) => names.includes(name))),
  }))
}

async function readRecord(ctx: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from releases r ${joins} where r.id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw noSuchRelease()
  return row
}

/** What the release keeps itself, what was live before it, and what it shows. */
async function readSides(
  ctx: Context,
  record: ReleaseRecord,
): Promise<{ own: Values; before: Values; after: Values }> {
  const own = await readValues(ctx, record.id)
  if (record.state === 'published') return { own, before: await readValues(ctx, record.follows), after: own }
  const before = await readValues(ctx, (await readLive(ctx)).release_id)
  return { own, before, after: new Map([...before, ...own]) }
}

function pairsOf(names: readonly ReleasedName[], before: Values, after: Values): SectionPair[] {
  return names.map((section) => {
    const [was, is] = [before.get(section) ?? null, after.get(section) ?? emptyOf(section)]
    return { section, before: was, after: is, is_changed: differs(section, was, is) }
  })
}

function inOrder(names: readonly string[]): ReleasedName[] {
  return releasedNames.filter((name) => names.includes(name))
}

function releaseOf(row: Row): ReleaseRow {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    note: row.note,
    state: row.state as ReleaseState,
    is_live: row.is_live,
    sections: inOrder(row.sections),
    publish_at: row.publish_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    made_by: row.made_by_name,
    rolls_back_to: row.rolls_back_to,
    failed_because: row.failed_because,
    version: row.version,
    created_at: row.created_at.toISOString(),
  }
}
