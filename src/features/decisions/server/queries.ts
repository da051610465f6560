import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TimelineEntry } from '#features/audit/contract.ts'
import type { Message } from '#features/messages/contract.ts'
import { noteActions } from '#features/notes/contract.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { anyOf } from '#kit/server/table.ts'
import type { Decision } from '../contract.ts'
import './tables.ts'

/** The history of a record: the last decision, the messages about the record, and its audit rows. */
export interface Story {
  decision: Decision | null
  messages: Message[]
  history: TimelineEntry[]
}

export interface StoryRow {
  decision: Decision | null
  messages: Message[] | null
  history: TimelineEntry[] | null
}

type Storied =
  | 'vendor'
  | 'product'
  | 'customer'
  | 'withdrawal'
  | 'category'
  | 'promotion'
  | 'faq'
  | 'post'
  | 'subscriber'
  | 'mailing'

/**
 * SQL of when a record that awaits a decision was decided on last: what was submitted later is to be compared with what that
 * decision was on, however often it was submitted since. Null for a record that awaits none, or its first.
 */
export function lastDecidedAt(type: Storied, record: string): RawBuilder<Date | null> {
  const [id, status] = [sql.ref(`${record}.id`), sql.ref(`${record}.status`)]
  return sql`(select max(decided_at) from decisions where subject_type = ${type} and subject_id = ${id}
    and undone_at is null and ${status} in ('submitted', 'in_review'))`
}

/** Reads the history of a record in one query: the last decision, the last 20 messages and 50 audit rows, newest first. */
export async function readStory(db: Database, type: Storied, id: string): Promise<Story> {
  return storyIn((await storyOf(type, id).execute(db)).rows)
}

/** The statement of `readStory`, to be read together with another one; `storyIn` makes the story of its rows. */
export function storyOf(type: Storied, id: string): RawBuilder<StoryRow> {
  return sql<StoryRow>`
    select
      (select to_json(d) from (
        select d.id, d.action, d.reason, d.from_status, d.to_status, coalesce(p.username, d.decided_by_rule) as decided_by,
          d.decided_by as decided_by_id, d.decided_at, d.undo_until, d.undone_at
        from decisions d left join people p on p.id = d.decided_by
        where d.subject_type = ${type} and d.subject_id = ${id} and d.undone_at is null
        order by d.decided_at desc, d.id desc limit 1) d) as decision,
      (select json_agg(m) from (
        select id, kind, recipient, subject, status, send_at, sent_at, attempts, last_error
        from messages where subject_type = ${type} and subject_id = ${id}
        order by created_at desc limit 20) m) as messages,
      (select json_agg(a) from (
        select id, at, actor_kind, actor_name, action, reason, before, after
        from audit_log where subject_type = ${type} and subject_id = ${id}
          and not action = any(${[...noteActions]})
        order by id desc limit 50) a) as history`
}

export function storyIn(rows: readonly StoryRow[]): Story {
  const { decision = null, messages, history } = rows[0] ?? {}
  return {
    decision: decision && {
      ...decision,
      decided_at: isoTime(decision.decided_at),
      undo_until: isoTime(decision.undo_until),
      undone_at: decision.undone_at && isoTime(decision.undone_at),
    },
    messages: (messages ?? []).map((message) => ({
      ...message,
      send_at: isoTime(message.send_at),
      sent_at: message.sent_at && isoTime(message.sent_at),
    })),
    history: (history ?? []).map((entry) => ({ ...entry, at: isoTime(entry.at) })),
  }
}

/**
 * The decision on a vendor's changed data, or on an edit of a listing, as long as it can be undone: its time is not over and
 * nothing else has changed the record. Null if there is none.
 */
export async function readUndoable(
  ctx: Context,
  type: 'vendor_change' | 'product_revision',
  { id, version }: { id: string; version: number },
): Promise<Decision | null> {
  const row = await ctx.db
    .selectFrom('decisions as d')
    .innerJoin('people as p', 'p.id', 'd.decided_by')
    .select(['d.id', 'd.action', 'd.reason', 'd.from_status', 'd.to_status', 'd.subject_version'])
    .select(['p.username as decided_by', 'd.decided_by as decided_by_id', 'd.decided_at', 'd.undo_until'])
    .where('d.subject_type', '=', type)
    .where('d.subject_id', '=', id)
    .where('d.undone_at', 'is', null)
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.undo_until <= ctx.now() || row.subject_version !== version) return null
  const { subject_version: _, decided_at, undo_until, ...decision } = row
  return {
    ...decision,
    decided_at: decided_at.toISOString(),
    undo_until: undo_until.toISOString(),
    undone_at: null,
  }
}

/** The records of a kind that is decided on, by id; one that does not exist is left out. */
export async function readRows<Row>(
  db: Database,
  table: 'vendors' | 'products' | 'customers',
  ids: readonly string[],
): Promise<Row[]> {
  const rows = await (db as unknown as Kysely<{ decided: { id: string } }>)
    .selectFrom(table as 'decided')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .execute()
  return rows as Row[]
}

/** PostgreSQL writes times in JSON with the session's offset; the API uses UTC. */
function isoTime(text: string): string {
  return new Date(text).toISOString()
}
