import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, signedIn, transact } from './context.ts'
import { type Database, isDatabaseAway, isOutOfRoom, isPassing } from './database.ts'
import type { Job } from './jobs.ts'
import { scrubAll } from './scrub.ts'
import { type TableOf, table } from './table.ts'

const bulkJobs = table('bulk_jobs', {
  id: 'uuid',
  kind: 'text',
  input: 'jsonb',
  person_id: 'uuid',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
  undoes: 'uuid?',
  undo_until: 'timestamptz?',
})

const bulkRows = table('bulk_rows', {
  job_id: 'uuid',
  number: 'int4',
  subject_id: 'uuid',
  status: 'text=',
  name: 'text=',
  message: 'text=',
  mark: 'text=',
})

declare module './database.ts' {
  interface Tables {
    bulk_jobs: TableOf<typeof bulkJobs>
    bulk_rows: TableOf<typeof bulkRows>
  }
}

/** A record that a job changed, and the mark by which it can be undone. A record without a mark was not changed. */
export interface Acted {
  name: string
  mark: string
}

/** For how long a whole job can be undone after the first record that it changed, however long it waited before. */
export const undoMinutes = 15

/** Until when a job can be undone whose first record is changed now. */
export function undoEnd(ctx: Context): Date {
  return new Date(ctx.now().getTime() + undoMinutes * 60_000)
}

/** How one kind of job processes each record. */
export interface BulkWork {
  /**
   * The endpoint that starts the job. If the person loses permission for this call, the remaining records are refused.
   */
  begunBy: Endpoint
  /**
   * Processes one record in a separate transaction, with the mark that the job was begun with. Returns its name, with a mark by
   * which it can be undone.
   */
  act: (ctx: Context, id: string, input: never, mark: string) => Promise<string | Acted>
  /** Undoes what `act` marked, in a separate transaction. Refuses (conflict) a record that changed since. Returns its name. */
  undo?: (ctx: Context, id: string, mark: string) => Promise<string>
  /** The name of a record that could not be processed. */
  nameOf: (ctx: Context, id: string) => Promise<string>
}

/** The person with this id and their current permissions. Refuses if the person may no longer make this call. */
type ActorOf = (db: Database, personId: string, begunBy: Endpoint) => Promise<Actor>

/**
 * Starts a background job on these records in the name of the caller. Refuses (conflict) when the number of records
 * differs from the number that the caller confirmed.
 */
export async function beginJob(
  ctx: Context,
  {
    kind,
    input,
    ids,
    count,
    noun,
    marks,
    isUndoable = false,
  }: {
    kind: string
    input: Record<string, unknown>
    ids: readonly string[]
    /** The number of records that the caller confirmed. */
    count: number
    /** Plural noun for the records, shown to people. */
    noun: string
    /** What is processed of each record, by its id, where that is less than the record: an edit of a product. */
    marks?: ReadonlyMap<string, string>
    /** The job can be undone as a whole for `undoMinutes`. */
    isUndoable?: boolean
  },
): Promise<{ job_id: string }> {
  const person = signedIn(ctx)
  if (ids.length !== count) {
    const words = ids.length > count ? `More than ${count} ${noun} match` : `Only ${ids.length} ${noun} match`
    throw new Refusal('conflict', `${words}. Check the list again`)
  }
  const id = uuidv7()
  await ctx.db
    .insertInto('bulk_jobs')
    .values({
      ...{ id, kind, input: JSON.stringify(input), person_id: person.id, created_at: ctx.now() },
      // The time begins with the first record. Until then this says only that the job can be undone.
      undo_until: isUndoable ? undoEnd(ctx) : null,
    })
    .execute()
  await sql`
    insert into bulk_rows (job_id, number, subject_id, mark)
    select ${id}, row_number, subject_id::uuid, mark
    from unnest(${ids}::text[], ${ids.map((one) => marks?.get(one) ?? '')}::text[])
      with ordinality as picked(subject_id, mark, row_number)`.execute(ctx.db)
  await ctx.record({
    action: 'begin job',
    subject: { type: 'bulk_job', id, name: `${kind.replaceAll('_', ' ')}, ${count} ${noun}` },
    // The audit log is permanent, so personal numbers are removed from what somebody typed.
    after: { ...scrubAll(input), count },
  })
  return { job_id: id }
}

