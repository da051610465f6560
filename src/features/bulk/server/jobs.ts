import { sql } from 'kysely'
import { actorOf } from '#features/access/server/queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { BulkWork } from './rules.ts'
import './tables.ts'

/** How long one round works before the ticker is asked whether to go on. */
const roundMs = 2_000
const keptDays = 90

/**
 * Works on what was begun, one record after the other, beside any number of instances. That a record was worked on is
 * stored in the transaction of the work itself: after a kill the next one goes on with exactly what was left.
 */
export function workOnBulkJobs(kinds: Readonly<Record<string, BulkWork>>): Job {
  return {
    name: 'bulk-jobs',
    everySeconds: 0.5,
    run: async (ctx, log) => {
      const until = Date.now() + roundMs
      while (Date.now() < until) {
        const next = await openRow(ctx)
        if (!next) return
        await workOn(ctx, next, kinds[next.kind]).catch((error: unknown) => {
          log.error({ err: error, job: next.job_id, record: next.subject_id }, 'a record of a job failed')
          return settle(ctx, next, 'Something went wrong')
        })
      }
    },
  }
}

/** Forgets jobs after 90 days; what they did stands in the audit log. */
export const forgetBulkJobs: Job = {
  name: 'forget-bulk-jobs',
  cron: '50 3 * * *',
  run: async ({ db, now }) => {
    const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await sql`delete from bulk_jobs where finished_at < ${before}`.execute(db)
  },
}

interface Row {
  job_id: string
  number: number
  subject_id: string
  kind: string
  input: unknown
  person_id: string
}

/** The next record that waits, of the job that was begun first; a job without one is closed on the way. */
async function openRow({ db, now }: Context): Promise<Row | null> {
  for (;;) {
    const { rows } = await sql<Omit<Row, 'number'> & { number: number | null }>`
      select j.id as job_id, j.kind, j.input, j.person_id, r.number, r.subject_id
      from bulk_jobs j left join lateral (
        select number, subject_id from bulk_rows where job_id = j.id and status = 'waiting' order by number limit 1) r on true
      where j.finished_at is null order by j.created_at, j.id limit 1`.execute(db)
    const row = rows[0]
    if (!row) return null
    if (row.number !== null) return { ...row, number: row.number }
    await sql`update bulk_jobs set finished_at = ${now()} where id = ${row.job_id} and finished_at is null`.execute(
      db,
    )
  }
}

async function workOn(ctx: Context, row: Row, work: BulkWork | undefined): Promise<void> {
  if (!work) return settle(ctx, row, 'There is no longer such work')
  try {
    const actor = await actorOf(ctx.db, row.person_id, work.begunBy)
    await transact({ ...ctx, actor }, async (own) => {
      // Another instance may be at it: whoever comes second finds that it waits no more.
      const held = await sql`
        select from bulk_rows where job_id = ${row.job_id} and number = ${row.number} and status = 'waiting'
        for update`.execute(own.db)
      if (held.rows.length === 0) return own.unchanged()
      const name = await work.act(own, row.subject_id, row.input as never)
      await sql`update bulk_rows set status = 'done', name = ${name}
        where job_id = ${row.job_id} and number = ${row.number}`.execute(own.db)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await settle(ctx, row, error.message, await work.nameOf(ctx, row.subject_id))
  }
}

/** Writes down that a record could not be worked on, and why. */
async function settle({ db }: Context, row: Row, message: string, name = ''): Promise<void> {
  await sql`update bulk_rows set status = 'failed', message = ${message}, name = ${name}
    where job_id = ${row.job_id} and number = ${row.number} and status = 'waiting'`.execute(db)
}
