import { sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { unknownPictures } from '#features/media/server/queries.ts'
import { setUses } from '#features/media/server/use-commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database, Tables } from '#kit/server/database.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { PostDetail, posts } from '../contract.ts'
import {
  differingFields,
  type PostChange,
  type PostContent,
  type PostDraft,
  postFieldNames,
} from '../fields-contract.ts'
import '../categories/server/tables.ts'
import { readPost } from './queries.ts'
import { columnsOf, contentOf, inWords, isKeptApart, picturesOf, savedColumns, workingOf } from './rules.ts'
import { keepSlugs, takeFreeSlug, takeSlug } from './slug-commands.ts'
import type { PostRecord } from './tables.ts'
import { keepAutosaved, keepVersion, latestContent } from './version-commands.ts'

/** How long a run of automatic saves by one person is one entry of the history. */
const runMs = 10 * 60 * 1000

/**
 * Adds a post as a draft; without a slug, the slug is made from the title, and the author is who adds it. Refuses
 * (invalid) a slug that another post has or had, and a category that does not exist.
 */
export async function createPost(ctx: Context, draft: PostDraft): Promise<PostDetail> {
  return addDraft(ctx, draft, {})
}

/** Makes a draft with the same content and a slug of its own. Refuses (not-found). */
export async function duplicatePost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const { slug: _, ...content } = workingOf(record)
  const title = cut(`Copy of ${content.title}`, 160)
  return addDraft(ctx, { ...content, title }, { copied_from: content.title })
}

async function addDraft(ctx: Context, draft: PostDraft, more: Record<string, unknown>): Promise<PostDetail> {
  const id = uuidv7()
  if (draft.slug !== undefined) await takeSlug(ctx, id, draft.slug)
  const slug = draft.slug ?? (await takeFreeSlug(ctx, id, draft.title))
  const content: PostContent = {
    title: draft.title,
    slug,
    category_id: draft.category_id ?? null,
    banner: draft.banner ?? null,
    excerpt: draft.excerpt ?? '',
    html: draft.html ?? '',
    author: draft.author ?? (ctx.actor.kind === 'person' ? ctx.actor.name : ''),
    search_title: draft.search_title ?? '',
    search_description: draft.search_description ?? '',
  }
  const category = await categoryName(ctx, content.category_id)
  const columns = columnsOf(content)
  await refuseForeignPictures(ctx, { banner: content.banner, html: columns.html }, [])
  await ctx.db
    .insertInto('posts')
    .values({ id, ...columns, created_at: ctx.now(), updated_at: ctx.now() })
    .execute()
  await keepVersion(ctx, id, 'add', { ...content, html: columns.html })
  await keepUses(ctx, id)
  await ctx.record({
    action: 'add',
    subject: subjectOf({ id, title: content.title }),
    after: { ...inWords(content, ['title', 'slug', 'category_id'], category), ...more },
  })
  return readPost(ctx, { id })
}

/**
 * Saves changes of a post as a new version; those of a published or scheduled post wait beside it until they are
 * published. What was saved automatically becomes a version first where the save discards it or somebody else wrote it.
 * Saving the same values changes nothing. Refuses (not-found, stale), and (invalid) a slug that another post
 * has or had, and a category that does not exist.
 */
export async function changePost(
  ctx: Context,
  { id, ...wanted }: Input<typeof posts.change>,
): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const before = workingOf(record)
  const given = withGiven(before, wanted)
  const next = { ...given, html: columnsOf(given).html }
  const by = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const isDiscard = isKeptApart(record) && differingFields(contentOf(record), next).length === 0
  const isWrittenOver = record.autosaved_at !== null && differingFields(before, next).length > 0
  if (isWrittenOver && (isDiscard || record.autosaved_by !== by)) {
    await keepAutosaved(ctx, record, 'autosave')
  }
  await putContent(ctx, record, next, 'edit')
  return readPost(ctx, { id })
}

/**
 * Keeps what is being written of a post, where a save keeps it. A run of automatic saves by one person is one entry of the
 * history and no version: the next save, or the next person, makes a version of it. Refuses (not-found, stale), and
 * (invalid) as a save does.
 */
