import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import type { WaitingSection, WorkingCopy } from '../contract.ts'
import {
  type ForeignName,
  isOwnSection,
  type ReleasedName,
  releasedNames,
  type SectionName,
} from '../section-contract.ts'
import { completed, differs, emptyOf, maySee, type Values, versionOfValue } from './rules.ts'
import './tables.ts'
import type { SectionRecord } from './tables.ts'

/** A section whose working copy another feature keeps. */
export interface ForeignSection {
  name: ForeignName
  /** The whole working copy, as a release keeps it. */
  read(ctx: Context): Promise<unknown>
  /** Keeps everybody else from changing the working copy until the transaction ends. */
  hold(ctx: Context): Promise<void>
  /** Makes a released value the working copy, in the transaction of the call. */
  restore(ctx: Context, value: unknown): Promise<void>
}

declare module '#kit/server/context.ts' {
  interface Services {
    /** The sections of other features. They import this feature, so they are handed in. */
    foreignSections: readonly ForeignSection[]
  }
}

/** A working copy, as its section's row or its feature has it. */
export interface Working {
  value: unknown
  version: number
  changed_at: string | null
  changed_by: string | null
}

/** The release that shoppers see: its id and number; null and 0 before the first. */
export interface Live {
  release_id: string | null
  number: number
  last_number: number
}

export async function readLive(ctx: Context): Promise<Live> {
  const { rows } = await sql<Live>`
    select l.release_id, coalesce(r.number, 0) as number, l.last_number
    from live_release l left join releases r on r.id = l.release_id`.execute(ctx.db)
  return rows[0] ?? { release_id: null, number: 0, last_number: 0 }
}

/** What a release holds, by section. For one that is not published yet, the sections that were chosen for it. */
export async function readValues(ctx: Context, release_id: string | null): Promise<Values> {
  if (release_id === null) return new Map()
  const { rows } = await sql<{ section: string; value: string }>`
    select s.section, v.value from release_sections s join content_values v on v.hash = s.hash
    where s.release_id = ${release_id}`.execute(ctx.db)
  return new Map(rows.map(({ section, value }) => [section as ReleasedName, JSON.parse(value)]))
}

/** What shoppers will see by the time of a scheduled release, and how many releases go live before it. */
export async function readUpTo(
  ctx: Context,
  { id, publish_at }: { id: string; publish_at: Date },
): Promise<{ values: Values; count: number }> {
  const { rows } = await sql<{ id: string; section: string; value: string }>`
    select r.id, s.section, v.value from releases r join release_sections s on s.release_id = r.id
    join content_values v on v.hash = s.hash
    where r.state = 'scheduled' and (r.publish_at, r.id) < (${publish_at}, ${id}::uuid)
    order by r.publish_at, r.id`.execute(ctx.db)
  const values = rows.map(({ section, value }) => [section as ReleasedName, JSON.parse(value)] as const)
  return { values: new Map(values), count: new Set(rows.map((row) => row.id)).size }
}

/** The working copies of these sections, those of other features included. */
export async function readWorking(
  ctx: Context,
  names: readonly ReleasedName[],
): Promise<ReadonlyMap<ReleasedName, Working>> {
  const rows = await ctx.db.selectFrom('content_sections').selectAll().execute()
  const own = new Map(rows.map((row) => [row.name, row]))
  const working = new Map<ReleasedName, Working>()
  for (const name of names) {
    working.set(name, isOwnSection(name) ? workingOf(name, own.get(name)) : await readForeign(ctx, name))
  }
  return working
}

/** The working copy of a section of another feature. */
export async function readForeign(ctx: Context, name: ForeignName): Promise<Working> {
  const section = ctx.services.foreignSections.find((one) => one.name === name)
  const value = section ? await section.read(ctx) : emptyOf(name)
  return { value, version: versionOfValue(value), changed_at: null, changed_by: null }
}

/** The same, held until the transaction ends: nobody changes it between this comparison and what follows it. */
export async function holdForeign(ctx: Context, name: ForeignName): Promise<Working> {
  await ctx.services.foreignSections.find((one) => one.name === name)?.hold(ctx)
  return readForeign(ctx, name)
}

