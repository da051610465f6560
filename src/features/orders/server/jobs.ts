import { type RawBuilder, sql } from 'kysely'
import { post } from '#features/money/server/commands.ts'
import { transfer } from '#features/money/server/rules.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { vendorShareLeft } from './rules.ts'
import { isReleasedByTime } from './tables.ts'

/**
 * Releases a delivered part's remaining vendor share from held to available once the hold days are over. The share of a
 * returned part stays held until a refund of the part is sent after the return, and an order with a granted refund is
 * skipped until that refund is sent. Safe to run on several instances.
 */
export const releaseShares: Job = {
  name: 'release-shares',
  everySeconds: 30,
  run: async (ctx) => {
    for (let released = mostAtOnce; released === mostAtOnce; ) {
      released = 0
      for (; released < mostAtOnce; released += 1) {
        if (!(await ctx.transact(releaseNext))) break
      }
    }
  },
}

const mostAtOnce = 100

interface Due {
  id: string
  order_id: string
  order_number: string
  vendor_id: string
  shop_name: string
}

/** Releases one part and records the release; false when no part is due. */
async function releaseNext(ctx: Context): Promise<boolean> {
  ctx.unchanged()
  const { rows } = await sql<Due>`
    ${dueParts(ctx)} order by p.delivered_at, p.id limit 1 for update of o, p skip locked`.execute(ctx.db)
  const [part] = rows
  if (!part) return false
  // Read again under the lock: the first read misses a refund that was granted while the lock was being acquired.
  const { rows: still } = await sql<Due>`${dueParts(ctx)} and p.id = ${part.id}`.execute(ctx.db)
  if (still.length === 0) return true
  const lines = await ctx.db.selectFrom('order_lines').selectAll().where('part_id', '=', part.id).execute()
  const left = vendorShareLeft(lines)
  await ctx.db.updateTable('order_parts').set({ released_at: ctx.now() }).where('id', '=', part.id).execute()
  await post(ctx, {
    kind: 'release',
    orderId: part.order_id,
    partId: part.id,
    words: `Released: order ${part.order_number}`,
    postings: transfer(
      left,
      { account: 'vendor_available', owner: part.vendor_id },
      { account: 'vendor_held', owner: part.vendor_id },
    ),
  })
  await ctx.record({
    action: 'release share',
    subject: { type: 'order', id: part.order_id, name: part.order_number },
    after: { part: part.shop_name, released: rupeesFromPaisa(left) },
  })
  return true
}

function dueParts(ctx: Context): RawBuilder<Due> {
  return sql<Due>`
    select p.id, p.order_id, o.order_number, p.vendor_id, p.shop_name
    from order_parts p join orders o on o.id = p.order_id, commission_settings s
    where p.released_at is null and ${isReleasedByTime('p', 'o')}
      and o.order_status <> 'declined'
      and p.delivered_at <= ${ctx.now()}::timestamptz - make_interval(days => s.hold_days)`
}
