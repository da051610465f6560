import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { type FieldError, fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type ImportDetail,
  type ImportStatus,
  type ImportVerb,
  importMoves,
  type imports,
  keptDays,
} from '../contract.ts'
import { importFields } from '../fields-contract.ts'
import { wrongIn } from '../reading/source-contract.ts'
import { countPicturesLeft, missingOf, picturesLeft, readImport } from './queries.ts'
import { subjectOf } from './step-commands.ts'
import type { ImportRecord } from './tables.ts'
import '#features/vendors/server/tables.ts'

/**
 * Stores the mapping of the columns, and the vendor if no column names one. Discards the results of the previous dry
 * run. The mapping is remembered for sheets with the same columns. Refuses (invalid) a mapping with a missing or
 * duplicate field.
 */
export async function mapColumns(
  ctx: Context,
  { id, fields, vendor_id }: Input<typeof imports.map>,
): Promise<ImportDetail> {
  const record = await lockFor(ctx, id, 'map')
  const head = record.head as string[]
  if (fields.length !== head.length) {
    throw fieldRefusal('fields', `The sheet has ${head.length} columns. Map each column, or leave it out`)
  }
  const wrong: FieldError[] = [
    ...wrongIn(fields, head).map(({ index, message }) => ({
      path: `fields.${index}`,
      code: 'custom',
      message,
    })),
    ...missingOf({ ...record, mapping: fields, vendor_id }).map((message) => ({
      path: 'fields',
      code: 'custom',
      message,
    })),
  ]
  if (wrong.length > 0) throw new Refusal('invalid', wrong[0]?.message ?? '', { errors: wrong })
  if (vendor_id) await refuseUnknownVendor(ctx, vendor_id)
  const without = head.flatMap((name, at) => (name.toLowerCase() === 'error' ? [] : [fields[at] ?? null]))
  await sql`
    insert into import_mappings (head_hash, fields, vendor_id, used_at)
    values (${record.head_hash}, ${JSON.stringify(without)}::jsonb, ${vendor_id}, ${ctx.now()})
    on conflict (head_hash) do update set fields = excluded.fields, vendor_id = excluded.vendor_id,
      used_at = excluded.used_at`.execute(ctx.db)
  await sql`
    update imports set mapping = ${JSON.stringify(fields)}::jsonb, vendor_id = ${vendor_id},
      mapping_from = case when mapping = ${JSON.stringify(fields)}::jsonb then mapping_from else 'person' end
    where id = ${id}`.execute(ctx.db)
  await checkAnew(ctx, record, 'map')
  await ctx.record({
    action: 'assign columns',
    subject: subjectOf(record),
    after: Object.fromEntries(
      head.flatMap((name, at) => (fields[at] ? [[name, importFields[fields[at]].label]] : [])),
    ),
  })
  return readImport(ctx, { id })
}

/**
 * Starts the import of the rows as the dry run showed them, or fetches the missing pictures of imported rows again.
 * Refuses (conflict) if there is neither to do, and (stale).
 */
