import { v4 as randomId, v7 as uuidv7 } from 'uuid'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { anyOf } from '#kit/server/table.ts'
import { requestLimits, type SupportFile } from '../contract.ts'
import { type ReadFile, readSupportFile } from './file-reader.ts'
import './tables.ts'

/** The folder of the file store, whose files are sealed. */
const folder = 'support'

/**
 * Keeps a file of the signed-in person, until it is sent or for a day. The file is checked and stored before the
 * transaction opens. Refuses (wrong-type) and (too-large) as `readSupportFile` does, and (too-many) beyond 30 files that
 * were not sent.
 */
export async function uploadFile(
  ctx: Context,
  { file, name }: { file: Buffer; name: string },
): Promise<SupportFile> {
  const person = signedIn(ctx)
  const read = await readSupportFile(file, name)
  const storage_key = await storeFile(ctx, read)
  return ctx
    .transact(async (trx) => {
      // Uploads of one person wait for each other, so that together they stay within the limit.
      await trx.db
        .selectFrom('people')
        .select('id')
        .where('id', '=', person.id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const { waiting } = await trx.db
        .selectFrom('support_files')
        .select(({ fn }) => fn.countAll<string>().as('waiting'))
        .where('owner_id', '=', person.id)
        .where('request_id', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(waiting) >= requestLimits.waitingFiles) {
        throw new Refusal('too-many', 'Too many files wait to be sent. Send or remove some of them first', {
          retryAfterSeconds: 3_600,
        })
      }
      const kept = await keepFile(trx, { ...read, storage_key, ownerId: person.id })
      await trx.record({
        action: 'upload support file',
        subject: { type: 'person', id: person.id, name: person.name },
        after: { file: scrub(kept.name), bytes: kept.bytes },
      })
      return kept
    })
    .catch(async (error: unknown) => {
      await forgetUnnamed(ctx, [storage_key])
      throw error
    })
}

/**
 * Removes the bytes of files that no row names. After an error that was no refusal nobody knows whether the transaction was
 * stored, so the rows are looked at; where they cannot be, the bytes stay.
 */
export async function forgetUnnamed(ctx: Context, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const named = await ctx.db
    .selectFrom('support_files')
    .select('storage_key')
    .where('storage_key', '=', anyOf(keys))
    .execute()
    .catch(() => null)
  if (named === null) return
  const kept = new Set(named.map(({ storage_key }) => storage_key))
  await Promise.all(keys.filter((key) => !kept.has(key)).map((key) => ctx.services.files.remove(key)))
}

/** Stores the bytes of a file under a random name. Answers its key. */
export async function storeFile(ctx: Context, { bytes }: Pick<ReadFile, 'bytes'>): Promise<string> {
  const key = `${folder}/${randomId()}`
  await ctx.services.files.put(key, bytes)
  return key
}

/** Writes the row of a stored file, which may belong to an entry already. */
export async function keepFile(
  ctx: Context,
  {
    bytes,
    name,
    mediaType,
    storage_key,
    ownerId,
    sentWith = null,
  }: ReadFile & {
    storage_key: string
    ownerId: string
    sentWith?: { request_id: string; entry_id: string } | null
  },
): Promise<SupportFile> {
  const kept = { id: uuidv7(), name, media_type: mediaType, bytes: bytes.length, is_screenshot: false }
  await ctx.db
    .insertInto('support_files')
    .values({ ...kept, ...(sentWith ?? {}), owner_id: ownerId, storage_key, created_at: ctx.now() })
    .execute()
  return kept
}

/** Deletes a file that the signed-in person uploaded and did not send. Refuses (not-found) every other file. */
export async function discardFile(ctx: Context, { id }: { id: string }): Promise<void> {
  const person = signedIn(ctx)
  const gone = await ctx.db
    .deleteFrom('support_files')
    .where('id', '=', id)
    .where('owner_id', '=', person.id)
    .where('request_id', 'is', null)
    .returning(['storage_key', 'name'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('not-found', 'There is no such file')
  await ctx.record({
    action: 'discard support file',
    subject: { type: 'person', id: person.id, name: person.name },
    before: { file: scrub(gone.name) },
  })
  ctx.onceStored(() => void ctx.services.files.remove(gone.storage_key).catch(() => {}))
}

/** A file that was sent. */
export interface SentFile {
  id: string
  name: string
  media_type: string
  storage_key: string
}

/**
 * Sends uploaded files of a person with a request, or with an entry of it. Refuses (invalid) a file that is gone, was sent
 * before, or is not theirs.
 */
export async function sendFiles(
  ctx: Context,
  ids: readonly string[],
  given: { owner_id: string; request_id: string; entry_id: string | null; is_screenshot?: boolean },
): Promise<SentFile[]> {
  if (ids.length === 0) return []
  const { owner_id, ...sent } = given
  const found = await ctx.db
    .updateTable('support_files')
    .set(sent)
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', owner_id)
    .where('request_id', 'is', null)
    .returning(['id', 'name', 'media_type', 'storage_key'])
    .execute()
  if (found.length !== ids.length) {
    const field = given.is_screenshot ? 'screenshot_id' : 'file_ids'
    throw fieldRefusal(field, 'A file is no longer there. Remove it and choose it again')
  }
  return found
}
