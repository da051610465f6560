// The yardstick: a Fastify without anything of ours that sends the same SQL on a pool of the same size and answers
// with its rows. What Munshi adds (contracts, permissions, shapes, audit, headers) is the distance to it.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import type { Recorded } from './record.ts'

const { databaseUrl, recorded } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  databaseUrl: string
  recorded: Record<string, Recorded>
}
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = fastify()

for (const [name, { statements, subject }] of Object.entries(recorded)) {
  app.get(`/${name}`, async (request) => {
    const { id } = request.query as { id?: string }
    const client = await pool.connect()
    try {
      let rows: unknown[] = []
      const fresh = new Map<string, string>(id && subject ? [[subject, id]] : [])
      for (const { text, values } of statements) {
        const given = id ? values.map((value) => renewed(value, fresh)) : values.map(parsed)
        const result = await client.query(text, given)
        if (result.rows.length > 0) rows = result.rows
      }
      return { results: rows }
    } finally {
      client.release()
    }
  })
}

const made = /01[0-9a-f]{6}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A value of the recorded decision for another record: its id, and new ids where the decision made some. */
function renewed(value: unknown, fresh: Map<string, string>): unknown {
  if (typeof value !== 'string') return parsed(value)
  for (const [from, to] of fresh) {
    if (value.includes(from)) return value.replaceAll(from, to)
  }
  return value.replace(made, (found) => {
    if (people.has(found)) return found
    const to = fresh.get(found) ?? crypto.randomUUID()
    fresh.set(found, to)
    return to
  })
}

function parsed(value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return isBytes ? Buffer.from((value as { data?: number[] } & object).data ?? []) : value
}

/** Ids that stay: those of whoever asks. */
const { rows: people_ } = await pool.query('select id from people union select id from sessions')
const people = new Set(people_.map(({ id }) => id as string))

await app.listen({ port: Number(process.argv[3]), host: '127.0.0.1' })
