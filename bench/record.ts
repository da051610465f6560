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
  /** What the call is about: its ids and numbers, which are others in each call that changes something. */
  subjects: string[]
  /** When it was recorded, in milliseconds: ids that begin with a later time were made by it. */
  since: number
  /** What a shopper was answered from memory. */
  answer?: { type: string; etag: string; body: string }
}

export interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: unknown
  subjects: string[]
  /** Asked by who has the answer. */
  isHeld?: boolean
}

/**
 * Makes each call once on the real application and notes the statements that it sends; a call without a token twice, because
 * the first fills the memory that the others are answered from.
 */
export async function record<C extends Call>(
  databaseUrl: string,
  keys: string,
  calls: readonly C[],
  tokenOf: (call: C) => string | null,
): Promise<Record<string, Recorded>> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-bench-'))
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: directory, FIELD_KEYS: keys })
  const installation = await openInstallation(config)
  const app = await createApp({
    database: installation.database,
    services: installation.services,
    log: createLogger('silent'),
    allowedOrigins: [],
    standing: { isDraining: false },
    trustedProxyHops: 0,
    isBehindTls: false,
    rateLimit: null,
    servesExampleShop: false,
    validateAnswers: false,
  })
  let heard: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | Statement, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    // What a new connection is set to is not part of a call.
    if (!text.startsWith("select set_config('jit'"))
      heard.push({ text, values: (typeof first === 'string' ? second : first.values) ?? [] })
    return Reflect.apply(query, this, given)
  } as typeof query
  const recorded: Record<string, Recorded> = {}
  try {
    for (const call of calls) {
      const { name, method, path, headers: own, body, subjects } = call
      heard = []
      const since = Date.now()
      const token = tokenOf(call)
      const headers = { ...own, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
      const make = () => app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) })
      let answer = await make()
      if (token === null) {
        heard = []
        answer = await make()
      }
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} answers ${answer.statusCode}: ${answer.body}`)
      const { 'content-type': type, etag } = answer.headers
      const kept = { type: String(type), etag: String(etag), body: answer.body }
      recorded[name] = { statements: heard, subjects, since, ...(token === null ? { answer: kept } : {}) }
    }
  } finally {
    pg.Client.prototype.query = query
    await app.close()
    await installation.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return recorded
}
