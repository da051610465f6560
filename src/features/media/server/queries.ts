import { type RawBuilder, sql } from 'kysely'
import type { TimelineEntry } from '#features/audit/contract.ts'
import '#kit/server/audit.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import type { Media, MediaDetail, MediaUse, media, UsedPicture } from '../contract.ts'
import type { MediaRecord } from './tables.ts'

type Row = MediaRecord & { use_count: number; is_live: boolean }

const columns = sql`m.*, used.use_count, used.is_live`
const joins = sql`
  cross join lateral (
    select count(distinct (u.noun, u.record_id))::int4 as use_count, coalesce(bool_or(u.is_live), false) as is_live
    from media_uses u where u.media_id = m.id) used`
const isUsed = sql`exists (select from media_uses u where u.media_id = m.id)`

/** The pictures of the library; deleted ones are left out. */
export function listMedia(ctx: Context, input: Input<typeof media.list>): Promise<Page<Media>> {
  const { use, q } = input
  const byUse: Record<NonNullable<typeof use>, RawBuilder<unknown>> = {
    used: isUsed,
    unused: sql`not ${isUsed}`,
  }
  return listPage<Media>(
    ctx.db,
    {
      from: sql`media m`,
      alias: 'm',
      partitions: [sql`m.list = 'kept'`],
      filters: [
        ...(use ? [byUse[use]] : []),
        ...(q ? [searchCondition(q, 'm.search_text', ['m.name', 'm.alt'])] : []),
      ],
      sorts: {
        created_at: { column: 'created_at', type: 'timestamptz' },
        name: { column: 'name', type: 'text' },
        bytes: { column: 'bytes', type: 'int4' },
      },
      select: columns,
      joins,
      countAll: null,
      shape: mediaOf,
    },
    input,
  )
}

/** One picture with where it is used and its history. Refuses (not-found). */
export async function readMedia(ctx: Context, { id }: { id: string }): Promise<MediaDetail> {
  const { rows } = await sql<Row & { uses: MediaUse[] | null; history: TimelineEntry[] | null }>`
    select ${columns},
      (select json_agg(u) from (
        select distinct noun, record_id, label, is_live from media_uses where media_id = m.id
        order by is_live desc, label, noun, record_id limit 200) u) as uses,
      (select json_agg(a) from (
        select id, at, actor_kind, actor_name, action, reason, before, after
        from audit_log where subject_type = 'picture' and subject_id = m.id order by id desc limit 50) a) as history
    from media m ${joins} where m.id = ${id} and m.list = 'kept'`.execute(ctx.db)
  const [row] = rows
  if (!row) throw noSuchPicture()
  const history = (row.history ?? []).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }))
  return { ...mediaOf(row), uses: row.uses ?? [], history }
}

/**
 * Which of these are no renditions that the server made of a picture in the library, by their places in the list. One
 * query for all of them.
 */
export async function unknownPictures(ctx: Context, pictures: readonly UsedPicture[]): Promise<number[]> {
  if (pictures.length === 0) return []
  const used = pictures.map(({ media_id, media: hash, width, height }, place) => ({
    ...{ place, media_id, hash, width, height },
  }))
  const { rows } = await sql<{ place: number }>`
    select p.place
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb)
      as p (place integer, media_id uuid, hash text, width integer, height integer)
    where not exists (
      select from media_renditions r join media m on m.id = r.media_id
      where r.media_id = p.media_id and r.hash = p.hash and r.width = p.width and r.height = p.height
        and m.list = 'kept')
    order by p.place`.execute(ctx.db)
  return rows.map(({ place }) => place)
}

/** The refusal of an id that no picture of the library has. */
export function noSuchPicture(): Refusal {
  return new Refusal('not-found', 'There is no such picture in the library')
}

function mediaOf(row: Row): Media {
  const { id, name, alt, is_decorative, thumbnail, width, height, bytes, version, created_by } = row
  return {
    id,
    name,
    alt,
    is_decorative,
    media: row.hash,
    thumbnail,
    width,
    height,
    bytes,
    focal_x: Number(row.focal_x),
    focal_y: Number(row.focal_y),
    use_count: row.use_count,
    is_live: row.is_live,
    version,
    created_at: row.created_at.toISOString(),
    created_by,
  }
}
