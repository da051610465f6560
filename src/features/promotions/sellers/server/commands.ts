import { sql } from 'kysely'
import { grants } from '#features/access/contract.ts'
import { requirePermission } from '#features/access/server/rules.ts'
import { pathOf } from '#features/categories/server/tables.ts'
import { mostSellers, type PromotionDetail, type promotions } from '#features/promotions/contract.ts'
import {
  heldRecord,
  refuse,
  setPromotion,
  statusOf,
  subjectOf,
  tellInvited,
} from '#features/promotions/server/commands.ts'
import { readPromotion } from '#features/promotions/server/queries.ts'
import type { PromotionRecord, PromotionSellerRecord } from '#features/promotions/server/tables.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { countInvitable, sellingIn } from './queries.ts'

/**
 * Invites a vendor. A vendor who is already invited stays unchanged; a vendor who declined is invited again. Refuses
 * (not-found), (forbidden) an actor without the decide permission once the campaign was started, (invalid) a vendor who
 * is not approved, and (conflict) a campaign that has ended, a campaign that the vendor left while it ran, and too many
 * vendors.
 */
export async function inviteSeller(
  ctx: Context,
  { id, vendor_id }: Input<typeof promotions.invite>,
): Promise<PromotionDetail> {
  const record = await openRecord(ctx, id)
  if (record.decided_at !== null) requireDecide(ctx, 'to invite sellers to a started campaign')
  const vendor = await vendorOf(ctx, vendor_id)
  const standing = await sellerOf(ctx, id, vendor_id)
  if (standing && standing.left_at === null) {
    ctx.unchanged()
    return readPromotion(ctx, { id })
  }
  await refuseLeft(ctx, record, standing)
  const row = {
    cost_share_bp: record.cost_share_bp,
    invited_at: ctx.now(),
    joined_at: null,
    left_at: null,
    joined_by_name: '',
    note: '',
  }
  await ctx.db
    .insertInto('promotion_sellers')
    .values({ promotion_id: id, vendor_id, ...row })
    .onConflict((conflict) => conflict.columns(['promotion_id', 'vendor_id']).doUpdateSet(row))
    .execute()
  await refuseTooMany(ctx, id)
  await setPromotion(ctx, id, {})
  await tellInvited(ctx, id, [vendor_id])
  await ctx.record({ action: 'invite seller', subject: subjectOf(record), after: { seller: vendor } })
  return readPromotion(ctx, { id })
}

/**
 * Invites all vendors who sell in a category or below it and were never asked to join this campaign: those who declined or
 * left is not asked again. Answers how many were invited; none leaves the campaign unchanged. Refuses (not-found),
 * (forbidden) an actor without the decide permission once the campaign was started, (invalid) a category that does not
 * exist, and (conflict) a campaign that has ended and too many vendors.
 */
export async function inviteSellersOfCategory(
  ctx: Context,
  { id, category_id }: Input<typeof promotions.inviteOfCategory>,
): Promise<Answer<typeof promotions.inviteOfCategory>> {
  const record = await openRecord(ctx, id)
  if (record.decided_at !== null) requireDecide(ctx, 'to invite sellers to a started campaign')
  const category = await ctx.db
    .selectFrom('categories')
    .select(pathOf('categories').as('name'))
    .where('id', '=', category_id)
    .executeTakeFirst()
  if (!category) throw fieldRefusal('category_id', 'There is no such category')
  const { to_invite } = await countInvitable(ctx, { id, category_id })
  if (to_invite === 0) {
    ctx.unchanged()
    return { ...(await readPromotion(ctx, { id })), invited: 0 }
  }
  const { rows } = await sql<{ vendor_id: string }>`
    insert into promotion_sellers (promotion_id, vendor_id, cost_share_bp, invited_at)
    select ${id}, v.id, ${record.cost_share_bp}, ${ctx.now()} from ${sellingIn(category_id)}
    on conflict (promotion_id, vendor_id) do nothing
    returning vendor_id`.execute(ctx.db)
  await refuseTooMany(ctx, id)
  await setPromotion(ctx, id, {})
  await tellInvited(
    ctx,
    id,
    rows.map(({ vendor_id }) => vendor_id),
  )
  await ctx.record({
    action: 'invite sellers',
    subject: subjectOf(record),
    after: { category: category.name, sellers: rows.length },
  })
  return { ...(await readPromotion(ctx, { id })), invited: rows.length }
}

/** Refuses (conflict) more vendors in a campaign than it can have, of whom the last were just added. */
async function refuseTooMany(ctx: Context, id: string): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('promotion_sellers')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('promotion_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(n) > mostSellers) await refuse(ctx, id, `A campaign can have at most ${mostSellers} sellers`)
}

/**
 * Records that an invited vendor opts in, or carries another share before the campaign runs: from now on their products
 * are in the campaign. The same share again changes nothing. Refuses (not-found), (forbidden) an actor without the
 * decide permission if the campaign was started or the share is smaller than the share asked for, (invalid) a vendor
 * who was not invited, and (conflict) a campaign that has ended, a campaign that the vendor left while it ran, and
 * another share while it runs.
 */
