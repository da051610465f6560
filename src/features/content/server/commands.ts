import { sql } from 'kysely'
import type { UsedPicture } from '#features/media/contract.ts'
import { picturesIn } from '#features/media/server/rules.ts'
import type { RecordPictures } from '#features/media/server/use-commands.ts'
import { canonical } from '#kit/contract/canonical.ts'
import { fieldsRefusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { parseValue } from '#kit/server/parse-input.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { WorkingCopy } from '../contract.ts'
import { type SectionName, schemaOf, sectionNames, titleOf } from '../section-contract.ts'
import { readSection, type Working, workingOf } from './queries.ts'
import { changedWords, cleaned } from './rules.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The library of pictures, as far as sections need it. */
    pictures: {
      /** Which of these are no renditions that the server made of a picture, by their places in the list. */
      unknown(ctx: Context, pictures: readonly UsedPicture[]): Promise<number[]>
      /** Keeps which pictures these records of a noun use, in their working copies or in what is live. */
      keepUses(ctx: Context, noun: string, records: readonly RecordPictures[], isLive: boolean): Promise<void>
    }
  }
}

/** As `inOrder` of the releases sorts them, whatever the collation of the database. */
const inNameOrder = sql`name collate "C"`

/**
 * Saves the working copy of a section; shoppers do not see it. The same value again changes nothing. Refuses (stale)
 * another version than the one that was read, with the present working copy, and (invalid) every field that the section
 * does not accept, by its path: `items.2.title`.
 */
export async function saveSection(
  ctx: Context,
  { section, value }: { section: SectionName; value?: unknown },
): Promise<WorkingCopy> {
  const next = cleaned(section, parseValue(schemaOf(section), value))
  await refuseUnknownPictures(ctx, next)
  const before = await holdSection(ctx, section)
  await refuseStale(
    ctx,
    before,
    () => readSection(ctx, { section }),
    'This section was changed since you read it. Look at it again',
  )
  await keepSection(ctx, section, before, next, 'edit')
  return readSection(ctx, { section })
}

/**
 * Changes what working copies hold, for a feature that has replaced something in them. `change` answers the same object
 * if nothing is to be changed.
 */
export async function changeSections(ctx: Context, change: (value: unknown) => unknown): Promise<void> {
  const rows = await ctx.db
    .selectFrom('content_sections')
    .selectAll()
    .orderBy(inNameOrder)
    .forUpdate()
    .execute()
  for (const row of rows) {
    const name = sectionNames.find((one) => one === row.name)
    const next = name && change(row.value)
    if (name && next !== row.value) await keepSection(ctx, name, workingOf(name, row), next, 'edit')
  }
}

/** Locks the working copies of all sections until the transaction ends. */
export async function holdSections(ctx: Context): Promise<void> {
  await ctx.db.selectFrom('content_sections').select('name').orderBy(inNameOrder).forUpdate().execute()
}

/** Reads and locks the working copy of a section; its row is made if nobody has saved it yet. */
export async function holdSection(ctx: Context, name: SectionName): Promise<Working> {
  const read = () =>
    ctx.db.selectFrom('content_sections').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
  const row = await read()
  if (row) return workingOf(name, row)
  // Of two people who save it first, the second waits here for the first.
  await sql`
    insert into content_sections (name, value, version, changed_at, changed_by_name)
    values (${name}, ${canonical(workingOf(name, undefined).value)}::jsonb, 1, ${ctx.now()}, ${actorName(ctx)})
    on conflict do nothing`.execute(ctx.db)
  return workingOf(name, await read())
}

/** Stores another working copy with its audit row; the same one is left as it is. */
export async function keepSection(
  ctx: Context,
  name: SectionName,
  before: Working,
  next: unknown,
  action: 'edit' | 'take over',
): Promise<void> {
  const text = canonical(next)
  if (text === canonical(before.value)) return ctx.unchanged()
  await sql`
    update content_sections set value = ${text}::jsonb, version = version + 1, changed_at = ${ctx.now()},
      changed_by_name = ${actorName(ctx)}
    where name = ${name}`.execute(ctx.db)
  await keepUses(ctx, new Map([[name, next]]), false)
  await ctx.record({
    action,
    subject: { type: 'section', id: null, name: titleOf(name) },
    ...changedWords(before.value, next),
  })
}

/** Tells the library which pictures these sections use. */
export function keepUses(
  ctx: Context,
  values: ReadonlyMap<SectionName, unknown>,
  isLive: boolean,
): Promise<void> {
  const records = [...values].map(([record, value]) => ({
    record,
    label: titleOf(record),
    pictures: picturesIn(value).map(({ picture }) => picture),
  }))
  return ctx.services.pictures.keepUses(ctx, 'content', records, isLive)
}

async function refuseUnknownPictures(ctx: Context, value: unknown): Promise<void> {
  const used = picturesIn(value)
  const { pictures } = ctx.services
  const unknown = new Set(
    await pictures.unknown(
      ctx,
      used.map(({ picture }) => picture),
    ),
  )
  if (unknown.size === 0) return
  const message = 'This picture is not in the library. Choose it again'
  throw fieldsRefusal(used.filter((_, place) => unknown.has(place)).map(({ path }) => ({ path, message })))
}