export async function autosavePost(
  ctx: Context,
  { id, ...wanted }: Input<typeof posts.autosave>,
): Promise<PostDetail> {
  const record = await heldPost(ctx, id)
  const now = ctx.now()
  const before = workingOf(record)
  const given = withGiven(before, wanted)
  const next = { ...given, html: columnsOf(given).html }
  const by = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const isSameRun =
    record.autosaved_at !== null &&
    record.autosaved_by === by &&
    now.getTime() - record.autosaved_at.getTime() < runMs
  const fields = differingFields(before, next)
  if (fields.length === 0) {
    ctx.unchanged()
    return readPost(ctx, { id })
  }
  // What somebody else has written, or the same person some time ago, is not written over without a version of it.
  if (record.autosaved_at !== null && !isSameRun) await keepVersion(ctx, id, 'autosave', before)
  await follow(ctx, record, next)
  await setPost(ctx, id, {
    ...savedColumns(record, next),
    ...(isSameRun ? {} : { autosaved_at: now, autosaved_by: by }),
  })
  if (isSameRun) ctx.unchanged()
  else {
    const [was, is] = [await categoryName(ctx, before.category_id), await categoryName(ctx, next.category_id)]
    await ctx.record({
      action: 'autosave',
      subject: subjectOf({ id, title: next.title }),
      before: inWords(before, fields, was),
      after: inWords(next, fields, is),
    })
  }
  return readPost(ctx, { id })
}

/**
 * Writes a content as a new version, with the slugs that it needs, and its audit row: it names what differs from the last
 * version, automatic saves included. What readers see stays as it is. Changes nothing if nothing differs. Pictures of `known`
 * contents, besides those of the post itself, need not be in the library any more: they come back into it.
 */
export async function putContent(
  ctx: Context,
  record: PostRecord,
  next: PostContent,
  action: string,
  more: Record<string, unknown> = {},
  known: readonly PostContent[] = [],
): Promise<void> {
  const { id } = record
  const cleaned = { ...next, html: columnsOf(next).html }
  const standing = await latestContent(ctx, id)
  const fields = differingFields(standing, cleaned)
  const isStored = differingFields(workingOf(record), cleaned).length === 0
  if (fields.length === 0 && isStored) return ctx.unchanged()
  const [was, is] = [
    await formerCategoryName(ctx, standing.category_id),
    await categoryName(ctx, next.category_id),
  ]
  await follow(ctx, record, cleaned, known)
  await setPost(ctx, id, { ...savedColumns(record, cleaned), autosaved_at: null, autosaved_by: null })
  if (fields.length > 0) await keepVersion(ctx, id, action, cleaned)
  await ctx.record({
    action,
    subject: subjectOf({ id, title: next.title }),
    before: inWords(standing, fields, was),
    after: { ...inWords(cleaned, fields, is), ...more },
  })
}

/**
 * Takes and leaves the slugs of a changed content. Refuses (invalid) a category that does not exist, and pictures that
 * are neither in the library nor in the post or in `known` contents.
 */
async function follow(
  ctx: Context,
  record: PostRecord,
  next: PostContent,
  known: readonly PostContent[] = [],
): Promise<void> {
  const before = workingOf(record)
  if (next.category_id !== before.category_id) await categoryName(ctx, next.category_id)
  await refuseForeignPictures(ctx, next, [before, contentOf(record), ...known])
  if (next.slug === before.slug) return
  await takeSlug(ctx, record.id, next.slug)
  await keepSlugs(ctx, record.id, isKeptApart(record) ? [record.slug, next.slug] : [next.slug])
}

/** Refuses (invalid) that readers get a post with nothing to read or to see. */
export function refuseWithoutText({ word_count, html }: Pick<PostRecord, 'word_count' | 'html'>): void {
  if (word_count === 0 && !html.includes('<img')) {
    throw fieldRefusal('html', 'Write the text before readers see the post')
  }
}

/** Deletes a draft; it can be restored for a day. Refuses (not-found), (stale), and (conflict) a post that is no draft. */
export async function removePost(ctx: Context, { id }: { id: string }): Promise<void> {
  const record = await heldPost(ctx, id)
  if (record.state !== 'draft') await refusePost(ctx, id, 'Only a draft can be deleted')
  await setPost(ctx, id, { deleted_at: ctx.now() })
  await ctx.record({ action: 'delete', subject: subjectOf(record) })
}

