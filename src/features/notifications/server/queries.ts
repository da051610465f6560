import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { eventBefore } from '#kit/server/stream-events.ts'
import {
  latestShown,
  mostCounted,
  type Notification,
  type NotificationChoice,
  type NotificationSummary,
  notificationKinds,
  type notifications,
  type stream,
  usualChannels,
} from '../contract.ts'
import { nounsFor } from '../live-contract.ts'
import { canHear } from './rules.ts'
import type { NotificationRecord } from './tables.ts'

/** The caller's notifications. What they may no longer see is neither shown nor counted. */
export function listNotifications(
  ctx: Context,
  { state, kind, to, ...query }: Input<typeof notifications.list>,
): Promise<Page<Notification>> {
  const filters = [
    ...(state ? [state === 'unread' ? sql`n.read_at is null` : sql`n.read_at is not null`] : []),
    ...(kind ? [sql`n.kind = ${kind}`] : []),
    ...(to ? [sql`n.is_mine`] : []),
  ]
  return listPage(
    ctx.db,
    {
      from: sql`notifications n`,
      alias: 'n',
      partitions: [sql`n.person_id = ${readerOf(ctx).id}`],
      filters: [seenBy(ctx), ...filters],
      sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
      select: sql`n.*`,
      countAll: null,
      shape: notificationOf,
    },
    query,
  )
}

/** How many are unread, and the latest ten. */
export async function readSummary(ctx: Context): Promise<NotificationSummary> {
  const { id } = readerOf(ctx)
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int4 as unread from (
      select from notifications n where n.person_id = ${id} and n.read_at is null and ${seenBy(ctx)}
      limit ${mostCounted}) counted`.execute(ctx.db)
  const latest = await sql<NotificationRecord>`
    select n.* from notifications n where n.person_id = ${id} and ${seenBy(ctx)}
    order by n.created_at desc, n.id desc limit ${latestShown}`.execute(ctx.db)
  return { unread: rows[0]?.unread ?? 0, latest: latest.rows.map(notificationOf) }
}

/** How the caller is notified of each kind that their role can be notified of. */
export async function listChoices(ctx: Context): Promise<NotificationChoice[]> {
  const { id, permissions } = readerOf(ctx)
  const chosen = await ctx.db
    .selectFrom('notification_choices')
    .select(['kind', 'channel'])
    .where('person_id', '=', id)
    .execute()
  return notificationKinds
    .filter((kind) => canHear(kind, permissions))
    .map((kind) => {
      const channel = chosen.find((choice) => choice.kind === kind)?.channel
      return { kind, channel: (channel as NotificationChoice['channel'] | undefined) ?? usualChannels[kind] }
    })
}

/**
 * The stream of what has changed, from the event on that the caller has heard last, or that came before their page. Refuses
 * (too-many, unavailable).
 */
export async function followStream(
  ctx: Context,
  { follow, age_ms }: Input<typeof stream.follow>,
): Promise<Readable> {
  const reader = { nouns: (person: Reader) => nounsFor(person.permissions) }
  const heard = ctx.lastEventId ?? (age_ms === undefined ? null : await eventBefore(ctx.db, age_ms))
  return ctx.services.stream.open(ctx, reader, heard, follow === 'true')
}

type Reader = Extract<Actor, { kind: 'person' }>

/** The person who calls; access sees to it that it is one. */
export function readerOf({ actor }: Context): Reader {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'This call is for people')
  return actor
}

/** The rows about what the caller may see now, whatever they might when the rows were written. */
export function seenBy(ctx: Context): RawBuilder<boolean> {
  return sql<boolean>`(n.needs = '' or n.needs = any(${[...readerOf(ctx).permissions]}::text[]))`
}

function notificationOf(row: NotificationRecord): Notification {
  const { id, subject_type, name, path, by_name, detail, count } = row
  return {
    ...{ id, subject_type, name, path, by_name, detail, count },
    kind: row.kind as Notification['kind'],
    event: row.event as Notification['event'],
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}
