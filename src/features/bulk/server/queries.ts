import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Cell } from '#kit/server/csv.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import type { BulkJob } from '../contract.ts'
import './tables.ts'

const shownFailures = 50

/** How far a job of one’s own has come. Refuses (not-found) another’s as one that is not there. */
export async function readJob(ctx: Context, { id }: { id: string }): Promise<BulkJob> {
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
    failures: await failuresOf(ctx, id, 0, shownFailures),
  }
}

/** What of a job of one’s own could not be done, as a CSV file. Refuses (not-found) as above. */
export async function exportFailures(ctx: Context, { id }: { id: string }): Promise<CsvAnswer> {
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
          .select(['kind', 'created_at', 'finished_at'])
          .where('id', '=', id)
          .where('person_id', '=', actor.id)
          .executeTakeFirst()
      : undefined
  if (!job) throw new Refusal('not-found', 'There is no such job')
  return job
}
