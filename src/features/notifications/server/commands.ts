import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { queueNotice } from '#features/messages/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { tellStreams } from '#kit/server/stream-events.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type Channel,
  type NotificationChoice,
  type NotificationEvent,
  type NotificationKind,
  type notifications,
  usualChannels,
} from '../contract.ts'
import { wordsOf } from '../words-contract.ts'
import { readerOf, seenBy } from './queries.ts'
import './tables.ts'
import '#features/access/server/tables.ts'

/** The noun under which streams tell a person of their notifications. */
const streamNoun = 'notification'

/** What people are notified of. */
export interface News {
  kind: NotificationKind
  event: NotificationEvent
  subject: { type: string; id: string | null; name: string }
  path: string
  /** The permission that the record needs; empty for what concerns the person alone. */
  needs: string
  /** The people who are notified, of those who may see it; everybody who may, if it is left out. */
  people?: readonly string[]
  detail?: string
  count?: number
  /** Unread notifications of a person with the same group become one; the record is the group otherwise. */
  group?: string
  /** A count replaces the one before, because it is of the same things. */
  isTotal?: boolean
  /** Mails about it are sent by the noun itself. */
  hasOwnMail?: boolean
  /** Whether the noun sends its own mail to this address, whatever its person has chosen: they get no second one. */
  isMailed?: (email: string) => boolean
  /** Who is not notified, because they wrote it without being the one who calls. */
  except?: string
}

/**
 * Notifies people in the transaction of the act: those who can sign in, may see the record and want to hear of the kind,
 * except the person who did it. Answers their choices.
 */
export async function notify(ctx: Context, news: News): Promise<ReadonlyMap<string, Channel>> {
  const { kind, event, subject, path, needs, people, detail = '', count = 1, except = null } = news
  const isMailed = news.isMailed ?? (() => false)
  const isMine = people !== undefined
  const own = ctx.actor.kind === 'person' && !isSelf(news) ? ctx.actor.id : null
  const { rows } = await sql<{ id: string; username: string; email: string; channel: Channel }>`
    select p.id, p.username, p.email, coalesce(c.channel, ${usualChannels[kind]}) as channel
    from people p join roles r on r.id = p.role_id
      left join notification_choices c on c.person_id = p.id and c.kind = ${kind}
    where p.list = 'active' and (${needs} = '' or ${needs} = any(r.permissions))
      and p.id is distinct from ${own}::uuid and p.id is distinct from ${except}::uuid
      ${isMine ? sql`and p.id = any(${[...people]}::uuid[])` : sql``}
    order by p.id`.execute(ctx.db)
  const channels = new Map(rows.map(({ id, channel }) => [id, channel]))
  const told = rows.filter(({ channel }) => channel !== 'off')
  if (told.length === 0) return channels
  const group = news.group ?? groupOf(subject)
  const by = actorName(ctx)
  const byName = ctx.actor.kind === 'person' ? by : ''
  const written = told.map(({ id, email, channel }) => ({
    id: uuidv7(),
    person_id: id,
    mail: channel === 'digest' && !isMailed(email) ? 'digest' : 'none',
  }))
  await sql`
    insert into notifications (id, person_id, kind, event, needs, group_key, subject_type, subject_id, name, path, by_name,
      detail, count, is_mine, mail, created_at)
    select id, person_id, ${kind}, ${event}, ${needs}, ${group}, ${subject.type}, ${subject.id}::uuid, ${subject.name},
      ${path}, ${byName}, ${detail}, ${count}::int4, ${isMine}::boolean, mail, ${ctx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r (id uuid, person_id uuid, mail text)
    order by person_id
    on conflict (person_id, kind, group_key) where read_at is null do update set
      count = case when ${news.isTotal === true} then excluded.count else notifications.count + excluded.count end,
      event = excluded.event, name = excluded.name, path = excluded.path, by_name = excluded.by_name,
      detail = excluded.detail, mail = excluded.mail, created_at = excluded.created_at`.execute(ctx.db)
  await tellStreams(
    ctx,
    streamNoun,
    told.map(({ id }) => id),
  )
  if (!news.hasOwnMail) {
    const words = wordsOf({
      ...{ event, subject_type: subject.type, name: subject.name, by_name: byName, detail, count },
    })
    const link = new URL(path, ctx.services.publicUrl).href
    for (const { id, username, email, channel } of told) {
      if (channel !== 'mail' || isMailed(email)) continue
      await queueNotice(ctx, {
        letter: { kind: 'notification', name: username, words, link },
        recipient: email,
        personId: id,
      })
    }
  }
  return channels
}

/** What the unread notifications of a person about a record have in common. */
function groupOf({ type, id }: { type: string; id: string | null }): string {
  return `${type} ${id ?? ''}`
}

/** A sign-in is told to the person who signed in. */
function isSelf({ kind }: News): boolean {
  return kind === 'new_device' || kind === 'job_finished'
}

/** Marks unread notifications of this kind about a record as read, for everybody: what they ask for is done. */
export async function settleNotifications(
  ctx: Context,
  kind: NotificationKind,
  event: NotificationEvent,
  subjectId: string,
): Promise<void> {
  const { rows } = await sql<{ person_id: string }>`
    update notifications set read_at = ${ctx.now()}, mail = case mail when 'digest' then 'none' else mail end
    where kind = ${kind} and event = ${event} and subject_id = ${subjectId} and read_at is null
    returning person_id`.execute(ctx.db)
  await tellStreams(ctx, streamNoun, [...new Set(rows.map(({ person_id }) => person_id))])
}

