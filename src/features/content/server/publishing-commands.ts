import { sql } from 'kysely'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { canonical } from '#kit/contract/canonical.ts'
import type { Context } from '#kit/server/context.ts'
import { changePublic } from '#kit/server/public-cache.ts'
import { columnsFor } from '#kit/server/table.ts'
import { isOwnSection, releasedNames, type SectionName, titleOf } from '../section-contract.ts'
import { keepUses } from './commands.ts'
import { type Live, publicName, readValues } from './queries.ts'
import { emptyOf, hashOf, type Values } from './rules.ts'
import type { ReleaseRecord } from './tables.ts'

/**
 * Holds what is live until the transaction ends: releases go live one after the other, whichever instance publishes.
 * Null if another transaction holds it and the caller does not wait.
 */
export async function holdLive(ctx: Context): Promise<Live>
export async function holdLive(ctx: Context, waiting: 'skip'): Promise<Live | null>
export async function holdLive(ctx: Context, waiting?: 'skip'): Promise<Live | null> {
  const held = ctx.db.selectFrom('live_release').select(['release_id', 'last_number']).forUpdate()
  const row = await (waiting === 'skip' ? held.skipLocked() : held).executeTakeFirst()
  return row ? { ...row, number: row.last_number } : null
}

/** Keeps these values under a release that is not published yet. A value that was released before is not stored again. */
export async function freeze(ctx: Context, release_id: string, values: Values): Promise<void> {
  const rows = [...values].map(([section, value]) => {
    const text = canonical(value)
    return { release_id, section, hash: hashOf(text), value: text }
  })
  const stored = [...new Map(rows.map(({ hash, value }) => [hash, { hash, value }])).values()]
  const texts = columnsFor('content_values', stored)
  await sql`
    insert into content_values (${texts.names}) select ${texts.names} from ${texts.records}
    on conflict (hash) do nothing`.execute(ctx.db)
  const listed = columnsFor(
    'release_sections',
    rows.map(({ value: _, ...row }) => row),
  )
  await sql`
    insert into release_sections (${listed.names}) select ${listed.names} from ${listed.records}`.execute(
    ctx.db,
  )
}

/**
 * Makes a release live: its sections over what is live now. `live` and the release are held by the caller. It has every
 * section from then on, the next number, and is never changed again.
 */
export async function goLive(ctx: Context, live: Live, release: ReleaseRecord): Promise<void> {
  const { id, sections, rolls_back_to } = release
  await sql`
    insert into release_sections (release_id, section, hash)
    select ${id}, section, hash from release_sections l
    where l.release_id = ${live.release_id}
      and not exists (select from release_sections o where o.release_id = ${id} and o.section = l.section)`.execute(
    ctx.db,
  )
  const values = await readValues(ctx, id)
  const missing = releasedNames.filter((name) => !values.has(name))
  if (missing.length > 0) await freeze(ctx, id, new Map(missing.map((name) => [name, emptyOf(name)])))
  const number = live.last_number + 1
  await sql`
    update releases set state = 'published', number = ${number}, published_at = ${ctx.now()},
      follows = ${live.release_id}, version = version + 1
    where id = ${id} and state = 'scheduled'`.execute(ctx.db)
  await sql`update live_release set release_id = ${id}, last_number = ${number}`.execute(ctx.db)
  const own = [...values].filter((entry): entry is [SectionName, unknown] => isOwnSection(entry[0]))
  await keepUses(ctx, new Map(own), true)
  await queueEvent(ctx, 'content.published', { release_id: id, is_roll_back: rolls_back_to !== null })
  await ctx.record({
    action: rolls_back_to === null ? 'publish' : 'roll back',
    subject: subjectOf(release),
    after: {
      number,
      sections: releasedNames
        .filter((name) => sections.includes(name))
        .map(titleOf)
        .join(', '),
      ...(rolls_back_to === null ? {} : { rolls_back_to }),
    },
  })
  await changePublic(ctx, publicName)
}

export function subjectOf({ id, title }: { id: string; title: string }) {
  return { type: 'release', id, name: title }
}
