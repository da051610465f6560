import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publicKind } from '#features/blogs/server/rules.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { freeSlugAmong, slugOf } from '#kit/contract/slug.ts'
import { type Context, differencesOf, recorded } from '#kit/server/context.ts'
import { changePublic } from '#kit/server/public-cache.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  type BlogCategory,
  type BlogCategoryDraft,
  type blogCategories,
  mostBlogCategories,
} from '../contract.ts'
import { readBlogCategory } from './queries.ts'
import type { BlogCategoryRecord } from './tables.ts'

/**
 * Adds a category as the last one; without a slug, the slug is made from the name. Refuses (invalid) a name or slug that
 * another category has.
 */
export async function createBlogCategory(ctx: Context, draft: BlogCategoryDraft): Promise<BlogCategory> {
  const all = await lockAll(ctx)
  if (all.length >= mostBlogCategories) {
    throw fieldRefusal('name', `At most ${mostBlogCategories} categories`)
  }
  refuseTaken(all, draft)
  const row = {
    id: uuidv7(),
    name: draft.name,
    slug: draft.slug ?? freeSlug(all, draft.name),
    position: all.length + 1,
    is_active: draft.is_active,
  }
  await ctx.db
    .insertInto('blog_categories')
    .values({ ...row, created_at: ctx.now(), updated_at: ctx.now() })
    .execute()
  await ctx.record({
    action: 'add',
    subject: subjectOf(row),
    after: { name: row.name, slug: row.slug, is_active: row.is_active },
  })
  await changePublic(ctx, publicKind)
  return readBlogCategory(ctx, row)
}

/**
 * Changes the name, slug or switch of a category. Refuses (not-found), (stale), and (invalid) a name or slug that another
 * category has.
 */