/** How long one round runs before the ticker decides whether to continue. */
const roundMs = 2_000
const keptDays = 90
/** A job that still has records beyond this number is large. */
const largeJob = 5_000

/**
 * Processes started jobs record by record, safely beside any number of instances. Jobs take turns, a record each, so that a
 * small one does not wait for all of a large one. Of the large ones only the oldest takes part: together they would take longer
 * than any of them can be undone. Each record is marked as done in the transaction of its own work, so after a kill the next
 * instance continues with exactly the remaining records.
 */
export function workOnBulkJobs(kinds: Readonly<Record<string, BulkWork>>, actorOf: ActorOf): Job {
  // The jobs that had a turn in this instance, the latest last: one that had none is next.
  let turns: string[] = []
  return {
    name: 'bulk-jobs',
    everySeconds: 0.5,
    run: async (ctx, log) => {
      const until = Date.now() + roundMs
      const held: string[] = []
      while (Date.now() < until) {
        const next = await openRow(ctx, turns, held)
        if (!next) {
          if (held.length === 0) turns = []
          return
        }
        turns = [...turns.filter((id) => id !== next.job_id), next.job_id]
        const isFree = await workOn(ctx, next, kinds[next.kind], actorOf).catch(async (error: unknown) => {
          // Nothing of it was kept, and the record is not to blame: the next round takes it again.
          if (isNotOfRecord(error)) throw error
          log.error({ err: error, job: next.job_id, record: next.subject_id }, 'a record of a job failed')
          await settle(ctx, next, 'Something went wrong')
          return true
        })
        if (!isFree) held.push(next.job_id)
      }
    },
  }
}

/**
 * True for what would have happened to any record: a conflict with another transaction, a full disk, a lost connection. A
 * statement that took too long is not among them, or one record for which each does would keep all jobs from going on.
 */
function isNotOfRecord(error: unknown): boolean {
  const isTooSlow = error instanceof Error && 'code' in error && error.code === '57014'
  return isPassing(error) || isOutOfRoom(error) || (isDatabaseAway(error) && !isTooSlow)
}

/** Deletes jobs after 90 days. Their changes remain in the audit log. */
export const forgetBulkJobs: Job = {
  name: 'forget-bulk-jobs',
  cron: '50 3 * * *',
  run: async ({ db, now }) => {
    const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await sql`delete from bulk_jobs where finished_at < ${before}`.execute(db)
    // Jobs that an earlier version finished still have their input.
    await sql`update bulk_jobs set input = '{}' where finished_at is not null and input <> '{}'`.execute(db)
  },
}

interface Row {
  job_id: string
  number: number
  subject_id: string
  kind: string
  input: unknown
  person_id: string
  undoes: string | null
  mark: string
}

/**
 * The next pending record of the open job whose last turn is the longest ago; `held` names the jobs that are left out. Closes
 * jobs that have no pending records left.
 */
async function openRow(ctx: Context, turns: readonly string[], held: readonly string[]): Promise<Row | null> {
  const { db } = ctx
  for (;;) {
    // A job that undoes another one is never large, because its time ends.
    const { rows } = await sql<Omit<Row, 'number'> & { number: number | null }>`
      with unfinished as (
        select *, row_number() over (partition by is_large order by created_at, id) as place
        from (
          select id, kind, input, person_id, created_at, undoes, undoes is null and exists (
            select from bulk_rows where job_id = bulk_jobs.id and status = 'waiting' and number > ${largeJob}) as is_large
          from bulk_jobs where finished_at is null and not (id = any(${held}::uuid[]))) as jobs)
      select j.id as job_id, j.kind, j.input, j.person_id, j.undoes, r.number, r.subject_id, r.mark
      from unfinished j left join lateral (
        select number, subject_id, mark from bulk_rows where job_id = j.id and status = 'waiting' order by number limit 1) r on true
      where not j.is_large or j.place = 1
      order by array_position(${turns}::uuid[], j.id) nulls first, j.created_at, j.id limit 1`.execute(db)
    const row = rows[0]
    if (!row) return null
    if (row.number !== null) return { ...row, number: row.number }
    await transact(ctx, (own) => closeJob(own, row))
  }
}

