import { sql } from 'kysely'
import { eraseSubscriberMails } from '#features/messages/server/commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import type { ErasureReport, subscribers } from '../contract.ts'
import { subjectOf } from './commands.ts'

/** Erases what another feature stores of these addresses, in the erasure's transaction. */
export type AddressEraser = (ctx: Context, addresses: readonly string[]) => Promise<void>

/** Erases a subscriber. A hash of the address stays suppressed. Refuses (not-found). */
export function eraseSubscriber(erasers: readonly AddressEraser[]) {
  return async (ctx: Context, { id }: { id: string }): Promise<void> => {
    const erased = await erase(ctx, [id], erasers)
    if (erased === 0) throw new Refusal('not-found', 'Subscriber not found')
  }
}

/** Erases several subscribers; a dry run counts them and changes nothing. */
export function eraseSubscribers(erasers: readonly AddressEraser[]) {
  return async (
    ctx: Context,
    { ids, is_dry_run }: Input<typeof subscribers.eraseAll>,
  ): Promise<ErasureReport> => {
    const asked = [...new Set(ids)]
    const erased = is_dry_run ? await countKnown(ctx, asked) : await erase(ctx, asked, erasers)
    if (is_dry_run || erased === 0) ctx.unchanged()
    return { is_dry_run, erased, missing: asked.length - erased }
  }
}

async function countKnown(ctx: Context, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from subscribers where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/**
 * Deletes the rows, the mails to them and every address in the suppressions. The hashes stay, each also with the reason
 * `erased`, so that an import or a campaign cannot bring the address back. Webhooks are told of each.
 */
async function erase(
  ctx: Context,
  ids: readonly string[],
  erasers: readonly AddressEraser[],
): Promise<number> {
  const known = await ctx.db.selectFrom('subscribers').select('email').where('id', '=', anyOf(ids)).execute()
  const addresses = known.map(({ email }) => email)
  // What others store is locked before the rows here, as in an erasure of a customer who has the address.
  for (const eraseElsewhere of erasers) await eraseElsewhere(ctx, addresses)
  const gone = await ctx.db
    .deleteFrom('subscribers')
    .where('id', '=', anyOf(ids))
    .returning(['id', 'email', 'address_hash', 'state'])
    .execute()
  if (gone.length === 0) return 0
  const hashes = gone.map(({ address_hash }) => address_hash)
  await sql`update suppressions set address = null, detail = ''
    where address_hash = any(${hashes}::bytea[])`.execute(ctx.db)
  await sql`insert into suppressions (address_hash, reason, since)
    select hash, 'erased', ${ctx.now()}::timestamptz from unnest(${hashes}::bytea[]) hash
    on conflict do nothing`.execute(ctx.db)
  await eraseSubscriberMails(
    ctx,
    gone.map(({ id }) => id),
  )
  for (const { id } of gone) await queueEvent(ctx, 'subscriber.erased', { subscriber_id: id })
  await ctx.recordAll(
    gone.map((row) => ({ action: 'erase', subject: subjectOf(row), before: { state: row.state } })),
  )
  return gone.length
}
