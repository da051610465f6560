import { sql } from 'kysely'
import type { Context } from './context.ts'
import type { Database, OpenDatabase } from './database.ts'
import type { StreamEvent } from './stream-frames.ts'
import { type TableOf, table } from './table.ts'

const streamNews = table('stream_news', { noun: 'text', person_id: 'uuid?', records: 'int4' })
const streamEvents = table('stream_events', {
  id: 'int8=',
  noun: 'text',
  person_id: 'uuid?',
  records: 'int4',
  at: 'timestamptz=',
})

declare module './database.ts' {
  interface Tables {
    stream_news: TableOf<typeof streamNews>
    stream_events: TableOf<typeof streamEvents>
  }
}

/** So many events are read in one query. */
export const readAtOnce = 1_000

/**
 * Tells these people's streams of a noun that concerns them alone, once the transaction is stored.
 */
export async function tellStreams(ctx: Context, noun: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  await sql`insert into stream_news (noun, person_id, records)
    select ${noun}, person_id::uuid, 1 from unnest(${[...people]}::text[]) as told (person_id)`.execute(
    ctx.db,
  )
}

/** How long an event can be read again. A reader that was away for longer reads everything again. */
const keptMinutes = 60

/** Numbers what no instance with streams has numbered, and forgets what nobody reads again. The newest event stays. */
export function keepStream(engine: OpenDatabase['engine']) {
  return {
    name: 'keep-stream',
    everySeconds: 30,
    run: async ({ db }: Context) => {
      await numberNews({ db, engine })
      await sql`delete from stream_events where at < now() - make_interval(mins => ${keptMinutes})
        and id < (select max(id) from stream_events)`.execute(db)
    },
  }
}

/** Gives numbers to what was stored since. The lock is held until they are stored, so numbers appear in their order. */
export async function numberNews({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): Promise<void> {
  const { rows } = await sql`select from stream_news limit 1`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (own) => {
    await sql`select pg_advisory_xact_lock(hashtext('munshi stream'))`.execute(own)
    await sql`
      with taken as (delete from stream_news returning noun, person_id, records)
      insert into stream_events (noun, person_id, records)
      select noun, person_id, sum(records)::int4 from taken group by noun, person_id`.execute(own)
    if (engine === 'server') await sql`select pg_notify('munshi_stream', '')`.execute(own)
  })
}

/** A page that says how old it is was asked for a little earlier than it knows. */
const marginMs = 2_000

/**
 * The last event before a page of this age was asked for: what it has read may lack the next one. Null where there are no
 * events.
 */
export async function eventBefore(db: Database, ageMs: number): Promise<number | null> {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select max(id) from stream_events where at < now() - make_interval(secs => ${(ageMs + marginMs) / 1000})),
      (select min(id) - 1 from stream_events)
    )::text as id`.execute(db)
  const id = rows[0]?.id
  return id === null || id === undefined ? null : Number(id)
}

/** The events after this one in their order, at most `readAtOnce`. */
export async function eventsAfter(db: Database, id: number): Promise<StreamEvent[]> {
  const { rows } = await sql<{ id: string; noun: string; person_id: string | null; records: number }>`
    select id::text, noun, person_id, records from stream_events where id > ${id}
    order by stream_events.id limit ${readAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