/**
 * Leaves out of the next daily mail what is in it so far, in a database that was restored: that mail may have been sent after the
 * backup was made. The notifications stay unread on the screen.
 */
export async function emptyDigests(ctx: Context): Promise<void> {
  await sql`update notifications set mail = 'none' where mail = 'digest'`.execute(ctx.db)
}

/**
 * True once for each key until it is cleared, in whichever instance: what lasts is announced when it begins, and not at
 * every look.
 */
export async function isFirstMark(ctx: Context, key: string): Promise<boolean> {
  return (await firstMarks(ctx, [key])).length > 0
}

/** Those of these keys that were not marked yet. */
export async function firstMarks(ctx: Context, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    insert into notification_marks (key, at) select key, ${ctx.now()}::timestamptz
    from unnest(${[...keys]}::text[]) as given (key) order by key on conflict do nothing returning key`.execute(
    ctx.db,
  )
  return rows.map(({ key }) => key)
}

/** A mention that is gone, and what a notification of the record then tells of. */
interface LostMention {
  person_id: string
  told_at: Date
  last_note: string | null
  last_by: string | null
}

/**
 * Takes mentions in a note that is gone out of the unread notifications of its record: one that counted others too counts one
 * less, and names the last of those.
 */
export async function takeBackMention(
  ctx: Context,
  record: { type: string; id: string },
  noteId: string,
  mentions: readonly LostMention[],
): Promise<void> {
  const group = groupOf(record)
  // Of somebody whose name was taken out of the note before, no mention is left.
  const alone = await sql<{ person_id: string }>`
    delete from notifications where kind = 'mentioned' and detail = ${noteId} and read_at is null and count = 1
    returning person_id`.execute(ctx.db)
  const changed = alone.rows.map(({ person_id }) => person_id)
  for (const { person_id, told_at, last_note, last_by } of mentions) {
    // The first notification that is not older than the mention counts it. That one may have been read since.
    const { rows } = await sql`
      with counted as (
        select id from (
          select id, read_at from notifications
          where person_id = ${person_id} and kind = 'mentioned' and group_key = ${group} and created_at >= ${told_at}
          order by created_at, read_at is not null limit 1) first where read_at is null),
      gone as (
        delete from notifications n using counted c where n.id = c.id and (n.count = 1 or ${last_note === null})
        returning n.id),
      fewer as (
        update notifications n set count = n.count - 1,
          detail = case n.detail when ${noteId} then ${last_note ?? ''} else n.detail end,
          by_name = case n.detail when ${noteId} then ${last_by ?? ''} else n.by_name end
        from counted c where n.id = c.id and n.count > 1 and ${last_note !== null}
        returning n.id)
      select id from gone union all select id from fewer`.execute(ctx.db)
    if (rows.length > 0) changed.push(person_id)
  }
  await tellStreams(ctx, streamNoun, changed)
}

/** Clears a mark, so that the next time is announced again. */
export async function clearMark(ctx: Context, key: string): Promise<void> {
  await ctx.db.deleteFrom('notification_marks').where('key', '=', key).execute()
}

/** Marks the caller's notifications as read. Which of their own notifications a person has read is not audited. */
export function markRead(ctx: Context, { ids }: { ids: string[] }): Promise<{ changed: number }> {
  return mark(ctx, sql`n.id = ${anyOf(ids)} and n.read_at is null`, ctx.now())
}

/** Marks the caller's notifications as unread. One whose group has an unread one already stays read. */
export function markUnread(ctx: Context, { ids }: { ids: string[] }): Promise<{ changed: number }> {
  const isAlone = sql`not exists (select from notifications o where o.person_id = n.person_id and o.kind = n.kind
    and o.group_key = n.group_key and o.id <> n.id and (o.read_at is null or (o.id = ${anyOf(ids)} and o.id > n.id)))`
  return mark(ctx, sql`n.id = ${anyOf(ids)} and n.read_at is not null and ${isAlone}`, null)
}

/** Marks all of the caller's notifications as read that are not newer than `until`. */
export function markAllRead(
  ctx: Context,
  { until }: Input<typeof notifications.readAll>,
): Promise<{ changed: number }> {
  const isOld = until === undefined ? sql`true` : sql`n.created_at <= ${until}::timestamptz`
  return mark(ctx, sql`n.read_at is null and ${isOld}`, ctx.now())
}

async function mark(
  ctx: Context,
  which: ReturnType<typeof sql>,
  readAt: Date | null,
): Promise<{ changed: number }> {
  const { id } = readerOf(ctx)
  const { rows } = await sql`
    update notifications n set read_at = ${readAt}::timestamptz
    where n.person_id = ${id} and ${which} and ${seenBy(ctx)} returning n.id`.execute(ctx.db)
  if (rows.length > 0) await tellStreams(ctx, streamNoun, [id])
  ctx.unchanged()
  return { changed: rows.length }
}

/** Chooses how the caller is notified of a kind. */
export async function chooseChannel(
  ctx: Context,
  { kind, channel }: NotificationChoice,
): Promise<NotificationChoice> {
  const { id, name } = readerOf(ctx)
  const before = await ctx.db
    .selectFrom('notification_choices')
    .select('channel')
    .where('person_id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if ((before?.channel ?? usualChannels[kind]) === channel) {
    ctx.unchanged()
    return { kind, channel }
  }
  await ctx.db
    .insertInto('notification_choices')
    .values({ person_id: id, kind, channel })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet({ channel }))
    .execute()
  await ctx.record({
    action: 'choose notifications',
    subject: { type: 'person', id, name },
    before: { [kind]: before?.channel ?? usualChannels[kind] },
    after: { [kind]: channel },
  })
  return { kind, channel }
}
