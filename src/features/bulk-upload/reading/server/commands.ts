import { sql } from 'kysely'
import { importLimits } from '#features/bulk-upload/contract.ts'
import type { ImportField } from '#features/bulk-upload/fields-contract.ts'
import { readingOf } from '#features/bulk-upload/server/queries.ts'
import {
  countStep,
  type Held,
  holdStep,
  leaveStep,
  subjectOf,
} from '#features/bulk-upload/server/step-commands.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { type SheetRow, unreadable } from '#kit/server/csv-reader.ts'
import { missingIn } from '../source-contract.ts'
import { openSheet, type Sheet } from './sheet-queries.ts'

/** A sheet that is being read. Rows that are not stored yet exist only in the file. */
export interface Reading {
  sheet: Sheet
  batches: AsyncGenerator<SheetRow[]>
  /** The rows after those that are being stored: they are read meanwhile. */
  next: Promise<IteratorResult<SheetRow[], void>>
  /** How many rows are stored. If another worker has stored more, this reading is discarded. */
  stored: number
}

/**
 * Starts to read a sheet from the top. Deletes the rows that a previous worker stored, because its position in the file
 * is unknown.
 */
export async function beginReading(ctx: Context, held: Held): Promise<Reading | null> {
  const isOurs = await transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record) return false
    await sql`delete from import_rows where import_id = ${record.id}`.execute(own.db)
    await sql`update imports set row_count = 0 where id = ${record.id}`.execute(own.db)
    return true
  })
  if (!isOurs) return null
  const { encoding, sheet: name } = readingOf(held.record)
  const sheet = await openSheet(ctx.services.files, held.record.file_key, encoding)
  const batches = name ? sheet.batches(name) : sheet.batches()
  return { sheet, batches, next: nextOf(batches), stored: 0 }
}

/**
 * Stores the next rows of a sheet. Returns false when no rows are left and the import moves to its next step, or when
 * another worker has stored rows and the sheet must be read from the top. Rows that were read from the file but not
 * stored are lost, so after an error the caller must begin a new reading.
 */
export async function readOn(ctx: Context, held: Held, reading: Reading): Promise<boolean> {
  const next = await reading.next
  if (next.done) {
    await endReading(ctx, held, reading)
    return false
  }
  reading.next = nextOf(reading.batches)
  const { head_row: headRow } = held.record.carried as { head_row: number }
  const rows = next.value.filter(({ number }) => number > headRow)
  if (rows.length === 0) return true
  const isStored = await transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record || record.row_count !== reading.stored) return false
    if (record.row_count + rows.length > importLimits.rows) {
      throw unreadable(
        `The sheet has more than ${importLimits.rows.toLocaleString('en')} rows. Split the sheet into several files`,
      )
    }
    await sql`
      insert into import_rows (import_id, number, cells)
      select ${record.id}, (r ->> 'number')::integer, r -> 'cells'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(own.db)
    await countStep(own, record.id, { row_count: rows.length })
    return true
  })
  reading.stored += rows.length
  return isStored
}

function nextOf(batches: Reading['batches']): Reading['next'] {
  const next = batches.next()
  // An error is thrown to the caller that stores the rows.
  next.catch(() => {})
  return next
}

async function endReading(ctx: Context, held: Held, { stored }: Reading): Promise<void> {
  const { files } = ctx.services
  let isKept = held.record.file_kind === 'zip'
  const isDone = await transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record || record.row_count !== stored) return false
    if (record.row_count === 0) throw unreadable('There are no rows below the column names')
    const { must_show: mustShow } = readingOf(record)
    const missing = missingIn(record.mapping as (ImportField | null)[], record.vendor_id !== null)
    const isKnown = record.mapping_from === 'template' || record.mapping_from === 'remembered'
    const status = isKnown && !mustShow && missing.length === 0 ? 'checking' : 'mapping'
    // A person reviews the columns next and may want to reread the file in another way.
    isKept ||= status === 'mapping'
    await leaveStep(own, record, status, isKept ? {} : { file_key: '' })
    return true
  })
  if (isDone && !isKept) await files.remove(held.record.file_key)
}

/** When a sheet cannot be read to its end, only the file name and the reason are kept. */
export async function giveUp(ctx: Context, held: Held, refusal: Refusal): Promise<void> {
  const isOurs = await transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record) return false
    await sql`delete from import_rows where import_id = ${record.id}`.execute(own.db)
    await sql`update imports set row_count = 0 where id = ${record.id}`.execute(own.db)
    await leaveStep(own, record, 'failed', { message: refusal.message, file_key: '', isFinished: true })
    await own.record({ action: 'fail', subject: subjectOf(record), reason: refusal.message })
    return true
  })
  if (isOurs) await ctx.services.files.remove(held.record.file_key)
}
