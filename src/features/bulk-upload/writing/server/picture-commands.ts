import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Pictures } from '#features/bulk-upload/reading/server/sheet-queries.ts'
import {
  countStep,
  type Held,
  holdStep,
  leaveStep,
  subjectOf,
} from '#features/bulk-upload/server/step-commands.ts'
import type { ImportRecord } from '#features/bulk-upload/server/tables.ts'
import { addImage, keepPictureSource } from '#features/products/server/image-commands.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { isOutOfRoom } from '#kit/server/database.ts'
import { type CleanImage, cleanImage, keepWithThumbnail } from '#kit/server/images.ts'

interface WaitingPicture {
  number: number
  position: number
  source: string
  product_id: string
}

/** The number of pictures fetched at the same time, because other servers may be slow. Each is at most 10 MB. */
const atOnce = 6

/**
 * Fetches the next pictures of imported rows, several at once, and adds them the usual way: directly to a pending
 * listing, or to the pending edit of an approved listing. A picture that cannot be fetched is noted on its row. The
 * import is done when no pictures are left.
 */
export async function addPicturesOn(ctx: Context, held: Held, pictures: Pictures | null): Promise<void> {
  const { rows: next } = await sql<WaitingPicture>`
    select p.number, p.position, p.source, i.product_id
    from (
      select number, position, source from import_pictures
      where import_id = ${held.record.id} and state = 'waiting' order by number, position limit ${atOnce}) p
    cross join lateral (
      select product_id from import_items
      where import_id = ${held.record.id} and number = p.number limit 1) i
    order by p.number, p.position`.execute(ctx.db)
  if (next.length === 0) return finish(ctx, held)
  const asked = next.map((picture) => ({ picture, coming: bytesOf(ctx, picture, pictures) }))
  // Pictures are decoded and added one after the other: a decoded picture is ten times as large, and the first one
  // added is the cover.
  for (const { picture, coming } of asked) {
    if (!(await keepPicture(ctx, held, picture, await cleaned(ctx, await coming)))) return
  }
}

/** Adds a picture or notes why it is missing. Returns false if this worker no longer holds the step. */
function keepPicture(
  ctx: Context,
  held: Held,
  picture: WaitingPicture,
  got: Fetched | Missing,
): Promise<boolean> {
  return transact(ctx, async (own) => {
    own.unchanged()
    if (!(await holdStep(own, held))) return false
    const message = 'message' in got ? got.message : await added(own, held, picture, got)
    await sql`
      update import_pictures set state = ${message ? 'failed' : 'done'}, message = ${message}
      where import_id = ${held.record.id} and number = ${picture.number} and position = ${picture.position}`.execute(
      own.db,
    )
    if (message) await noteOn(own, held, picture, message)
    await countStep(own, held.record.id, message ? { pictures_failed: 1 } : { pictures_done: 1 })
    return true
  })
}

interface Missing {
  message: string
}

interface Arrived {
  bytes: Buffer
  /** Identifies the picture when a later file brings the same picture. */
  content: string
}

interface Fetched {
  image: CleanImage
  /** The hash of the picture's source, computed as in the dry run. */
  hash: Buffer
}

async function bytesOf(
  { services }: Context,
  { source }: WaitingPicture,
  pictures: Pictures | null,
): Promise<Arrived | Missing> {
  const { maxBytes } = pictureLimits
  try {
    if (source.includes('://')) {
      const bytes = await services.outgoing.get(source, { hosts: services.imageHosts, maxBytes })
      return { bytes, content: source }
    }
    const [entry] = pictures?.find(source) ?? []
    if (!pictures || !entry) return { message: 'The picture is no longer in the ZIP' }
    return { bytes: await pictures.bytes(entry, maxBytes), content: `zip ${entry.crc} ${entry.bytes}` }
  } catch (error) {
    return missing(error, source)
  }
}

async function cleaned({ services }: Context, arrived: Arrived | Missing): Promise<Fetched | Missing> {
  if ('message' in arrived) return arrived
  try {
    const image = await cleanImage(arrived.bytes)
    await keepWithThumbnail(services.files, image)
    return { image, hash: createHash('sha256').update(arrived.content).digest() }
  } catch (error) {
    return missing(error)
  }
}

/**
 * Explains an error of another server or a broken picture, so that the next picture is fetched. A full disk ends the
 * step.
 */
