import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { anyOf } from '#kit/server/table.ts'
import './tables.ts'

const atOnce = 200
const dayMs = 24 * 60 * 60 * 1000
/** How long a file stays that was uploaded and not sent. */
const waitingDays = 1
/** How long a closed request stays, with everything in it. */
const closedDays = 730

/** Deletes closed requests after two years, and files that were not sent after a day, each with the stored bytes. */
export const forgetSupport: Job = {
  name: 'forget-support',
  cron: '50 3 * * *',
  run: async (ctx) => {
    while ((await forgetFiles(ctx)) === atOnce);
    while ((await forgetRequests(ctx)) === atOnce);
  },
}

async function forgetFiles(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - waitingDays * dayMs)
  return ctx.transact(async (own) => {
    const { rows: gone } = await sql<{ storage_key: string }>`
      delete from support_files where id in (
        select id from support_files where request_id is null and created_at < ${before}
        limit ${atOnce} for update skip locked)
      returning storage_key`.execute(own.db)
    // Nobody ever saw these files, and the upload has its audit row.
    own.unchanged()
    removeOnceStored(own, gone)
    return gone.length
  })
}

async function forgetRequests(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - closedDays * dayMs)
  return ctx.transact(async (own) => {
    const old = await own.db
      .selectFrom('support_requests')
      .select(['id', 'number'])
      .where('closed_at', '<', before)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    if (old.length === 0) {
      own.unchanged()
      return 0
    }
    const ids = old.map(({ id }) => id)
    const files = await own.db
      .deleteFrom('support_files')
      .where('request_id', '=', anyOf(ids))
      .returning('storage_key')
      .execute()
    await own.db.deleteFrom('support_requests').where('id', '=', anyOf(ids)).execute()
    await own.record({
      action: 'forget support requests',
      subject: { type: 'support request', id: null, name: 'Closed support requests' },
      before: { requests: old.length, files: files.length },
      reason: 'Closed more than two years ago',
    })
    removeOnceStored(own, files)
    return old.length
  })
}

/** Bytes go after the rows: a row without bytes would be a file that cannot be read. */
function removeOnceStored(ctx: Context, files: readonly { storage_key: string }[]): void {
  ctx.onceStored(() => {
    for (const { storage_key } of files) void ctx.services.files.remove(storage_key).catch(() => {})
  })
}
