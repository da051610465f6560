import { sql } from 'kysely'
import { queueNotice } from '#features/messages/server/commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { Notification } from '../contract.ts'
import { notificationsPath } from '../screen-contract.ts'
import { wordsOf } from '../words-contract.ts'
import type { NotificationRecord } from './tables.ts'
import '#features/access/server/tables.ts'

const keptDays = 180
/** A digest names so many; the others are on the screen. */
const mostInDigest = 50
const peopleAtOnce = 200

/** Sends each person who wants it one mail with what has come since the last one, each notification once. */
export const sendDigests: Job = {
  name: 'send-notification-digests',
  cron: '0 8 * * *',
  run: async (ctx) => {
    for (;;) {
      const { rows } = await sql<{ person_id: string }>`
        select distinct person_id from notifications where mail = 'digest' limit ${peopleAtOnce}`.execute(
        ctx.db,
      )
      for (const { person_id } of rows) await transact(ctx, (own) => sendDigest(own, person_id))
      if (rows.length < peopleAtOnce) return
    }
  },
}

/** Deletes notifications after 180 days, and marks of what was announced that long ago. */
export const forgetNotifications: Job = {
  name: 'forget-notifications',
  cron: '35 3 * * *',
  run: async ({ db, now }) => {
    const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await sql`delete from notifications where created_at < ${before}`.execute(db)
    await sql`delete from notification_marks where at < ${before}`.execute(db)
  },
}

/** What the person may no longer see, or has read since, is left out. */
async function sendDigest(ctx: Context, personId: string): Promise<void> {
  const { rows } = await sql<NotificationRecord>`
    update notifications set mail = 'sent' where person_id = ${personId} and mail = 'digest' returning *`.execute(
    ctx.db,
  )
  ctx.unchanged()
  const person = await ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.username', 'people.email', 'roles.permissions'])
    .where('people.id', '=', personId)
    .where('people.list', '=', 'active')
    .executeTakeFirst()
  if (!person) return
  const news = rows
    .filter(({ needs, read_at }) => read_at === null && (needs === '' || person.permissions.includes(needs)))
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  if (news.length === 0) return
  await queueNotice(ctx, {
    letter: {
      kind: 'notification digest',
      name: person.username,
      count: news.length,
      lines: news
        .slice(0, mostInDigest)
        .map((row) => wordsOf({ ...row, event: row.event as Notification['event'] })),
      link: new URL(notificationsPath, ctx.services.publicUrl).href,
    },
    recipient: person.email,
    personId,
  })
}