export async function changeBlogCategory(
  ctx: Context,
  { id, ...wanted }: Input<typeof blogCategories.change>,
): Promise<BlogCategory> {
  const all = await lockAll(ctx)
  const before = foundIn(all, id)
  await refuseStale(
    ctx,
    before,
    () => readBlogCategory(ctx, { id }),
    'Somebody changed this category since you read it',
  )
  const next = {
    name: wanted.name ?? before.name,
    slug: wanted.slug ?? before.slug,
    is_active: wanted.is_active ?? before.is_active,
  }
  const differing = differencesOf(before, next)
  if (differing.length === 0) {
    ctx.unchanged()
    return readBlogCategory(ctx, { id })
  }
  refuseTaken(
    all.filter((one) => one.id !== id),
    next,
  )
  await ctx.db
    .updateTable('blog_categories')
    .set({ ...next, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  const isSwitch = differing.every(({ path }) => path === 'is_active')
  await ctx.record({
    action: isSwitch ? (next.is_active ? 'switch on' : 'switch off') : 'edit',
    subject: subjectOf({ id, name: next.name }),
    ...recorded(differing),
  })
  await changePublic(ctx, publicKind)
  return readBlogCategory(ctx, { id })
}

/** Moves a category to a position, from 1; a position past the end means last. Refuses (not-found). */
export async function orderBlogCategory(
  ctx: Context,
  { id, position }: { id: string; position: number },
): Promise<BlogCategory> {
  const all = await lockAll(ctx)
  const before = foundIn(all, id)
  const others = all.filter((one) => one.id !== id)
  const next = others.toSpliced(position - 1, 0, before)
  const now = next.indexOf(before) + 1
  if (now === before.position) {
    ctx.unchanged()
    return readBlogCategory(ctx, { id })
  }
  await keepOrder(ctx, next)
  await ctx.record({
    action: 'put in order',
    subject: subjectOf(before),
    before: { position: before.position },
    after: { position: now },
  })
  await changePublic(ctx, publicKind)
  return readBlogCategory(ctx, { id })
}

/**
 * Deletes a category and moves its posts, deleted drafts included, to another one or to none. Refuses (not-found),
 * (invalid) a target that does not exist, and (conflict) if the number of posts is no longer the one that was shown.
 */
export async function removeBlogCategory(
  ctx: Context,
  { id, into, post_count }: Input<typeof blogCategories.remove>,
): Promise<void> {
  const all = await lockAll(ctx)
  const before = foundIn(all, id)
  const target = into === null ? null : all.find((one) => one.id === into && one.id !== id)
  if (target === undefined) throw fieldRefusal('into', 'Choose another category that still exists')
  const current = await readBlogCategory(ctx, { id })
  if (current.post_count !== post_count) {
    const words = `“${before.name}” now has ${current.post_count} posts: look again before you delete it`
    throw new Refusal('conflict', words, { current })
  }
  // The versions of the posts stay the same, so that nobody who is writing one of them is refused as stale.
  await ctx.db.updateTable('posts').set({ category_id: into }).where('category_id', '=', id).execute()
  await sql`
    update posts set pending = jsonb_set(pending, '{category_id}', coalesce(to_jsonb(${into}::text), 'null'))
    where pending ->> 'category_id' = ${id}`.execute(ctx.db)
  await refuseJoined(ctx, id)
  await ctx.db.deleteFrom('blog_categories').where('id', '=', id).execute()
  await keepOrder(
    ctx,
    all.filter((one) => one.id !== id),
  )
  await ctx.record({
    action: 'delete',
    subject: subjectOf(before),
    before: { slug: before.slug, posts: post_count },
    after: { posts_moved_to: target?.name ?? '' },
  })
  await changePublic(ctx, publicKind)
}

/**
 * Refuses (conflict) if somebody has put a post into the category meanwhile. The category is locked after its posts, as a
 * save locks them, so that the two do not wait for each other.
 */
async function refuseJoined(ctx: Context, id: string): Promise<void> {
  await ctx.db.selectFrom('blog_categories').select('id').where('id', '=', id).forUpdate().execute()
  const { rows } = await sql`
    select from posts where category_id = ${id} or pending ->> 'category_id' = ${id} limit 1`.execute(ctx.db)
  if (rows.length === 0) return
  const words = 'A post was added to this category meanwhile: look again before you delete it'
  throw new Refusal('conflict', words, { current: await readBlogCategory(ctx, { id }) })
}

/**
 * Locks the categories until this transaction ends and reads them in their order. Posts may still name them: a stronger
 * lock would make a save, which holds its post, and a deletion, which moves posts, wait for each other.
 */
async function lockAll(ctx: Context): Promise<BlogCategoryRecord[]> {
  await sql`lock table blog_categories in share row exclusive mode`.execute(ctx.db)
  return ctx.db.selectFrom('blog_categories').selectAll().orderBy('position').orderBy('id').execute()
}

async function keepOrder(ctx: Context, inOrder: readonly BlogCategoryRecord[]): Promise<void> {
  await sql`
    update blog_categories c set position = n.position::int4
    from unnest(${inOrder.map(({ id }) => id)}::uuid[]) with ordinality as n (id, position)
    where c.id = n.id and c.position <> n.position`.execute(ctx.db)
}

function foundIn(all: readonly BlogCategoryRecord[], id: string): BlogCategoryRecord {
  const found = all.find((one) => one.id === id)
  if (!found) throw new Refusal('not-found', 'There is no such category')
  return found
}

function refuseTaken(
  others: readonly BlogCategoryRecord[],
  { name, slug }: { name: string; slug?: string | undefined },
): void {
  const sameName = others.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (sameName) throw fieldRefusal('name', `There is already a category named ${sameName.name}`)
  const sameSlug = slug === undefined ? undefined : others.find((one) => one.slug === slug)
  if (sameSlug) throw fieldRefusal('slug', `${sameSlug.name} has this slug: choose another slug`)
}

/** The slug made from the name, with a number added if the slug is taken. */
function freeSlug(all: readonly BlogCategoryRecord[], name: string): string {
  return freeSlugAmong(new Set(all.map(({ slug }) => slug)), slugOf(name) || 'category')
}

function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'blog_category', id, name }
}
