import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database, OpenDatabase } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files.ts'

export const migrations = new URL('../../../database/migrations/', import.meta.url)

/** The time limit of `/readyz`. Callers give up soon after, and must learn before then which check failed. */
const mostMs = 1_500

/** Whether the process is about to end. It still answers requests, and reports that no more should be sent. */
export interface Standing {
  isDraining: boolean
}

/**
 * /livez: the process answers. /readyz: database, migrations, job queue and free disk space, each reported by name. The
 * migrations are those that `directory` has now: an update adds the files of the next version while this one still answers.
 */
export function mountHealth(
  app: FastifyInstance,
  database: OpenDatabase,
  files: FileStore,
  standing: Standing,
  directory = migrations,
): void {
  const needed = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  const canWrite = diskCheck(files)
  let looking: ReturnType<typeof look> | null = null
  app.get('/livez', { exposeHeadRoute: false }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: false }, async (_request, reply) => {
    if (standing.isDraining) {
      void reply.status(503).header('retry-after', '2')
      return { status: 'draining', checks: {} }
    }
    // Concurrent callers share one check, because there is only one connection for health checks and callers must not
    // queue.
    looking ??= look(database, needed, canWrite).finally(() => {
      looking = null
    })
    const checks = await looking
    const isReady = Object.values(checks).every((check) => check === 'ok')
    if (!isReady) void reply.status(503).header('retry-after', '2')
    return { status: isReady ? 'ok' : 'not ready', checks }
  })
}

async function look(
  { engine, healthDb: db }: OpenDatabase,
  needed: readonly string[],
  canWrite: () => Promise<boolean>,
) {
  // The embedded engine runs in this process: it may be busy with a statement, but it does not hang.
  const until = engine === 'embedded' ? null : performance.now() + mostMs
  return {
    database: await holds(until, async () => {
      await sql`select 1`.execute(db)
      return true
    }),
    migrations: await holds(until, () => areApplied(db, needed)),
    disk: await holds(until, () => canWrite()),
    jobs: await holds(until, async () => {
      await sql`select 1 from pgboss.version`.execute(db)
      return true
    }),
  }
}

async function areApplied(db: Database, needed: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ applied: number }>`
    select count(*)::int4 as applied from migrations where name = any(${[...needed]}::text[])`.execute(db)
  return rows[0]?.applied === needed.length
}

/** Runs a check and reports failure if it has not finished by the deadline. */
async function holds(until: number | null, check: () => Promise<boolean>): Promise<'ok' | 'failed'> {
  const asked = check().then(
    (is) => (is ? 'ok' : 'failed'),
    () => 'failed' as const,
  )
  if (until === null) return asked
  const late = new AbortController()
  const tooLate = pause(Math.max(0, until - performance.now()), 'failed' as const, late).catch(
    () => 'failed' as const,
  )
  const answer = await Promise.race([asked, tooLate])
  late.abort()
  return answer
}

/** Health checks may be frequent, so the disk is written to once in two seconds at most. */
const lookedAtForMs = 2_000

function diskCheck(files: FileStore): () => Promise<boolean> {
  let looked: { at: number; answer: Promise<boolean> } | null = null
  return () => {
    if (!looked || Date.now() - looked.at > lookedAtForMs) {
      const answer = files.probe().then(
        () => true,
        () => false,
      )
      looked = { at: Date.now(), answer }
    }
    return looked.answer
  }
}
