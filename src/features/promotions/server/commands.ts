import { sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { holdTree } from '#features/categories/server/commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { karachiDay } from '#kit/contract/day.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import { type Context, differencesOf, recorded } from '#kit/server/context.ts'
import type { Tables } from '#kit/server/database.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type PromotionDetail, type promotions, statusAt } from '../contract.ts'
import type { PromotionDraft } from '../draft-contract.ts'
import { readPromotion, shownTerms } from './queries.ts'
import type { PromotionRecord } from './tables.ts'

/** The terms of a campaign, as a draft contains them. */
type Terms = PromotionDraft

/** Adds a campaign as a draft, which changes no price. Refuses (invalid) categories and products that do not exist. */
export async function createPromotion(ctx: Context, draft: PromotionDraft): Promise<PromotionDetail> {
  const id = uuidv7()
  await holdTree(ctx)
  await insertDraft(ctx, id, draft, '')
  await ctx.record({
    action: 'add',
    subject: subjectOf({ id, name: draft.name }),
    after: wordsOf(draft),
  })
  return readPromotion(ctx, { id })
}

/**
 * Changes a draft; of a campaign that was started, only the name. Saving the same values changes nothing. Vendors opted
 * in to specific terms: when terms change, vendors who have opted in are invited again, and the answer says how many.
 * Refuses (not-found, stale), (conflict) a change to terms of a campaign that was started, and (invalid) categories and
 * products that do not exist.
 */
export async function changePromotion(
  ctx: Context,
  { id, ...wanted }: Input<typeof promotions.change>,
): Promise<Answer<typeof promotions.change>> {
  await holdTree(ctx)
  const record = await heldRecord(ctx, id)
  const standing = await termsOf(ctx, record)
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const next: Terms = { ...standing, ...given }
  const differing = (Object.keys(next) as (keyof Terms)[]).filter(
    (field) => JSON.stringify(sorted(next[field])) !== JSON.stringify(sorted(standing[field])),
  )
  if (differing.length === 0) {
    ctx.unchanged()
    return { ...(await readPromotion(ctx, { id })), asked_again: 0 }
  }
  if (record.decided_at !== null && differing.join() !== 'name') {
    await refuse(
      ctx,
      id,
      'The terms of a started campaign cannot change: return the campaign to draft, or end it',
    )
  }
  if (next.starts_at >= next.ends_at) throw fieldRefusal('ends_at', 'Must be after the start')
  await setPromotion(ctx, id, columnsOf(next))
  await keepScope(ctx, id, next)
  const asked_again = differing.join() === 'name' ? 0 : await askAgain(ctx, id, next.cost_share_bp)
  const { before, after } = recorded(differencesOf(wordsOf(standing), wordsOf(next)))
  await ctx.record({
    action: 'edit',
    subject: subjectOf({ id, name: next.name }),
    before,
    after: { ...after, ...(asked_again > 0 ? { asked_again } : {}) },
  })
  return { ...(await readPromotion(ctx, { id })), asked_again }
}

/**
 * Asks all vendors of a draft for this share, replacing any share that was agreed for the previous terms. Vendors who
 * have opted in are invited again, and told so; answers how many.
 */
async function askAgain(ctx: Context, id: string, cost_share_bp: number): Promise<number> {
  const asked = await ctx.db
    .updateTable('promotion_sellers')
    .set({ cost_share_bp, invited_at: ctx.now(), joined_at: null, joined_by_name: '', note: '' })
    .where('promotion_id', '=', id)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .returning('vendor_id')
    .execute()
  await ctx.db
    .updateTable('promotion_sellers')
    .set({ cost_share_bp })
    .where('promotion_id', '=', id)
    .where('cost_share_bp', '<>', cost_share_bp)
    .execute()
  await tellInvited(
    ctx,
    id,
    asked.map(({ vendor_id }) => vendor_id),
  )
  return asked.length
}

/** Tells other systems which vendors a campaign has just asked to join, if any: no mail does. */
export async function tellInvited(ctx: Context, id: string, vendorIds: readonly string[]): Promise<void> {
  if (vendorIds.length === 0) return
  await queueEvent(ctx, 'promotion.invited', { promotion_id: id, seller_ids: [...vendorIds] })
}

/** Deletes a draft with its invitations. Refuses (not-found), and (conflict) a campaign that was started. */
export async function removePromotion(ctx: Context, { id }: { id: string }): Promise<void> {
  const record = await heldRecord(ctx, id)
  if (record.decided_at !== null) {
    await refuse(ctx, id, 'Only a draft can be deleted')
  }
  await ctx.db.deleteFrom('promotions').where('id', '=', id).execute()
  await ctx.record({ action: 'delete', subject: subjectOf(record) })
}

const dayMs = 86_400_000

/**
 * Creates a draft with the same terms, picture and vendors; the vendors are only invited. The period has the same
 * length and begins tomorrow at the same time of day. Refuses (not-found).
 */
export async function duplicatePromotion(
  ctx: Context,
  { id: from }: { id: string },
): Promise<PromotionDetail> {
  await holdTree(ctx)
  const record = await heldRecord(ctx, from)
  const terms = await termsOf(ctx, record)
  const id = uuidv7()
  const days = (Date.parse(karachiDay(ctx.now())) - Date.parse(karachiDay(record.starts_at))) / dayMs + 1
  const later = (at: Date) => new Date(at.getTime() + days * dayMs).toISOString()
  const copy = {
    ...terms,
    name: cut(`Copy of ${record.name}`, 120),
    starts_at: later(record.starts_at),
    ends_at: later(record.ends_at),
  }
  await insertDraft(ctx, id, copy, record.image)
  const { rows: invited } = await sql<{ vendor_id: string }>`
    insert into promotion_sellers (promotion_id, vendor_id, cost_share_bp, invited_at)
    select ${id}, vendor_id, ${record.cost_share_bp}, ${ctx.now()} from promotion_sellers
    where promotion_id = ${from} and (left_at is null or joined_at is not null)
    returning vendor_id`.execute(ctx.db)
  await tellInvited(
    ctx,
    id,
    invited.map(({ vendor_id }) => vendor_id),
  )
  await ctx.record({
    action: 'add',
    subject: subjectOf({ id, name: copy.name }),
    after: { ...wordsOf(copy), copied_from: record.name },
  })
  return readPromotion(ctx, { id })
}

/**
 * Reads and locks the stored campaign until the transaction ends. Refuses (not-found), and (stale) if its version
 * differs from the one that was read.
 */
export async function heldRecord(ctx: Context, id: string): Promise<PromotionRecord> {
  const record = await ctx.db
    .selectFrom('promotions')
    .selectAll()
    .where('id', '=', id)
    // An order locks its products and then references the campaign. `NO KEY UPDATE` does not block that reference, so a
    // transaction that locks in the opposite order cannot deadlock.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such campaign')
  await refuseStale(
    ctx,
    record,
    () => readPromotion(ctx, { id }),
    'This campaign was changed since you read it. Look at it again',
  )
  return record
}

/** Refuses (conflict) with the current campaign. */
export async function refuse(ctx: Context, id: string, why: string): Promise<never> {
  throw new Refusal('conflict', why, { current: await readPromotion(ctx, { id }) })
}

/** The current status of a campaign. */
export function statusOf(ctx: Context, record: PromotionRecord) {
  return statusAt(record, ctx.now())
}

/** Changes columns of a campaign and its version. */
export async function setPromotion(
  ctx: Context,
  id: string,
  columns: Updateable<Tables['promotions']>,
): Promise<void> {
  await ctx.db
    .updateTable('promotions')
    .set({ ...columns, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'promotion', id, name }
}

async function insertDraft(ctx: Context, id: string, draft: Terms, image: string): Promise<void> {
  await ctx.db
    .insertInto('promotions')
    .values({ id, image, ...columnsOf(draft), created_at: ctx.now(), updated_at: ctx.now() })
    .execute()
  await keepScope(ctx, id, draft)
}

function columnsOf(terms: Terms) {
  const paisa = (rupees: string | null) => (rupees === null ? null : parseRupees(rupees))
  return {
    name: terms.name,
    discount_bp: terms.discount_bp,
    discount_cap: paisa(terms.discount_cap),
    price_floor: paisa(terms.price_floor),
    cost_share_bp: terms.cost_share_bp,
    starts_at: new Date(terms.starts_at),
    ends_at: new Date(terms.ends_at),
    scope: terms.scope,
  }
}

/** The stored terms of a campaign, in the form of a draft. */
async function termsOf(ctx: Context, record: PromotionRecord): Promise<Terms> {
  const categories = await ctx.db
    .selectFrom('promotion_categories')
    .select('category_id')
    .where('promotion_id', '=', record.id)
    .execute()
  const products = await ctx.db
    .selectFrom('promotion_products')
    .select('product_id')
    .where('promotion_id', '=', record.id)
    .execute()
  return {
    ...shownTerms(record),
    category_ids: categories.map(({ category_id }) => category_id),
    product_ids: products.map(({ product_id }) => product_id),
  }
}

/** Replaces the categories and products that a campaign is limited to. Refuses (invalid) those that do not exist. */
async function keepScope(ctx: Context, id: string, { category_ids, product_ids }: Terms): Promise<void> {
  await ctx.db.deleteFrom('promotion_categories').where('promotion_id', '=', id).execute()
  await ctx.db.deleteFrom('promotion_products').where('promotion_id', '=', id).execute()
  const categories = [...new Set(category_ids)]
  const products = [...new Set(product_ids)]
  const kept = await sql`
    insert into promotion_categories (promotion_id, category_id)
    select ${id}, k.id from categories k where k.id = any(${categories}::uuid[]) for key share`.execute(
    ctx.db,
  )
  if (kept.numAffectedRows !== BigInt(categories.length)) {
    throw fieldRefusal('category_ids', 'One of these categories no longer exists: choose again')
  }
  const chosen = await sql`
    insert into promotion_products (promotion_id, product_id)
    select ${id}, p.id from products p where p.id = any(${products}::uuid[])`.execute(ctx.db)
  if (chosen.numAffectedRows !== BigInt(products.length)) {
    throw fieldRefusal('product_ids', 'One of these products no longer exists: choose again')
  }
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value
}

/** The terms as the history shows them: lists by their length. */
function wordsOf({ category_ids, product_ids, ...terms }: Terms): Record<string, unknown> {
  return { ...terms, categories: category_ids.length, products: product_ids.length }
}
