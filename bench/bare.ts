// The yardstick: a Fastify without anything of ours that sends the same SQL on a pool of the same size and answers
// with its rows; what shoppers are answered from memory it has in memory too. What Munshi adds (contracts, permissions, shapes, audit, headers) is the distance to it.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Recorded } from './record.ts'

const { databaseUrl, recorded } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  databaseUrl: string
  recorded: Record<string, Recorded>
}
const onConnect = async (client: pg.ClientBase) => {
  await client.query('set jit = off')
}
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, onConnect })
const app = fastify()

for (const [name, { statements, subjects, since, answer }] of Object.entries(recorded)) {
  if (answer) {
    const bytes = Buffer.from(answer.body)
    app.get(`/${name}`, async (request, reply) => {
      void reply.header('etag', answer.etag)
      if (request.headers['if-none-match'] === answer.etag) return reply.status(304).send()
      return reply.type(answer.type).send(bytes)
    })
    continue
  }
  app.get(`/${name}`, async (request) => {
    const { of } = request.query as { of?: string }
    const client = await pool.connect()
    try {
      let rows: unknown[] = []
      const fresh = new Map(of?.split(',').map((other, index) => [subjects[index] ?? '', other]))
      for (const { text, values } of statements) {
        const given = values.map((value) => (of ? renewed(value, fresh, since) : parsed(value)))
        const result = await client.query({ text, values: given, ...nameOf(text) })
        if (result.rows.length > 0) rows = result.rows
      }
      return { results: rows }
    } finally {
      client.release()
    }
  })
}

const names = new Map<string, string>()

/** As Munshi does: planned once for each connection, but for a search, whose plan depends on what is looked for. */
function nameOf(text: string): { name?: string } {
  if (!text.includes('$1') || /\blike\b/i.test(text)) return {}
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return { name }
}

const made = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A value of the recorded call for another record: its own ids, and new ones where the call made some. */
function renewed(value: unknown, fresh: Map<string, string>, since: number): unknown {
  if (Array.isArray(value)) return value.map((one) => renewed(one, fresh, since))
  if (typeof value !== 'string') return parsed(value)
  let text = value
  for (const [from, to] of fresh) text = text.replaceAll(from, to)
  return text.replace(made, (found) => {
    const at = Number.parseInt(found.replace('-', '').slice(0, 12), 16)
    if (at < since || at > since + 60_000) return found
    const to = fresh.get(found) ?? uuidv7()
    fresh.set(found, to)
    return to
  })
}

function parsed(value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return isBytes ? Buffer.from((value as { data?: number[] } & object).data ?? []) : value
}

await app.listen({ port: Number(process.argv[3]), host: '127.0.0.1' })
