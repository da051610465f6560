import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { UsedPicture } from '../contract.ts'
import { bringBack } from './commands.ts'

/** What one record uses, under the words by which people know it. */
export interface RecordPictures {
  record: string
  label: string
  pictures: readonly UsedPicture[]
}

/**
 * Keeps which pictures a record uses, in its working copy or in what is live: what it used before in the same state is
 * forgotten. Runs in the transaction of the change. A deleted picture that is used again comes back into the library.
 * Refuses (conflict) a picture that never was in the library.
 */
export function setUses(
  ctx: Context,
  noun: string,
  record: string,
  label: string,
  pictures: readonly UsedPicture[],
  isLive: boolean,
): Promise<void> {
  return setUsesOfAll(ctx, noun, [{ record, label, pictures }], isLive)
}

/** The same for several records of a noun, in as many statements as for one. */
export async function setUsesOfAll(
  ctx: Context,
  noun: string,
  records: readonly RecordPictures[],
  isLive: boolean,
): Promise<void> {
  if (records.length === 0) return
  const uses = records.flatMap(({ record, label, pictures }) =>
    pictures.map(({ media_id, media: hash }) => ({ record, label, media_id, hash })),
  )
  const ids = [...new Set(uses.map(({ media_id }) => media_id))]
  if (ids.length > 0) {
    await bringBack(ctx, ids)
    // Held, so that none of them is deleted before it is known that it is used; in order, so that no two wait for each other.
    const { rows } = await sql<{ is_deleted: boolean }>`
      select deleted_at is not null as is_deleted from media where id = any(${ids}::uuid[])
      order by id for share`.execute(ctx.db)
    if (rows.length < ids.length) throw new Refusal('conflict', 'A picture is not in the library')
    if (rows.some(({ is_deleted }) => is_deleted)) await bringBack(ctx, ids)
  }
  const named = records.map(({ record }) => record)
  await sql`
    delete from media_uses
    where noun = ${noun} and is_live = ${isLive} and record_id = any(${named}::text[])`.execute(ctx.db)
  if (uses.length === 0) return
  await sql`
    insert into media_uses (noun, record_id, is_live, media_id, hash, label)
    select distinct on (record, media_id, hash) ${noun}, record, ${isLive}, media_id, hash, label
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (record text, label text, media_id uuid, hash text)`.execute(
    ctx.db,
  )
}
