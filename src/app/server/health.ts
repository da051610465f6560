import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type OpenDatabase, pendingMigrations } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files.ts'

export const migrations = new URL('../../../database/migrations/', import.meta.url)

/** How long `/readyz` may take: who asks gives up soon after, and must have been told what failed. */
const mostMs = 1_500

/** Whether it is about to end: it answers what it is asked, and says that nothing more should be sent. */
export interface Standing {
  isDraining: boolean
}

/** /livez: the process answers. /readyz: database, migrations, job queue and room on the disk are there, each by name. */
export function mountHealth(
  app: FastifyInstance,
  database: OpenDatabase,
  files: FileStore,
  standing: Standing,
): void {
  const canWrite = diskCheck(files)
  let looking: ReturnType<typeof look> | null = null
  app.get('/livez', { exposeHeadRoute: false }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: false }, async (_request, reply) => {
    if (standing.isDraining) {
      void reply.status(503).header('retry-after', '2')
      return { status: 'draining', checks: {} }
    }
    // Who asks meanwhile gets the same answer: there is one connection for it, and nobody waits for it in a row.
    looking ??= look(database, canWrite).finally(() => {
      looking = null
    })
    const checks = await looking
    const isReady = Object.values(checks).every((check) => check === 'ok')
    if (!isReady) void reply.status(503).header('retry-after', '2')
    return { status: isReady ? 'ok' : 'not ready', checks }
  })
}

async function look({ engine, healthDb: db }: OpenDatabase, canWrite: () => Promise<boolean>) {
  // The embedded engine is within this process: it may be busy with one statement, and does not hang.
  const until = engine === 'embedded' ? null : performance.now() + mostMs
  return {
    database: await holds(until, async () => {
      await sql`select 1`.execute(db)
      return true
    }),
    migrations: await holds(until, async () => (await pendingMigrations(db, migrations)) === 0),
    disk: await holds(until, () => canWrite()),
    jobs: await holds(until, async () => {
      await sql`select 1 from pgboss.version`.execute(db)
      return true
    }),
  }
}

/** Whether it holds, asked until that moment and not longer. */
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

/** Whoever asks may ask often: the disk is written to once in two seconds at most. */
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
