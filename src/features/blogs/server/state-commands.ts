import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Tables } from '#kit/server/database.ts'
import { changePublic } from '#kit/server/public-cache.ts'
import { anyOf } from '#kit/server/table.ts'
import type { PostDetail, posts } from '../contract.ts'
import { differingFields } from '../fields-contract.ts'
import { type PostMove, type PostState, postMoves } from '../moves-contract.ts'
import {
  categoryName,
  heldPost,
  keepUses,
  putContent,
  refusePost,
  refuseWithoutText,
  setPost,
  subjectOf,
} from './commands.ts'
import { readPost, readVersion } from './queries.ts'
import { contentOf, inWords, pendingOf, publicKind, takenIn, workingOf } from './rules.ts'
import { keepSlugs, showSlug } from './slug-commands.ts'
import type { PostRecord } from './tables.ts'
import { keepAutosaved } from './version-commands.ts'

/**
 * Publishes a post now, with the changes that wait beside a scheduled one. Refuses (not-found, stale), (conflict) a post
 * that is published, and (invalid) one without text.
 */
export async function publishPost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const taken = { ...record, ...takenIn(record) }
  refuseWithoutText(taken)
  const now = ctx.now()
  const published_at = record.published_at ?? now
  await move(ctx, record, 'publish', { ...takenIn(record), published_at, shown_at: now, publish_at: null })
  await ctx.record({
    action: 'publish',
    subject: subjectOf(taken),
    before: { state: record.state },
    after: { state: 'published', slug: taken.slug },
  })
  await tellPublished(ctx, record, taken.slug)
  return readPost(ctx, { id })
}

/**
 * Makes the changes that wait beside a post what readers see, or will see at its time. Refuses (not-found, stale),
 * (conflict) a post without such changes, and (invalid) changes that leave no text.
 */
export async function publishChanges(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const next = pendingOf(record)
  if (!next) return refusePost(ctx, id, 'There are no changes to publish')
  const taken = { ...record, ...takenIn(record) }
  refuseWithoutText(taken)
  await keepAutosaved(ctx, record, 'publish')
  const isSeen = record.state === 'published'
  const before = contentOf(record)
  await setPost(ctx, id, {
    ...takenIn(record),
    ...(isSeen ? { shown_at: ctx.now() } : {}),
    autosaved_at: null,
    autosaved_by: null,
  })
  await followSlug(ctx, record, taken.slug, isSeen)
  const fields = differingFields(before, next)
  const [was, is] = [await categoryName(ctx, before.category_id), await categoryName(ctx, next.category_id)]
  await ctx.record({
    action: 'publish changes',
    subject: subjectOf(taken),
    before: inWords(before, fields, was),
    after: inWords(next, fields, is),
  })
  if (isSeen) await changePublic(ctx, publicKind)
  return readPost(ctx, { id })
}

/**
 * Lets a post go live at a time, or moves that time. Refuses (not-found, stale), (conflict) a published post, and (invalid)
 * a time that has passed and a post without text.
 */
export async function schedulePost(
  ctx: Context,
  { id, publish_at: at }: Input<typeof posts.schedule>,
): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const publish_at = new Date(at)
  if (publish_at <= ctx.now()) throw fieldRefusal('publish_at', 'This time has passed: choose a later one')
  refuseWithoutText(record)
  await move(ctx, record, 'schedule', { publish_at })
  await ctx.record({
    action: 'schedule',
    subject: subjectOf(record),
    before: { state: record.state, publish_at: record.publish_at?.toISOString() ?? null },
    after: { state: 'scheduled', publish_at: publish_at.toISOString() },
  })
  return readPost(ctx, { id })
}

/**
 * Turns a scheduled or unpublished post, with the changes beside it, into a draft again, which can be deleted. Refuses
 * (not-found, stale), and (conflict) any other post.
 */
export async function putBackPost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  await move(ctx, record, 'putBack', { ...takenIn(record), publish_at: null })
  await ctx.record({
    action: 'put back to draft',
    subject: subjectOf(record),
    before: { state: record.state, publish_at: record.publish_at?.toISOString() ?? null },
    after: { state: 'draft', publish_at: null },
  })
  return readPost(ctx, { id })
}

/** Takes a published post down; changes beside it become its content. Refuses (not-found, stale), and (conflict) any other post. */
export async function unpublishPost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  await move(ctx, record, 'unpublish', takenIn(record))
  await ctx.record({
    action: 'unpublish',
    subject: subjectOf(record),
    before: { state: record.state },
    after: { state: 'unpublished' },
  })
  await changePublic(ctx, publicKind)
  return readPost(ctx, { id })
}

