import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#app/server/config.ts'
import { createApp } from '#app/server/http.ts'
import { openInstallation } from '#app/server/service.ts'
import { createLogger } from '#kit/server/log.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** What the database is asked for one call, in order. */
export interface Recorded {
  statements: Statement[]
  /** The record that the call is about. */
  subject: string | null
}

export interface Call {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  subject: string | null
}

/** Makes each call once on the real application and notes the statements that it sends. */
export async function record(
  databaseUrl: string,
  keys: string,
  token: string,
  calls: readonly Call[],
): Promise<Record<string, Recorded>> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-bench-'))
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: directory, FIELD_KEYS: keys })
  const installation = await openInstallation(config)
  const app = await createApp({
    database: installation.database,
    services: installation.services,
    log: createLogger('silent'),
    allowedOrigins: [],
    trustedProxyHops: 0,
    isBehindTls: false,
    validateAnswers: false,
  })
  let heard: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | Statement, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    heard.push({ text, values: (typeof first === 'string' ? second : first.values) ?? [] })
    return Reflect.apply(query, this, given)
  } as typeof query
  const recorded: Record<string, Recorded> = {}
  try {
    for (const { name, method, path, body, subject } of calls) {
      heard = []
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) })
      if (answer.statusCode !== 200)
        throw new Error(`${method} ${path} answers ${answer.statusCode}: ${answer.body}`)
      recorded[name] = { statements: heard, subject }
    }
  } finally {
    pg.Client.prototype.query = query
    await app.close()
    await installation.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return recorded
}