function missing(error: unknown, source = ''): Missing {
  if (isOutOfRoom(error)) throw error
  if (!(error instanceof Error)) return { message: 'it could not be fetched. Try again later' }
  const code = String((error as { code?: unknown }).code ?? '')
  const host = URL.canParse(source) ? new URL(source).hostname : 'the server'
  if (/^(ENOTFOUND|EAI_)/.test(code))
    return { message: `no server is called ${host}. Check the address, or try again later` }
  if (/^E(CONN|HOST|NET|TIMEDOUT|PIPE)/.test(code))
    return { message: `${host} does not answer. Try again later` }
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return { message: `${host} has no valid certificate. Send the picture in a ZIP with the sheet` }
  return { message: error.message }
}

/** Adds the picture and returns why it was refused. Empty if the picture was added. */
async function added(own: Context, held: Held, picture: WaitingPicture, got: Fetched): Promise<string> {
  const { rows } = await sql<{ version: number; left_version: number }>`
    select p.version, i.left_version from products p
    join import_items i on i.import_id = ${held.record.id} and i.number = ${picture.number}
    where p.id = ${picture.product_id} for update of p`.execute(own.db)
  const [before] = rows
  if (!before) return 'The listing no longer exists'
  try {
    await addImage(own, picture.product_id, got.image)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  await keepPictureSource(own, picture.product_id, got.hash, got.image)
  // If somebody changed the listing in the meantime, its version is not the import's, so `left_version` stays as it is.
  await sql`
    update import_items i set left_version = p.version from products p
    where i.import_id = ${held.record.id} and i.number = ${picture.number} and p.id = ${picture.product_id}
      and i.left_version = ${before.version}`.execute(own.db)
  return ''
}

async function noteOn(
  own: Context,
  held: Held,
  { number, source }: WaitingPicture,
  why: string,
): Promise<void> {
  const words = `The picture ${source.slice(0, 200)} is missing: ${why}`
  await sql`
    update import_items set notes = notes || to_jsonb(${words}::text)
    where import_id = ${held.record.id} and number = ${number}`.execute(own.db)
}

/**
 * Settles rows that only bring pictures: the listing counts as changed only if at least one picture was added. Returns
 * the number of changed rows, or null if no such row exists.
 */
async function settlePictureRows(own: Context, { id }: ImportRecord): Promise<number | null> {
  const settled = await sql`
    update import_items i set verdict = case when p.came then 'change' else 'unchanged' end
    from (
      select number, bool_or(state = 'done') as came from import_pictures where import_id = ${id} group by number) p
    where i.import_id = ${id} and i.number = p.number and i.state = 'done' and i.verdict in ('change', 'unchanged')
      and i.changes = '[]' returning i.number`.execute(own.db)
  if (settled.rows.length === 0) return null
  const { rows } = await sql<{ changed_count: number }>`
    update imports set change_count = c.wanted, changed_count = c.changed, unchanged_count = c.unchanged
    from (
      select count(*) filter (where verdict = 'change')::int4 as wanted,
        count(*) filter (where verdict = 'change' and state = 'done')::int4 as changed,
        count(*) filter (where verdict = 'unchanged')::int4 as unchanged
      from import_items where import_id = ${id}) c
    where id = ${id} returning changed_count`.execute(own.db)
  return rows[0]?.changed_count ?? null
}

/** Ends the import and deletes its file, unless rows that may be checked again still need the pictures of the ZIP. */
async function finish(ctx: Context, held: Held): Promise<void> {
  const isFileDone = await transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record) return false
    const changed_count = (await settlePictureRows(own, record)) ?? record.changed_count
    const isKept = record.file_kind === 'zip' && record.error_count + record.failed_count > 0
    await leaveStep(own, record, 'done', { ...(isKept ? {} : { file_key: '' }), isFinished: true })
    const { created_count, failed_count, pictures_done, pictures_failed } = record
    await own.record({
      action: 'finish',
      subject: subjectOf(record),
      after: {
        created: created_count,
        changed: changed_count,
        failed: failed_count,
        ...(pictures_done + pictures_failed > 0 ? { pictures: pictures_done, pictures_failed } : {}),
      },
    })
    return !isKept
  })
  if (isFileDone && held.record.file_key) await ctx.services.files.remove(held.record.file_key)
}