/** Closes a job, unless another instance has. */
async function closeJob(ctx: Context, { job_id, kind }: { job_id: string; kind: string }): Promise<void> {
  // No record needs it any more, and what somebody wrote can be about a person who is erased later.
  const { rows } = await sql`update bulk_jobs set finished_at = ${ctx.now()}, input = '{}'
    where id = ${job_id} and finished_at is null returning id`.execute(ctx.db)
  if (rows.length === 0) return ctx.unchanged()
  await ctx.record({
    action: 'finish job',
    subject: { type: 'bulk_job', id: job_id, name: kind.replaceAll('_', ' ') },
  })
}

/** Processes a record. False if another instance is processing one of the same job. */
async function workOn(
  ctx: Context,
  row: Row,
  work: BulkWork | undefined,
  actorOf: ActorOf,
): Promise<boolean> {
  if (!work) {
    await settle(ctx, row, 'This kind of job no longer exists')
    return true
  }
  try {
    const actor = await actorOf(ctx.db, row.person_id, work.begunBy)
    return await transact({ ...ctx, actor }, (own) => workInTurn(own, row, work))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await settle(ctx, row, error.message, await work.nameOf(ctx, row.subject_id))
    return true
  }
}

async function workInTurn(own: Context, row: Row, work: BulkWork): Promise<boolean> {
  const { db } = own
  // The job before its records, as an undo locks them: that waits for the record, and the record never for it.
  const job = await sql`select from bulk_jobs where id = ${row.job_id} for update skip locked`.execute(db)
  if (job.rows.length === 0) {
    own.unchanged()
    return false
  }
  // A statement of its own sees what was stored by the instance that had the job before.
  const { rows } = await sql<{ is_first: boolean }>`
    select not exists (select from bulk_rows where job_id = ${row.job_id} and status = 'done') as is_first
    from bulk_rows where job_id = ${row.job_id} and number = ${row.number} and status = 'waiting'`.execute(db)
  const [pending] = rows
  if (!pending) {
    own.unchanged()
    return true
  }
  const { name, mark } = await process(own, row, work)
  await sql`update bulk_rows set status = 'done', name = ${name}, mark = ${mark}
    where job_id = ${row.job_id} and number = ${row.number}`.execute(db)
  if (pending.is_first) {
    await sql`update bulk_jobs set undo_until = ${undoEnd(own)}
      where id = ${row.job_id} and undo_until is not null`.execute(db)
  }
  return true
}

/** Does the work of a row, or undoes it. */
async function process(ctx: Context, row: Row, work: BulkWork): Promise<Acted> {
  if (row.undoes === null) {
    const acted = await work.act(ctx, row.subject_id, row.input as never, row.mark)
    return typeof acted === 'string' ? { name: acted, mark: '' } : acted
  }
  if (!work.undo) throw new Refusal('conflict', 'This kind of job cannot be undone')
  return { name: await work.undo(ctx, row.subject_id, row.mark), mark: '' }
}

/** Records that a row failed, and why. */
async function settle({ db }: Context, row: Row, message: string, name = ''): Promise<void> {
  await sql`update bulk_rows set status = 'failed', message = ${message}, name = ${name}
    where job_id = ${row.job_id} and number = ${row.number} and status = 'waiting'`.execute(db)
}
