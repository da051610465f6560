import { type RawBuilder, type Selectable, sql } from 'kysely'
import '#kit/server/audit.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database, Tables } from '#kit/server/database.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage, listWhole } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import type { AuditEntry, audit, TimelineEntry } from '../contract.ts'

/** An entry as the log has it, without what the present state of its record adds. */
type LoggedEntry = Omit<AuditEntry, 'record'>

/** The records with these ids as their screens know them; one that is gone is left out. */
export type FindShown = (
  db: Database,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, NonNullable<AuditEntry['record']>>>

declare module '#kit/server/context.ts' {
  interface Services {
    /**
     * The types of record that the log names otherwise than their screens do: with several screens, or with another id. The
     * application collects them from the features.
     */
    shownRecords: Readonly<Record<string, FindShown>>
  }
}

export type AuditFilters = Input<typeof audit.export>

const newestFirst = '-at'
/** How many values of each kind the filters offer: more than there are actions, and than anybody has colleagues. */
const mostFacets = 1_000
/** How many entries the history on the screen of a record shows; the log has all of them. */
const shownOfHistory = 50

/** One page of the log; the total is exact up to 1,000 entries. */
export async function listEntries(ctx: Context, input: Input<typeof audit.list>): Promise<Page<AuditEntry>> {
  const page = await listPage(ctx.db, auditSource(input), input)
  return { ...page, rows: await withRecords(ctx, page.rows) }
}

/** Every entry that matches the filters, newest first, in batches that are separate queries. */
export function readAllEntries(ctx: Context, filters: AuditFilters): AsyncIterable<LoggedEntry[]> {
  return listWhole(ctx.db, auditSource(filters), newestFirst).batches
}

/** One entry of the log. Refuses an unknown id (not-found). */
export async function readEntry(ctx: Context, { id }: { id: string }): Promise<AuditEntry> {
  const row = await ctx.db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no audit log entry with this id')
  const [entry] = await withRecords(ctx, [entryOf(row)])
  return entry as AuditEntry
}

async function withRecords(ctx: Context, entries: readonly LoggedEntry[]): Promise<AuditEntry[]> {
  const { shownRecords } = ctx.services
  const found = new Map<string, AuditEntry['record']>()
  for (const { subject_type, subject_id } of entries) {
    if (subject_id) found.set(keyOf(subject_type, subject_id), { kind: subject_type, id: subject_id })
  }
  for (const [type, find] of Object.entries(shownRecords)) {
    const ids = entries.flatMap((one) => (one.subject_type === type ? (one.subject_id ?? []) : []))
    if (ids.length === 0) continue
    const shown = await find(ctx.db, [...new Set(ids)])
    for (const id of ids) found.set(keyOf(type, id), shown.get(id) ?? null)
  }
  return entries.map((entry) => ({
    ...entry,
    record: found.get(keyOf(entry.subject_type, entry.subject_id ?? '')) ?? null,
  }))
}

const keyOf = (type: string, id: string) => `${type} ${id}`

/** The latest 50 entries about a record, newest first, for its own screen: everybody who may open the record may read them. */
export async function readHistory(db: Database, type: string, id: string): Promise<TimelineEntry[]> {
  const found = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_kind', 'actor_name', 'action', 'reason', 'before', 'after'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(shownOfHistory)
    .execute()
  return found.map((entry) => ({ ...entry, at: entry.at.toISOString() }) as TimelineEntry)
}

/**
 * The values that occur in the log. Each value is found by one index lookup, so the size of the log does not matter. Of more
 * people than are offered, those who came last: ids are in the order of time.
 */
export async function readFacets(ctx: Context): Promise<Answer<typeof audit.facets>> {
  const { rows } = await sql<{
    [K in keyof Answer<typeof audit.facets>]: Answer<typeof audit.facets>[K] | null
  }>`
    select
      (select json_agg(value) from (${valuesOf('action')}) v) as actions,
      (select json_agg(value) from (${valuesOf('subject_type')}) v) as subject_types,
      (select json_agg(p) from (
        select v.value as id, latest.actor_name as name, latest.actor_kind as kind
        from (${valuesOf('actor_id', 'descending')}) v
        cross join lateral (
          select actor_name, actor_kind from audit_log where actor_id = v.value order by at desc, id desc limit 1
        ) latest
        order by lower(latest.actor_name), v.value) p) as people`.execute(ctx.db)
  const { actions, subject_types, people } = rows[0] ?? {}
  return { actions: actions ?? [], subject_types: subject_types ?? [], people: people ?? [] }
}

/** The distinct values of the leading column of an index, in this order, at most 1,000. */
function valuesOf(
  name: 'action' | 'subject_type' | 'actor_id',
  order: 'ascending' | 'descending' = 'ascending',
): RawBuilder<unknown> {
  const column = sql.ref(name)
  const [follows, way] = order === 'ascending' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  return sql`
    with recursive seen as (
      (select ${column} as value from audit_log where ${column} is not null order by ${column} ${way} limit 1)
      union all
      select (select ${column} from audit_log where ${column} ${follows} seen.value order by ${column} ${way} limit 1)
      from seen where seen.value is not null
    )
    select value from seen where value is not null limit ${mostFacets}`
}

function auditSource(filters: AuditFilters): ListSource<LoggedEntry> {
  const equal = (['actor_id', 'subject_type', 'subject_id', 'action', 'request_id'] as const).flatMap(
    (name) => (filters[name] === undefined ? [] : [sql`${sql.ref(`a.${name}`)} = ${filters[name]}`]),
  )
  return {
    from: sql`audit_log a`,
    alias: 'a',
    partitions: [sql`true`],
    filters: [...equal, ...withinDays('a.at', filters)],
    sorts: { at: { column: 'at', type: 'timestamptz' } },
    select: sql`a.*`,
    countAll: null,
    shape: entryOf,
  }
}

function entryOf(row: Selectable<Tables['audit_log']>): LoggedEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_kind: row.actor_kind as AuditEntry['actor_kind'],
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    reason: row.reason,
    request_id: row.request_id,
  }
}