/** A section that nobody has saved yet is empty, in version 1. */
export function workingOf(name: SectionName, row: SectionRecord | undefined): Working {
  return {
    value: completed(name, row?.value),
    version: row?.version ?? 1,
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: row?.changed_by_name ?? null,
  }
}

/** The working copy of a section beside what shoppers see of it. */
export async function readSection(ctx: Context, { section }: { section: SectionName }): Promise<WorkingCopy> {
  const row = await ctx.db
    .selectFrom('content_sections')
    .selectAll()
    .where('name', '=', section)
    .executeTakeFirst()
  const live = await readLive(ctx)
  const values = await readValuesOf(ctx, live.release_id, [section])
  const working = workingOf(section, row)
  const shown = values.get(section) ?? null
  return {
    section,
    ...working,
    live: shown,
    live_release: live.release_id === null ? null : live.number,
    is_changed: differs(section, shown, working.value),
  }
}

async function readValuesOf(
  ctx: Context,
  release_id: string | null,
  names: readonly ReleasedName[],
): Promise<Values> {
  if (release_id === null) return new Map()
  const { rows } = await sql<{ section: string; value: string }>`
    select s.section, v.value from release_sections s join content_values v on v.hash = s.hash
    where s.release_id = ${release_id} and s.section = ${anyOf(names)}`.execute(ctx.db)
  return new Map(rows.map(({ section, value }) => [section as ReleasedName, JSON.parse(value)]))
}

/** The sections whose working copies the caller may see, in the order of their declaration. */
export function seenBy({ actor }: Context): ReleasedName[] {
  return releasedNames.filter((name) => maySee(actor, name))
}

/**
 * Every section that the caller may see and of which shoppers see another value than its working copy, now or once a
 * scheduled release is live, in the order of their declaration.
 */
export async function readWaiting(ctx: Context): Promise<WaitingSection[]> {
  const working = await readWorking(ctx, seenBy(ctx))
  const live = await readValues(ctx, (await readLive(ctx)).release_id)
  const replaced = await readReplaced(ctx, new Map([...working].map(([name, { value }]) => [name, value])))
  return [...working].flatMap(([section, { value, version, changed_at, changed_by }]) => {
    const before = live.get(section) ?? null
    const is_changed = differs(section, before, value)
    if (!is_changed && !replaced.has(section)) return []
    return [{ section, before, after: value, is_changed, version, changed_at, changed_by }]
  })
}

/** The sections of which a scheduled release holds another value than this: it has a way back, at a later time. */
export async function readReplaced(ctx: Context, values: Values): Promise<ReadonlySet<ReleasedName>> {
  const { rows } = await sql<{ section: ReleasedName; value: string }>`
    select distinct s.section, v.value from releases r
    join release_sections s on s.release_id = r.id join content_values v on v.hash = s.hash
    where r.state = 'scheduled' and s.section = ${anyOf([...values.keys()])}`.execute(ctx.db)
  const others = rows.filter(({ section, value }) => differs(section, JSON.parse(value), values.get(section)))
  return new Set(others.map(({ section }) => section))
}

/**
 * What shoppers see of one section; null before the first release. Kept in memory until the next release, for features
 * whose own answers depend on it.
 */
export async function readLiveSection(ctx: Context, name: ReleasedName): Promise<unknown> {
  return (await liveValues(ctx)).values.get(name) ?? null
}

/** Everything that is live, kept in memory until the next release. */
export function liveValues(ctx: Context): Promise<{ number: number; values: Values }> {
  return ctx.services.publicCache.read(ctx, publicName, 'live', async () => {
    const { release_id, number } = await readLive(ctx)
    return { value: { number, values: await readValues(ctx, release_id) }, until: null }
  })
}

/** The kind of public answers that a release changes. */
export const publicName = 'content'

export function noSuchRelease(): Refusal {
  return new Refusal('not-found', 'There is no such release')
}
