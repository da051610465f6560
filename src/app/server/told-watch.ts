import { sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { pendingCustomersPath } from '#features/customers/screen-contract.ts'
import { failedMailsPath } from '#features/failed-mails/screen-contract.ts'
import {
  clearMark,
  firstMarks,
  isFirstMark,
  type News,
  notify,
} from '#features/notifications/server/commands.ts'
import { pendingProductsPath } from '#features/products/screen-contract.ts'
import { promotionPath } from '#features/promotions/screen-contract.ts'
import { isInScope } from '#features/promotions/server/tables.ts'
import { pendingVendorsPath } from '#features/vendors/screen-contract.ts'
import { webhookPath } from '#features/webhooks/screen-contract.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Job } from '#kit/server/jobs.ts'
import '#features/customers/server/tables.ts'
import '#features/messages/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import '#features/webhooks/server/tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** From how much waiting work on, and from which age of it, people are notified. */
    tooMuchWaiting: { count: number; hours: number }
  }
}

const failingMinutes = 15
const lowStock = 5

const heaps = [
  {
    noun: 'vendor',
    counter: 'vendors:pending',
    path: pendingVendorsPath,
    area: 'Vendor Verifications',
  },
  { noun: 'product', counter: 'products:pending', path: pendingProductsPath, area: 'Products' },
  { noun: 'customer', counter: 'customers:pending', path: pendingCustomersPath, area: 'Customer' },
] as const

/**
 * Notifies people of what no act announces: too much work waiting or too old, webhooks and mails that fail, and listings
 * of running campaigns that are nearly sold out. Each is announced once while it lasts, by whichever instance sees it.
 */
export const watchForNotifications: Job = {
  name: 'watch-for-notifications',
  everySeconds: 60,
  run: async (ctx) => {
    for (const watch of [watchHeaps, watchWebhooks, watchMails, watchStock]) {
      await transact(ctx, async (own) => {
        own.unchanged()
        await watch(own)
      })
    }
  },
}

async function watchHeaps(ctx: Context): Promise<void> {
  const { count: most, hours } = ctx.services.tooMuchWaiting
  const counts = await readCounts(
    ctx.db,
    heaps.map(({ counter }) => counter),
  )
  const { rows } = await sql<Record<(typeof heaps)[number]['noun'], Date | null>>`
    select (select status_since from vendors where list = 'pending' order by status_since limit 1) as vendor,
      (select status_since from products where list = 'pending' order by status_since limit 1) as product,
      (select created_at from customers where list = 'pending' order by created_at limit 1) as customer`.execute(
    ctx.db,
  )
  const before = new Date(ctx.now().getTime() - hours * 60 * 60 * 1000)
  for (const { noun, counter, path, area } of heaps) {
    const count = counts[counter]
    const oldest = rows[0]?.[noun] ?? null
    const news = (event: News['event'], more: Partial<News>): News => ({
      ...{ kind: 'waiting_work', event, path, needs: permissionName(area, 'view') },
      subject: { type: noun, id: null, name: '' },
      group: `${event} ${noun}`,
      isTotal: true,
      ...more,
    })
    await whileTrue(ctx, `many ${noun}`, count >= most, () => news('many', { count }))
    await whileTrue(ctx, `old ${noun}`, oldest !== null && oldest < before, () =>
      news('old', { detail: String(hours) }),
    )
  }
}

/** Announces what has become true, and can announce it again after it was false. */
async function whileTrue(ctx: Context, key: string, isTrue: boolean, news: () => News): Promise<void> {
  if (!isTrue) return clearMark(ctx, key)
  if (await isFirstMark(ctx, key)) await notify(ctx, news())
}

async function watchWebhooks(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - failingMinutes * 60_000)
  const failing = await ctx.db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'failing_since'])
    .where('status', '=', 'active')
    .where('failing_since', '<', before)
    .execute()
  for (const { id, url, failing_since } of failing) {
    if (!(await isFirstMark(ctx, `webhook ${id} ${failing_since?.toISOString()}`))) continue
    await notify(ctx, {
      ...{ kind: 'delivery_failing', event: 'webhook_failing' },
      subject: { type: 'webhook_endpoint', id, name: url },
      path: `${webhookPath}?id=${id}`,
      needs: permissionName('General Setting', 'view'),
    })
  }
}

/**
 * Mails that were given up, each once: those of an hour are announced together. Mails of notifications are left out, because
 * a failed one would announce the next.
 */
async function watchMails(ctx: Context): Promise<void> {
  const hour = ctx.now().toISOString().slice(0, 13)
  const { rows } = await sql<{ key: string }>`
    select failed.key from (
      select 'mail ' || id || ' ' || extract(epoch from send_at) as key from messages
      where status = 'failed' and send_at > ${new Date(ctx.now().getTime() - 2 * 60 * 60 * 1000)}
        and kind not in ('notification', 'notification digest')
    ) failed where not exists (select from notification_marks m where m.key = failed.key) limit 1000`.execute(
    ctx.db,
  )
  if (rows.length === 0 || !(await isFirstMark(ctx, `mail ${hour}`))) return
  const fresh = await firstMarks(
    ctx,
    rows.map(({ key }) => key),
  )
  if (fresh.length === 0) return
  await notify(ctx, {
    ...{ kind: 'delivery_failing', event: 'mail_failing', count: fresh.length },
    subject: { type: 'message', id: null, name: '' },
    path: failedMailsPath,
    needs: permissionName('General Setting', 'view'),
  })
}

/** The listings of each running campaign that have five pieces or fewer; each listing once for a campaign. */
async function watchStock(ctx: Context): Promise<void> {
  const now = ctx.now()
  const { rows } = await sql<{ id: string; name: string; key: string }>`
    select low.* from (
      select m.id, m.name, 'stock ' || m.id || ' ' || p.id as key from promotions m
      join promotion_sellers s on s.promotion_id = m.id and s.joined_at is not null and s.left_at is null
      join products p on p.vendor_id = s.vendor_id and p.list = 'approved' and p.product_stock <= ${sql.lit(lowStock)}
      where m.decided_at is not null and m.starts_at <= ${now} and m.over_at > ${now} and ${isInScope('m', 'p')}
    ) low where not exists (select from notification_marks m where m.key = low.key) limit 10000`.execute(
    ctx.db,
  )
  const first = new Set(
    await firstMarks(
      ctx,
      rows.map(({ key }) => key),
    ),
  )
  for (const [id, name] of new Map(rows.map((row) => [row.id, row.name]))) {
    const count = rows.filter((row) => row.id === id && first.has(row.key)).length
    if (count === 0) continue
    await notify(ctx, {
      ...{ kind: 'low_stock', event: 'low_stock', count },
      subject: { type: 'promotion', id, name },
      path: `${promotionPath}?id=${id}`,
      needs: permissionName('Promotions', 'view'),
    })
  }
}
