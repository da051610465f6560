import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type BulkJob, bulk } from '#kit/contract/bulk-job.ts'
import type { Cell } from '#kit/contract/csv.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { undoEnd } from './bulk-jobs.ts'
import type { Context } from './context.ts'
import { type CsvAnswer, implement } from './implement.ts'

/** Progress, undo and failures of the caller's own jobs. */
export const bulkRoutes = implement('bulk', bulk, { job: readJob, undo: undoJob, failures: exportFailures })

/**
 * Starts a job that undoes the caller's own job: records that it has not reached are left as they are, and those that it
 * changed are restored. The same call again answers the same job. Refuses (not-found) the job of another person, and (conflict)
 * a job that cannot be undone, or not any more.
 */
async function undoJob(ctx: Context, { id }: { id: string }): Promise<{ job_id: string }> {
  // Of two calls at once the second finds what the first has begun, and no record of the job is processed meanwhile.
  await sql`select from bulk_jobs where id = ${id} for update`.execute(ctx.db)
  const job = await ownJob(ctx, id)
  if (job.undone_by) {
    ctx.unchanged()
    return { job_id: job.undone_by }
  }
  const until = undoUntilOf(ctx, job)
  if (!until) throw new Refusal('conflict', 'This job cannot be undone')
  if (until <= ctx.now()) throw new Refusal('conflict', 'The time to undo this job is over')
  // A record that is being processed was waited for above, and is undone with the others.
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

/**
 * Until when the job can be undone as a whole; null if it cannot. As long as it has changed nothing, its time has not begun:
 * it may be waiting for others.
 */
function undoUntilOf(ctx: Context, job: Awaited<ReturnType<typeof ownJob>>): Date | null {
  if (!job.undo_until) return null
  return job.has_changed || job.finished_at ? job.undo_until : undoEnd(ctx)
}

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
    undo_until: job.undone_by ? null : (undoUntilOf(ctx, job)?.toISOString() ?? null),
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
          .select((eb) => [
            eb
              .selectFrom('bulk_jobs as by')
              .select('by.id')
              .whereRef('by.undoes', '=', 'bulk_jobs.id')
              .as('undone_by'),
            eb
              .exists(
                eb
                  .selectFrom('bulk_rows')
                  .select('number')
                  .whereRef('job_id', '=', 'bulk_jobs.id')
                  .where('status', '=', 'done'),
              )
              .as('has_changed'),
          ])
          .where('id', '=', id)
          .where('person_id', '=', actor.id)
          .executeTakeFirst()
      : undefined
  if (!job) throw new Refusal('not-found', 'There is no such job')
  return job
}
