import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Context, ContextParts, Services } from './context.ts'
import { readingContext } from './context.ts'
import type { Database } from './database.ts'

/** Background work that no request waits for. */
export type Job =
  /**
   * Runs in every instance, and again `everySeconds` after it ended, or at once if it returned `again`. It must be safe
   * to run in parallel (skip locked). What works through a backlog begins nothing new once `stopping` is aborted, because
   * the process ends with it.
   */
  | {
      name: string
      everySeconds: number
      run: (ctx: Context, log: Logger, stopping?: AbortSignal) => Promise<'again' | void>
    }
  /** Runs once across all instances at the times of a cron line, in Asia/Karachi. */
  | { name: string; cron: string; run: (ctx: Context, log: Logger, stopping?: AbortSignal) => Promise<void> }

/**
 * A nightly job that takes long is not begun again beside itself, which would correct the same difference twice; one that failed
 * runs the next night. Where no instance ran at its time, the next start makes up for it, once for all nights that were missed.
 */
const once = { expireInSeconds: 6 * 60 * 60, retryLimit: 0, missed: 'once' } as const

/** Creates or upgrades the tables of pg-boss, as part of the migration and under the startup lock. */
export async function migrateJobs(db: Database): Promise<void> {
  const { fromKysely, PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false, migrate: true })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

interface JobParts {
  db: Database
  patientDb: Database
  services: Services
  log: Logger
}

/**
 * Starts the background jobs. The returned function stops the jobs and waits for those that are running. `db` is for
 * the queue and for jobs that run all day, `patientDb` for nightly jobs.
 */
export function startJobs(jobs: readonly Job[], parts: JobParts): () => Promise<void> {
  const stopTickers = jobs.filter((job) => 'everySeconds' in job).map((job) => startTicker(job, parts))
  const stopping = new AbortController()
  const opened = openQueueUntilItWorks(
    jobs.filter((job) => 'cron' in job),
    parts,
    stopping.signal,
  )
  return async () => {
    stopping.abort()
    await Promise.all(stopTickers.map((stop) => stop()))
    const boss = await opened
    // Without its database pg-boss cannot shut down cleanly, and the jobs it held are released automatically.
    await boss?.stop({ graceful: true, timeout: 5_000 }).catch(() => {})
  }
}

/**
 * A running server does not wait for the queue, because a database that goes away at that moment would end the start.
 */
async function openQueueUntilItWorks(
  jobs: readonly Extract<Job, { cron: string }>[],
  parts: JobParts,
  stopping: AbortSignal,
): Promise<PgBoss | null> {
  while (!stopping.aborted) {
    try {
      return await openQueue(jobs, parts, stopping)
    } catch (error) {
      parts.log.warn({ err: error }, 'the job queue did not start, it will be tried again')
      await pause(2_000, undefined, { signal: stopping }).catch(() => {})
    }
  }
  return null
}

async function openQueue(
  jobs: readonly Extract<Job, { cron: string }>[],
  parts: JobParts,
  stopping: AbortSignal,
): Promise<PgBoss> {
  const { fromKysely, PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ db: fromKysely(parts.db), migrate: false, supervise: true, schedule: true })
  boss.on('error', (error) => parts.log.warn({ err: error }, 'job queue'))
  try {
    await boss.start()
    for (const job of jobs) {
      // Some sixty statements, which a stop does not wait for: the next start makes what is missing.
      if (stopping.aborted) break
      await boss.createQueue(job.name)
      await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Karachi', ...once })
      await boss.work(job.name, { pollingIntervalSeconds: 30 }, () => runScheduled(job, parts))
    }
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** Runs a job at its time. pg-boss keeps a fault in its own tables alone, where nobody looks. */
async function runScheduled(job: Extract<Job, { cron: string }>, parts: JobParts): Promise<void> {
  try {
    await job.run(jobContext(job.name, { ...parts, db: parts.patientDb }), parts.log)
  } catch (error) {
    parts.log.error({ err: error, job: job.name }, 'a scheduled job failed, it will run at its next time')
    throw error
  }
}

function startTicker(
  job: Extract<Job, { everySeconds: number }>,
  parts: { db: Database; services: Services; log: Logger },
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const tick = () => {
    running = job
      .run(jobContext(job.name, parts), parts.log, stopping.signal)
      .catch((error: unknown) =>
        parts.log.warn({ err: error, job: job.name }, 'job failed, it will run again'),
      )
      .then((next) => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, next === 'again' ? 0 : job.everySeconds * 1000)
      })
  }
  timer = setTimeout(tick, job.everySeconds * 1000)
  return () => {
    stopping.abort()
    clearTimeout(timer)
    return running
  }
}

/** A context in which a job acts under its own name. */
export function jobContext(name: string, parts: Pick<ContextParts, 'db' | 'services'>): Context {
  return readingContext({
    db: parts.db,
    services: parts.services,
    actor: { kind: 'system', name },
    requestId: uuidv7(),
  })
}