export async function joinPromotion(
  ctx: Context,
  { id, vendor_id, cost_share_bp, note }: Input<typeof promotions.optIn>,
): Promise<PromotionDetail> {
  const record = await openRecord(ctx, id)
  if (record.decided_at !== null) requireDecide(ctx, 'to add a seller to a started campaign')
  if (cost_share_bp < record.cost_share_bp) {
    requireDecide(ctx, `to agree to less than the ${record.cost_share_bp / 100}% that the campaign asks`)
  }
  await join(ctx, record, { vendor_id, cost_share_bp, note, path: 'vendor_id' })
  return readPromotion(ctx, { id })
}

/** Costs for the marketplace need the decide permission. Refuses (forbidden) an actor without it. */
function requireDecide(ctx: Context, doing: string): void {
  requirePermission(ctx, grants('Promotions', 'decide'), doing)
}

interface Joining {
  vendor_id: string
  cost_share_bp: number
  note: string
  /** The field that names the vendor, used as the path of errors. */
  path: string
}

/** Does what `joinPromotion` describes, for a campaign that is already locked. */
export async function join(ctx: Context, record: PromotionRecord, joining: Joining): Promise<void> {
  const { vendor_id, cost_share_bp, note, path } = joining
  const vendor = await vendorOf(ctx, vendor_id, path)
  const standing = await sellerOf(ctx, record.id, vendor_id)
  if (!standing) throw fieldRefusal(path, 'This seller was not invited to the campaign')
  await refuseLeft(ctx, record, standing)
  const isIn = standing.joined_at !== null && standing.left_at === null
  if (isIn && standing.cost_share_bp === cost_share_bp) return ctx.unchanged()
  if (isIn && statusOf(ctx, record) === 'running') {
    await refuse(ctx, record.id, 'The share of a seller cannot change while the campaign is running')
  }
  await ctx.db
    .updateTable('promotion_sellers')
    .set({
      cost_share_bp,
      note,
      joined_at: isIn ? standing.joined_at : ctx.now(),
      left_at: null,
      joined_by_name: actorName(ctx),
    })
    .where('promotion_id', '=', record.id)
    .where('vendor_id', '=', vendor_id)
    .execute()
  await setPromotion(ctx, record.id, {})
  await ctx.record({
    action: isIn ? 'change share' : 'mark as joined',
    subject: subjectOf(record),
    ...(isIn ? { before: { seller: vendor, cost_share_bp: standing.cost_share_bp } } : {}),
    after: { seller: vendor, cost_share_bp, ...(note ? { note } : {}) },
  })
}

/**
 * Records that a vendor declines or leaves: from now on their products are not in the campaign. A vendor who has
 * already left stays out. Refuses (not-found) a vendor who was not invited, and (conflict) a campaign that has ended.
 */
export async function leavePromotion(
  ctx: Context,
  { id, vendor_id }: Input<typeof promotions.optOut>,
): Promise<PromotionDetail> {
  const record = await openRecord(ctx, id)
  const standing = await sellerOf(ctx, id, vendor_id)
  if (!standing) throw new Refusal('not-found', 'This seller was not invited to the campaign')
  if (standing.left_at !== null) {
    ctx.unchanged()
    return readPromotion(ctx, { id })
  }
  await ctx.db
    .updateTable('promotion_sellers')
    .set({ left_at: ctx.now() })
    .where('promotion_id', '=', id)
    .where('vendor_id', '=', vendor_id)
    .execute()
  await setPromotion(ctx, id, {})
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['username', 'shop_name'])
    .where('id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  await ctx.record({
    action: standing.joined_at ? 'mark as left' : 'mark as declined',
    subject: subjectOf(record),
    after: { seller: nameOf(vendor) },
  })
  return readPromotion(ctx, { id })
}

/** Locks a campaign that still accepts vendors. Refuses (not-found), and (conflict) a campaign that has ended. */
export async function openRecord(ctx: Context, id: string): Promise<PromotionRecord> {
  const record = await heldRecord(ctx, id)
  if (statusOf(ctx, record) === 'ended') await refuse(ctx, id, 'This campaign has ended')
  return record
}

/**
 * A vendor has one opt-in period per campaign, and past orders are priced from its start and end. A vendor who left
 * while the campaign ran therefore cannot opt in again.
 */
async function refuseLeft(
  ctx: Context,
  record: PromotionRecord,
  standing: PromotionSellerRecord | undefined,
): Promise<void> {
  const { left_at, joined_at } = standing ?? {}
  // A campaign that starts at once starts with its minute, which may be before it was decided.
  const since = record.decided_at && new Date(Math.max(+record.decided_at, +record.starts_at))
  const hasSold = left_at && joined_at && since && left_at > since
  if (hasSold)
    await refuse(ctx, record.id, 'This seller left the campaign while it was running and cannot rejoin')
}

/** The state of a vendor in a campaign; undefined if the vendor was never invited. */
export function sellerOf(
  ctx: Context,
  id: string,
  vendorId: string,
): Promise<PromotionSellerRecord | undefined> {
  return ctx.db
    .selectFrom('promotion_sellers')
    .selectAll()
    .where('promotion_id', '=', id)
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
}

/** The name of an approved vendor. Refuses (invalid) any other vendor. */
async function vendorOf(ctx: Context, id: string, path = 'vendor_id'): Promise<string> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['username', 'shop_name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!vendor) throw fieldRefusal(path, 'There is no such seller')
  if (vendor.status !== 'approved') throw fieldRefusal(path, 'This seller is not approved')
  return nameOf(vendor)
}

function nameOf({ shop_name, username }: { shop_name: string; username: string }): string {
  return shop_name || username
}