/** Restores a deleted draft. Refuses (not-found) if there is none any more. */
export async function restorePost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const { rows } = await sql<PostRecord>`
    update posts set deleted_at = null, version = version + 1 where id = ${id} and deleted_at is not null
    returning *`.execute(ctx.db)
  const [record] = rows
  if (record) {
    await keepUses(ctx, id)
    await ctx.record({ action: 'restore', subject: subjectOf(record) })
  } else ctx.unchanged()
  return readPost(ctx, { id })
}

/**
 * Reads and locks the stored post until the transaction ends. Refuses (not-found), and (stale) if its version differs
 * from the one that was read.
 */
export async function heldPost(ctx: Context, id: string): Promise<PostRecord> {
  const record = await lockPost(ctx.db, id)
  if (!record) throw new Refusal('not-found', 'There is no such post')
  await refuseStale(
    ctx,
    record,
    () => readPost(ctx, { id }),
    'This post was changed since you read it. Look at it again',
  )
  return record
}

function lockPost(db: Database, id: string): Promise<PostRecord | undefined> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Refuses (conflict) with the current post. */
export async function refusePost(ctx: Context, id: string, why: string): Promise<never> {
  throw new Refusal('conflict', why, { current: await readPost(ctx, { id }) })
}

/** Changes columns of a post, its version, and what the library knows of its pictures. */
export async function setPost(ctx: Context, id: string, columns: Updateable<Tables['posts']>): Promise<void> {
  await ctx.db
    .updateTable('posts')
    .set({ ...columns, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await keepUses(ctx, id)
}

/** Tells the library which pictures a post uses, as it is written and as readers see it. */
export async function keepUses(ctx: Context, id: string): Promise<void> {
  const post = await ctx.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const working = workingOf(post)
  const [written, shown] = [picturesOf(working), picturesOf(contentOf(post))]
  // What goes live at its time is used as well, whatever waits beside it.
  const drafts = post.list === 'scheduled' ? [...written, ...shown] : written
  await setUses(ctx, 'post', id, working.title, post.list === 'deleted' ? [] : drafts, false)
  await setUses(ctx, 'post', id, post.title, post.list === 'published' ? shown : [], true)
}

/** Refuses (invalid) a picture that the content brings and the library has not cut. */
async function refuseForeignPictures(
  ctx: Context,
  next: Pick<PostContent, 'banner' | 'html'>,
  before: readonly Pick<PostContent, 'banner' | 'html'>[],
): Promise<void> {
  const known = new Set(before.flatMap(picturesOf).map(({ media_id, media }) => media_id + media))
  const brought = picturesOf(next).filter(({ media_id, media }) => !known.has(media_id + media))
  const unknown = await unknownPictures(ctx, brought)
  if (unknown.length === 0) return
  const isBanner = unknown.some((place) => brought[place]?.media === next.banner?.media)
  throw fieldRefusal(
    isBanner ? 'banner' : 'html',
    'Choose pictures of the library: one of these is not in it',
  )
}

export function subjectOf({ id, title }: { id: string; title: string }) {
  return { type: 'post', id, name: title }
}

function withGiven(content: PostContent, wanted: PostChange): PostContent {
  const given = postFieldNames.filter((field) => wanted[field] !== undefined)
  return { ...content, ...Object.fromEntries(given.map((field) => [field, wanted[field]])) }
}

/** The name of the category of an earlier version; empty without one, or if it was deleted since. */
async function formerCategoryName(ctx: Context, id: string | null): Promise<string> {
  if (id === null) return ''
  const found = await ctx.db
    .selectFrom('blog_categories')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.name ?? ''
}

/** The name of a category, held until the transaction ends; empty without one. Refuses (invalid) one that is gone. */
export async function categoryName(ctx: Context, id: string | null): Promise<string> {
  if (id === null) return ''
  const found = await ctx.db
    .selectFrom('blog_categories')
    .select('name')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw fieldRefusal('category_id', 'This category no longer exists: choose another one')
  return found.name
}