/**
 * Makes an earlier version the content again, as a new version; a category that was deleted since stays what it is now, and
 * pictures that were deleted since come back into the library. Refuses (not-found, stale), and (invalid) a slug that another
 * post has taken since.
 */
export async function restoreVersion(
  ctx: Context,
  { id, number }: Input<typeof posts.restoreVersion>,
): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const { content, category_name } = await readVersion(ctx, { id, number })
  await keepAutosaved(ctx, record, 'autosave')
  const isGone = category_name === '' && content.category_id !== null
  const category_id = isGone ? workingOf(record).category_id : content.category_id
  const restored = { ...content, category_id }
  await putContent(ctx, record, restored, 'restore', { from_version: number }, [restored])
  return readPost(ctx, { id })
}

/** Publishes a scheduled post whose time has come, without the changes that wait beside it; false if it is not scheduled for now any more. */
export async function goLive(ctx: Context, record: PostRecord): Promise<boolean> {
  const now = ctx.now()
  const published_at = record.published_at ?? record.publish_at
  const columns = { published_at, shown_at: now, publish_at: null }
  if (!(await putState(ctx, record, 'goLive', columns, sql<SqlBool>`publish_at <= ${now}`))) return false
  await ctx.record({
    action: 'go live',
    subject: subjectOf(record),
    before: { state: record.state },
    after: { state: 'published', publish_at: record.publish_at?.toISOString() ?? null },
  })
  await tellPublished(ctx, record, record.slug)
  return true
}

/** Turns a scheduled post that was refused at its time into a draft again, with the reason in its history. */
export async function failToGoLive(ctx: Context, id: string, reason: string): Promise<void> {
  const record = await heldPost(ctx, id)
  const [failed] = await ctx.db
    .updateTable('posts')
    .set({
      ...takenIn(record),
      ...{ state: 'draft', publish_at: null },
      ...{ updated_at: ctx.now(), version: sql<number>`version + 1` },
    })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', ctx.now())
    .returning(['id', 'title', 'slug'])
    .execute()
  if (!failed) return ctx.unchanged()
  await followSlug(ctx, record, failed.slug, false)
  await ctx.record({
    action: 'fail',
    subject: subjectOf(failed),
    before: { state: 'scheduled' },
    after: { state: 'draft' },
    reason,
  })
}

async function tellPublished(ctx: Context, { id, published_at }: PostRecord, slug: string): Promise<void> {
  await queueEvent(ctx, 'post.published', { post_id: id, slug, is_first: published_at === null })
  await changePublic(ctx, publicKind)
}

/** Moves a post as the table of moves has it. Refuses (conflict) a post in a state from which it does not go so. */
async function move(
  ctx: Context,
  record: PostRecord,
  name: PostMove,
  columns: Updateable<Tables['posts']>,
): Promise<void> {
  await keepAutosaved(ctx, record, name === 'publish' || name === 'schedule' ? name : 'autosave')
  if (await putState(ctx, record, name, { ...columns, autosaved_at: null, autosaved_by: null })) return
  await refusePost(ctx, record.id, whyNot[name])
}

const whyNot: Readonly<Record<PostMove, string>> = {
  publish: 'This post is already published',
  schedule: 'This post is already published: take it down first',
  putBack: 'Only a scheduled or unpublished post can return to draft',
  goLive: 'Only a scheduled post goes live by itself',
  unpublish: 'Only a published post can be taken down',
}

/** The WHERE is what forbids a move: whatever was read before, the row itself says where it comes from. */
async function putState(
  ctx: Context,
  record: PostRecord,
  name: PostMove,
  columns: Updateable<Tables['posts']>,
  condition: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<boolean> {
  const { from, to } = postMoves[name]
  const moved = await ctx.db
    .updateTable('posts')
    .set({
      ...columns,
      state: to,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', record.id)
    .where('deleted_at', 'is', null)
    .where('state', '=', anyOf<PostState>(from))
    .where(condition)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await keepUses(ctx, record.id)
  await followSlug(ctx, record, columns.slug ?? record.slug, to === 'published')
  return true
}

/** Gives up the slug that a changed one replaces, if no reader has seen it, and lets readers find the post. */
async function followSlug(ctx: Context, record: PostRecord, slug: string, isSeen: boolean): Promise<void> {
  if (isSeen) await showSlug(ctx, record.id, slug)
  if (slug !== record.slug) await keepSlugs(ctx, record.id, [slug])
}
