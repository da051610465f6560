import { sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { importPath } from '#features/bulk-upload/screen-contract.ts'
import { type News, notify } from '#features/notifications/server/commands.ts'
import type { Change, Context } from '#kit/server/context.ts'
import '#features/bulk-upload/server/tables.ts'

/** A person who waits so long for a check is taken to have left its screen. */
const watchedMs = 60_000

/** Who confirmed an import or had it reverted, besides who uploaded it. */
type Starter = 'confirmed_by' | 'reverted_by'

/** Who uploaded an import is notified of how it ended, and so is who started what has ended. */
export async function tellOfImport(
  ctx: Context,
  event: News['event'],
  subject: Change['subject'],
  id: string,
  starter?: Starter,
): Promise<void> {
  const found = await ctx.db
    .selectFrom('imports')
    .select(['created_by', 'confirmed_by', 'reverted_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return
  await notify(ctx, {
    ...{ kind: 'job_finished', event, subject },
    path: `${importPath}?id=${id}`,
    needs: permissionName('Bulk Product Upload', 'view'),
    people: [found.created_by, starter ? found[starter] : null].filter((one) => one !== null),
  })
}

/** An import that breaks off has failed; one that breaks off while it is reverted has not, and is there still. */
export function tellOfStop(ctx: Context, { subject, before }: Change, id: string): Promise<void> {
  if (before?.status === 'reverting') return tellOfImport(ctx, 'revert_failed', subject, id, 'reverted_by')
  const starter = before?.status === 'importing' ? 'confirmed_by' : undefined
  return tellOfImport(ctx, 'import_failed', subject, id, starter)
}

/** A check is told of if it has ended more than a minute after somebody did something: before, they see it end. */
export async function tellOfCheck(ctx: Context, { subject }: Change, id: string): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_log
    where subject_type = 'import' and subject_id = ${id}::uuid and actor_kind = 'person'`.execute(ctx.db)
  const began = rows[0]?.at ?? null
  if (began && ctx.now().getTime() - began.getTime() < watchedMs) return
  await tellOfImport(ctx, 'import_checked', subject, id)
}
