import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type BulkJob, bulk } from '#kit/contract/bulk-job.ts'
import type { Cell } from '#kit/contract/csv.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, transact } from './context.ts'
import { type Database, isDatabaseAway, isOutOfRoom, isPassing } from './database.ts'
import { type CsvAnswer, implement } from './implement.ts'
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

/** For how long a whole job can be undone after it began. */
export const undoMinutes = 15

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
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
  if (ids.length !== count) {
    const words = ids.length > count ? `More than ${count} ${noun} match` : `Only ${ids.length} ${noun} match`
    throw new Refusal('conflict', `${words}. Check the list again`)
  }
  const id = uuidv7()
  await ctx.db
    .insertInto('bulk_jobs')
    .values({
      ...{ id, kind, input: JSON.stringify(input), person_id: actor.id, created_at: ctx.now() },
      undo_until: isUndoable ? new Date(ctx.now().getTime() + undoMinutes * 60_000) : null,
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

/**
 * Starts a job that undoes the caller's own job: records that it has not reached are left as they are, and those that it
 * changed are restored. The same call again answers the same job. Refuses (not-found) the job of another person, and (conflict)
 * a job that cannot be undone, or not any more.
 */
async function undoJob(ctx: Context, { id }: { id: string }): Promise<{ job_id: string }> {
  // Of two calls at once the second finds what the first has begun.
  await sql`select from bulk_jobs where id = ${id} for update`.execute(ctx.db)
  const job = await ownJob(ctx, id)
  if (job.undone_by) {
    ctx.unchanged()
    return { job_id: job.undone_by }
  }
  if (!job.undo_until) throw new Refusal('conflict', 'This job cannot be undone')
  if (job.undo_until <= ctx.now()) throw new Refusal('conflict', 'The time to undo this job is over')
  // A row that a worker holds is done before this, and then it is undone with the others.
  await sql`update bulk_rows set status = 'failed', message = 'Stopped before its turn'
    where job_id = ${id} and status = 'waiting'`.execute(ctx.db)
  const undoing = uuidv7()
  await sql`
    insert into bulk_jobs (id, kind, input, person_id, created_at, undoes)
    select ${undoing}, kind, input, person_id, ${ctx.now()}, id from bulk_jobs where id = ${id}`.execute(
    ctx.db,
  )
  const picked = await sql`
    insert into bulk_rows (job_id, number, subject_id, name, mark)
    select ${undoing}, number, subject_id, name, mark from bulk_rows
    where job_id = ${id} and status = 'done' and mark <> '' returning number`.execute(ctx.db)
  await ctx.record({
    action: 'undo job',
    subject: { type: 'bulk_job', id, name: job.kind.replaceAll('_', ' ') },
    after: { count: picked.rows.length },
  })
  return { job_id: undoing }
}

/** How long one round runs before the ticker decides whether to continue. */
const roundMs = 2_000
const keptDays = 90

/**
 * Processes started jobs record by record, safely beside any number of instances. Each record is marked as done in the
 * transaction of its own work, so after a kill the next instance continues with exactly the remaining records.
 */
export function workOnBulkJobs(kinds: Readonly<Record<string, BulkWork>>, actorOf: ActorOf): Job {
  return {
    name: 'bulk-jobs',
    everySeconds: 0.5,
    run: async (ctx, log) => {
      const until = Date.now() + roundMs
      while (Date.now() < until) {
        const next = await openRow(ctx)
        if (!next) return
        await workOn(ctx, next, kinds[next.kind], actorOf).catch((error: unknown) => {
          // Nothing of it was kept, and the record is not to blame: the next round takes it again.
          if (isNotOfRecord(error)) throw error
          log.error({ err: error, job: next.job_id, record: next.subject_id }, 'a record of a job failed')
          return settle(ctx, next, 'Something went wrong')
        })
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

/** The next pending record of the oldest open job. Closes jobs that have no pending records left. */
async function openRow(ctx: Context): Promise<Row | null> {
  const { db } = ctx
  for (;;) {
    const { rows } = await sql<Omit<Row, 'number'> & { number: number | null }>`
      select j.id as job_id, j.kind, j.input, j.person_id, j.undoes, r.number, r.subject_id, r.mark
      from bulk_jobs j left join lateral (
        select number, subject_id, mark from bulk_rows where job_id = j.id and status = 'waiting' order by number limit 1) r on true
      where j.finished_at is null order by j.created_at, j.id limit 1`.execute(db)
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

async function workOn(ctx: Context, row: Row, work: BulkWork | undefined, actorOf: ActorOf): Promise<void> {
  if (!work) return settle(ctx, row, 'This kind of job no longer exists')
  try {
    const actor = await actorOf(ctx.db, row.person_id, work.begunBy)
    await transact({ ...ctx, actor }, async (own) => {
      // Another instance may hold this row. The instance that gets the lock second finds that the row is no longer
      // pending.
      const held = await sql`
        select from bulk_rows where job_id = ${row.job_id} and number = ${row.number} and status = 'waiting'
        for update`.execute(own.db)
      if (held.rows.length === 0) return own.unchanged()
      const { name, mark } = await process(own, row, work)
      await sql`update bulk_rows set status = 'done', name = ${name}, mark = ${mark}
        where job_id = ${row.job_id} and number = ${row.number}`.execute(own.db)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await settle(ctx, row, error.message, await work.nameOf(ctx, row.subject_id))
  }
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

/** Progress and failures of the caller's own jobs. */
export const bulkRoutes = implement('bulk', bulk, { job: readJob, undo: undoJob, failures: exportFailures })

const shownFailures = 50

/** Progress of the caller's own job. Refuses (not-found) the job of another person, as if the job did not exist. */
async function readJob(ctx: Context, { id }: { id: string }): Promise<BulkJob> {
  const job = await ownJob(ctx, id)
  const rows = await ctx.db
    .selectFrom('bulk_rows')
    .select(['status', ({ fn }) => fn.countAll<string>().as('count')])
    .where('job_id', '=', id)
    .groupBy('status')
    .execute()
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]))
  const [done, failed] = [counts.get('done') ?? 0, counts.get('failed') ?? 0]
  return {
    id,
    kind: job.kind,
    total: done + failed + (counts.get('waiting') ?? 0),
    done,
    failed,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    undo_until: job.undone_by ? null : (job.undo_until?.toISOString() ?? null),
    undone_by: job.undone_by,
    undoes: job.undoes,
    failures: await failuresOf(ctx, id, 0, shownFailures),
  }
}

/** The failed records of the caller's own job as a CSV file. Refuses (not-found) the job of another person. */
async function exportFailures(ctx: Context, { id }: { id: string }): Promise<CsvAnswer> {
  await ownJob(ctx, id)
  return { fileName: 'not-done.csv', head: ['name', 'why', 'id'], batches: inCells(ctx, id) }
}

const batch = 500

async function* inCells(ctx: Context, id: string): AsyncGenerator<Cell[][]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await failuresOf(ctx, id, after, batch)
    if (rows.length > 0) yield rows.map((row) => [row.name, row.message, row.id])
    after = rows.at(-1)?.number ?? after
    isMore = rows.length === batch
  }
}

async function failuresOf({ db }: Context, id: string, after: number, most: number) {
  const rows = await db
    .selectFrom('bulk_rows')
    .select(['subject_id as id', 'name', 'message', 'number'])
    .where('job_id', '=', id)
    .where('status', '=', 'failed')
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute()
  return rows
}

async function ownJob({ db, actor }: Context, id: string) {
  const job =
    actor.kind === 'person'
      ? await db
          .selectFrom('bulk_jobs')
          .select(['kind', 'created_at', 'finished_at', 'undoes', 'undo_until'])
          .select((eb) =>
            eb
              .selectFrom('bulk_jobs as by')
              .select('by.id')
              .whereRef('by.undoes', '=', 'bulk_jobs.id')
              .as('undone_by'),
          )
          .where('id', '=', id)
          .where('person_id', '=', actor.id)
          .executeTakeFirst()
      : undefined
  if (!job) throw new Refusal('not-found', 'There is no such job')
  return job
}
