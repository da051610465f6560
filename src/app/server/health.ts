import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type OpenDatabase, pendingMigrations } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files.ts'

export const migrations = new URL('../../../database/migrations/', import.meta.url)

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
  app.get('/livez', { exposeHeadRoute: false }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: false }, async (_request, reply) => {
    if (standing.isDraining) {
      void reply.status(503).header('retry-after', '2')
      return { status: 'draining', checks: {} }
    }
    const checks = {
      database: await holds(async () => {
        await sql`select 1`.execute(database.db)
        return true
      }),
      migrations: await holds(async () => (await pendingMigrations(database.db, migrations)) === 0),
      disk: await holds(() => canWrite()),
      jobs: await holds(async () => {
        await sql`select 1 from pgboss.version`.execute(database.db)
        return true
      }),
    }
    const isReady = Object.values(checks).every((check) => check === 'ok')
    if (!isReady) void reply.status(503).header('retry-after', '2')
    return { status: isReady ? 'ok' : 'not ready', checks }
  })
}

async function holds(check: () => Promise<boolean>): Promise<'ok' | 'failed'> {
  try {
    return (await check()) ? 'ok' : 'failed'
  } catch {
    return 'failed'
  }
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
