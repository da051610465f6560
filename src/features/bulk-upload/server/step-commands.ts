import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { runningStatuses } from '../contract.ts'
import type { ImportRecord } from './tables.ts'

/** How long a worker may be silent before another worker takes over its import. */
const leaseMs = 5_000

/** An import that is held by one worker. */
export interface Held {
  record: ImportRecord
  worker: string
}

/**
 * Claims an import that no other worker holds: first the import whose file is being read (`open`), then the import that
 * has been pending longest, so that a small import does not wait for all of a large one.
 */
export async function takeUp(ctx: Context, worker: string, open: string | null): Promise<Held | null> {
  const { rows } = await sql<ImportRecord>`
    update imports set worker = ${worker}, worker_until = ${until(ctx)}
    where id = (
      select id from imports
      where status in (${sql.join(runningStatuses)})
        and (worker is null or worker = ${worker} or worker_until < ${ctx.now()})
      order by (id is not distinct from ${open}) desc, worker_until nulls first, created_at, id
      for update skip locked limit 1)
    returning *`.execute(ctx.db)
  return rows[0] ? { record: rows[0], worker } : null
}

/**
 * Locks the current import if the step is still to be done. Returns null if the import was cancelled or another worker
 * has claimed the import in the meantime: the caller then discards its prepared work.
 */
export async function holdStep(own: Context, { record, worker }: Held): Promise<ImportRecord | null> {
  const { rows } = await sql<ImportRecord>`
    select * from imports where id = ${record.id} and worker = ${worker} and status = ${record.status}
      and position = ${record.position} for update`.execute(own.db)
  return rows[0] ?? null
}

/** Identifies what is left of a step: every change of status gives the import a new version. */
type Place = Pick<ImportRecord, 'id' | 'version' | 'position'>

/**
 * Prepares the next piece of a step while the database stores the current one. Holds one piece at most, which is
 * discarded if the step does not continue right after the current piece.
 */
export class Ahead {
  #next: { key: string; piece: Promise<unknown> } | null = null

  /** The piece that continues at this place, prepared earlier or now. */
  take<T>(place: Place, prepare: (place: Place) => Promise<T>): Promise<T> {
    const next = this.#next
    this.#next = null
    return next?.key === keyOf(place) ? (next.piece as Promise<T>) : prepare(place)
  }

  begin<T>(place: Place, prepare: (place: Place) => Promise<T>): void {
    const piece = prepare(place)
    // An error is thrown to the caller that takes the piece. If nobody does, the piece is prepared again.
    piece.catch(() => {})
    this.#next = { key: keyOf(place), piece }
  }
}

function keyOf({ id, version, position }: Place): string {
  return `${id} ${version} ${position}`
}

/**
 * The numbers of the next `most` rows for which `is` holds, both ends included, or null if none is left. The first
 * number is queried separately and passed as a number: Postgres has no statistics for rows that were just inserted, and
 * a joined query read all of them again for each row.
 */
export async function nextNumbers(
  ctx: Context,
  { id, position }: Pick<ImportRecord, 'id' | 'position'>,
  most: number,
  of: 'import_rows' | 'import_items',
  is: RawBuilder<unknown> = sql`true`,
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table(of)}
    where import_id = ${id} and number > ${position} and ${is}
    order by number limit 1`.execute(ctx.db)
  return rows[0] ? { first: rows[0].number, last: rows[0].number + most - 1 } : null
}

/** Renews the worker's lease on the import. */
export async function keepHeld(ctx: Context, { record, worker }: Held): Promise<void> {
  await sql`
    update imports set worker_until = ${until(ctx)} where id = ${record.id} and worker = ${worker}`.execute(
    ctx.db,
  )
}

type Numbers = Partial<
  Record<
    | 'row_count'
    | 'create_count'
    | 'change_count'
    | 'unchanged_count'
    | 'error_count'
    | 'skipped_count'
    | 'created_count'
    | 'changed_count'
    | 'failed_count'
    | 'picture_count'
    | 'pictures_done'
    | 'pictures_failed'
    | 'reverted_count'
    | 'kept_count'
    | 'without_stock',
    number
  >
>

/**
 * Adds the counts of a step and stores its position, in the step's own transaction. That transaction does not wait for the
 * disk: if the database dies at that moment, the rows are lost together with the position, and the piece is repeated. Every
 * other commit, such as the end of the step or a decision about a listing, first flushes what was written before it.
 */
export async function countStep(
  own: Context,
  id: string,
  numbers: Numbers,
  also: { position?: number; carried?: unknown; column_errors?: unknown } = {},
): Promise<void> {
  const added = Object.entries(numbers).map(
    ([column, n]) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${n}`,
  )
  const set = [
    ...added,
    ...(also.position === undefined ? [] : [sql`position = ${also.position}`]),
    ...(also.carried === undefined ? [] : [sql`carried = ${JSON.stringify(also.carried)}::jsonb`]),
    ...(also.column_errors === undefined
      ? []
      : [sql`column_errors = ${JSON.stringify(also.column_errors)}::jsonb`]),
    sql`worker_until = ${until(own)}`,
  ]
  await sql`
    update imports set ${sql.join(set)} where id = ${id}
    returning set_config('synchronous_commit', 'off', true)`.execute(own.db)
}

/** Ends a step: the import moves to a status in which a person or the next step continues. */
export async function leaveStep(
  own: Context,
  record: ImportRecord,
  status: string,
  also: { message?: string; file_key?: string; isFinished?: boolean } = {},
): Promise<void> {
  const { message = '', file_key = record.file_key, isFinished = false } = also
  await sql`
    update imports set status = ${status}, message = ${message}, file_key = ${file_key}, position = 0, carried = '{}',
      finished_at = ${isFinished ? own.now() : null}, worker = null, worker_until = null, version = version + 1
    where id = ${record.id}`.execute(own.db)
}

export function subjectOf({ id, file_name }: Pick<ImportRecord, 'id' | 'file_name'>) {
  return { type: 'import', id, name: file_name }
}

function until(ctx: Context): Date {
  return new Date(ctx.now().getTime() + leaseMs)
}