export async function confirmImport(
  ctx: Context,
  { id }: Input<typeof imports.confirm>,
): Promise<ImportDetail> {
  const record = await lockFor(ctx, id, 'confirm')
  const person = signedIn(ctx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from import_items
    where import_id = ${id} and state = 'waiting' and verdict in ('create', 'change')`.execute(ctx.db)
  const count = rows[0]?.n ?? 0
  // If no row can be imported, the missing pictures of imported rows can still be fetched.
  const pictures = count === 0 ? await countPicturesLeft(ctx, record) : 0
  if (count + pictures === 0)
    throw new Refusal('conflict', 'Nothing to import: every row is unchanged, skipped or has errors')
  await move(ctx, record, 'confirm')
  await sql`
    update imports set confirmed_by = ${person.id}, confirmed_by_name = ${person.name}, confirmed_at = ${ctx.now()}
    where id = ${id}`.execute(ctx.db)
  await ctx.record({
    action: 'confirm',
    subject: subjectOf(record),
    after: { rows: count, ...(pictures > 0 ? { pictures } : {}) },
  })
  return readImport(ctx, { id })
}

/**
 * Cancels an import. Listings that are already imported stay. Refuses (not-found), and (conflict) an import that has
 * ended.
 */
export async function cancelImport(
  ctx: Context,
  { id }: Input<typeof imports.cancel>,
): Promise<ImportDetail> {
  const record = await lockFor(ctx, id, 'cancel')
  if (record.status === 'reading') {
    // The rows are deleted together with the file. To import them, the file must be uploaded again.
    await sql`delete from import_rows where import_id = ${id}`.execute(ctx.db)
    await sql`update imports set row_count = 0 where id = ${id}`.execute(ctx.db)
  }
  if (record.file_key && (record.status === 'reading' || record.file_kind !== 'zip')) {
    await sql`update imports set file_key = '' where id = ${id}`.execute(ctx.db)
    ctx.onceStored(() => void ctx.services.files.remove(record.file_key).catch(() => {}))
  }
  await move(ctx, record, 'cancel')
  await sql`update imports set finished_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
  const { created_count, changed_count } = record
  await ctx.record({
    action: 'cancel',
    subject: subjectOf(record),
    after: { created: created_count, changed: changed_count },
  })
  return readImport(ctx, { id })
}

/**
 * Checks the rows that were not imported again. If there are none, fetches the missing pictures again. Refuses
 * (not-found), and (conflict) if neither is left.
 */
export async function retryImport(ctx: Context, { id }: Input<typeof imports.retry>): Promise<ImportDetail> {
  const record = await lockFor(ctx, id, 'retry')
  const { rows } = await sql`
    select from import_rows r where import_id = ${id} and not exists (
      select from import_items i where i.import_id = r.import_id and i.number = r.number
        and (i.state = 'done' or i.verdict in ('unchanged', 'skipped')))
    limit 1`.execute(ctx.db)
  const pictures = await waitAgain(ctx, record)
  if (rows.length === 0 && pictures > 0) {
    const person = signedIn(ctx)
    await move(ctx, record, 'retry', 'importing')
    await sql`
      update imports set confirmed_by = ${person.id}, confirmed_by_name = ${person.name} where id = ${id}`.execute(
      ctx.db,
    )
    await ctx.record({ action: 'retry', subject: subjectOf(record), after: { pictures } })
    return readImport(ctx, { id })
  }
  if (rows.length === 0) {
    const words =
      record.row_count === 0
        ? 'The import was cancelled while its file was read. Upload the file again'
        : 'Every row was imported'
    throw new Refusal('conflict', words)
  }
  const missing = missingOf(record)
  if (missing.length > 0) throw new Refusal('conflict', `${missing[0]}. Upload the file again`)
  await checkAnew(ctx, record, 'retry')
  await ctx.record({ action: 'retry', subject: subjectOf(record) })
  return readImport(ctx, { id })
}

/**
 * Starts a revert, which runs in the background. Refuses (not-found), and (conflict) if nothing was imported or the
 * time to revert is over.
 */
export async function revertImport(
  ctx: Context,
  { id }: Input<typeof imports.revert>,
): Promise<ImportDetail> {
  const record = await lockFor(ctx, id, 'revert')
  const person = signedIn(ctx)
  if (record.created_count + record.changed_count === 0) {
    throw new Refusal('conflict', 'This import wrote nothing, so there is nothing to revert')
  }
  if (record.created_at.getTime() + keptDays * 86_400_000 <= ctx.now().getTime()) {
    throw new Refusal(
      'conflict',
      `This import is more than ${keptDays} days old, so it can no longer be reverted`,
    )
  }
  await move(ctx, record, 'revert')
  await sql`
    update imports set reverted_by = ${person.id}, reverted_by_name = ${person.name} where id = ${id}`.execute(
    ctx.db,
  )
  await ctx.record({
    action: 'revert',
    subject: subjectOf(record),
    after: { created: record.created_count, changed: record.changed_count },
  })
  return readImport(ctx, { id })
}

/** Discards the dry run results of rows that are not imported, and checks all rows from the top. */
export async function checkAnew(
  ctx: Context,
  record: ImportRecord,
  verb: 'map' | 'reread' | 'retry',
): Promise<void> {
  const { id } = record
  await sql`
    delete from import_pictures p where import_id = ${id} and not exists (
      select from import_items i where i.import_id = p.import_id and i.number = p.number and i.state = 'done')`.execute(
    ctx.db,
  )
  await sql`delete from import_items where import_id = ${id} and state <> 'done'`.execute(ctx.db)
  // Imported rows keep their results. All other rows, including reverted ones, are counted again.
  await sql`
    update imports set column_errors = '{}', unchanged_count = w.unchanged, error_count = 0, skipped_count = 0, failed_count = 0,
      reverted_count = 0, kept_count = 0, create_count = w.created, created_count = w.created, change_count = w.changed,
      changed_count = w.changed, without_stock = w.without_stock, picture_count = p.wanted, pictures_done = p.done, pictures_failed = p.failed
    from (
      select count(*) filter (where verdict = 'create') as created, count(*) filter (where verdict = 'change') as changed,
        count(*) filter (where verdict = 'unchanged') as unchanged,
        count(*) filter (where verdict = 'create' and wanted -> 'product_stock' is null) as without_stock
      from import_items where import_id = ${id}) w, (
      select count(*) as wanted, count(*) filter (where state = 'done') as done,
        count(*) filter (where state = 'failed') as failed
      from import_pictures where import_id = ${id}) p
    where id = ${id}`.execute(ctx.db)
  await move(ctx, record, verb)
}

/** Marks missing pictures that are still available to be fetched again. Returns how many are pending. */
async function waitAgain({ db }: Context, record: ImportRecord): Promise<number> {
  const { id } = record
  await sql`
    update import_items i set notes = coalesce((
        select jsonb_agg(note) from jsonb_array_elements(i.notes) note
        where note #>> '{}' not like 'The picture % is missing: %'), '[]')
    where import_id = ${id} and number in (
      select p.number from import_pictures p where ${picturesLeft(record)} and p.state = 'failed')`.execute(
    db,
  )
  await sql`
    update import_pictures p set state = 'waiting', message = '' where ${picturesLeft(record)} and p.state = 'failed'`.execute(
    db,
  )
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where ${picturesLeft(record)})::int4 as waiting,
      count(*) filter (where p.state = 'failed')::int4 as failed
    from import_pictures p where p.import_id = ${id}`.execute(db)
  const { waiting = 0, failed = 0 } = rows[0] ?? {}
  await sql`update imports set pictures_failed = ${failed} where id = ${id}`.execute(db)
  return waiting
}

/** Changes the status. The UPDATE's WHERE tests the previous status. */
async function move(
  ctx: Context,
  record: ImportRecord,
  verb: ImportVerb,
  to: ImportStatus = importMoves[verb].to,
): Promise<void> {
  const { from } = importMoves[verb]
  await sql`
    update imports set status = ${to}, message = '', position = 0, carried = '{}', worker = null, worker_until = null,
      finished_at = null, version = version + 1
    where id = ${record.id} and status = ${anyOf(from)}`.execute(ctx.db)
}

/** Loads and locks the import if the verb is allowed in its status. Refuses (not-found, conflict, stale). */
export async function lockFor(ctx: Context, id: string, verb: ImportVerb): Promise<ImportRecord> {
  const record = await recordOf(ctx, id)
  const from: readonly string[] = importMoves[verb].from
  if (!from.includes(record.status)) {
    throw new Refusal(
      'conflict',
      `This import is ${wordsOf[record.status] ?? record.status}: ${refusedWords[verb]}`,
      {
        current: await readImport(ctx, { id }),
      },
    )
  }
  await refuseStale(
    ctx,
    record,
    () => readImport(ctx, { id }),
    'This import was changed since you read it. Look at it again',
  )
  return record
}

const wordsOf: Record<string, string> = {
  reading: 'being read',
  mapping: 'waiting for its column mapping',
  checking: 'being checked',
  checked: 'awaiting confirmation',
  importing: 'under way',
  failed: 'not readable',
  reverting: 'being reverted',
}

const refusedWords: Record<ImportVerb, string> = {
  map: 'its columns cannot be mapped now',
  reread: 'its file cannot be read again now',
  confirm: 'it cannot be confirmed now',
  cancel: 'it can no longer be cancelled',
  retry: 'it cannot be retried now',
  revert: 'it cannot be reverted now',
}

async function recordOf(ctx: Context, id: string): Promise<ImportRecord> {
  const record = await ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'This import does not exist')
  return record
}

/** Refuses (invalid) a vendor that does not exist or is closed. */
export async function refuseUnknownVendor(ctx: Context, id: string): Promise<void> {
  const vendor = await ctx.db.selectFrom('vendors').select('status').where('id', '=', id).executeTakeFirst()
  if (!vendor) throw fieldRefusal('vendor_id', 'This vendor does not exist')
  if (vendor.status === 'closed') throw fieldRefusal('vendor_id', 'This vendor is closed')
}
