import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { UsedPicture } from '#features/media/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { Version, versionNumber } from '#kit/contract/versions.ts'
import { PostChange, PostContent, PostDraft } from './fields-contract.ts'
import { postStates } from './moves-contract.ts'
import { texts } from './texts.ts'

const CategoryName = z.object({ id: z.uuid(), name: z.string() })

export const Post = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  category: CategoryName.nullable(),
  banner: UsedPicture.nullable(),
  author: z.string(),
  state: z.enum(postStates),
  /** When a scheduled post goes live; null in every other state. */
  publish_at: z.string().nullable(),
  /** When readers first saw the post. */
  published_at: z.string().nullable(),
  /** True if changes wait to be published; a list shows what readers see, or will see at the time. */
  has_changes: z.boolean(),
  /** Readings: without bots, and without repeats of a visitor within half an hour. */
  views: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Post = z.infer<typeof Post>

export const PostDetail = Post.extend({
  excerpt: z.string(),
  html: z.string(),
  search_title: z.string(),
  search_description: z.string(),
  /** What readers see, or will see at the time, where the changes above are not published; else null. */
  live: PostContent.nullable(),
  word_count: z.int(),
  reading_minutes: z.int(),
  /** Previous slugs that redirect to this post. */
  old_slugs: z.array(z.string()),
  /** Versions that can be compared and restored. */
  version_count: z.int(),
  /** When a run of automatic saves began that no version holds yet; null if there is none. */
  autosaved_at: z.string().nullable(),
  /** Where readers find the post; empty where the address of the shop is not known. */
  address: z.string(),
  history: z.array(TimelineEntry),
})
export type PostDetail = z.infer<typeof PostDetail>

export const PostVersion = Version.extend({ title: z.string() })
export type PostVersion = z.infer<typeof PostVersion>

export const PostVersionDetail = PostVersion.extend({
  content: PostContent,
  /** The name of the category that the content names; empty if there is none, or it was deleted. */
  category_name: z.string(),
})
export type PostVersionDetail = z.infer<typeof PostVersionDetail>

/** A deleted draft, while it can be restored. */
export const DeletedPost = z.object({ id: z.uuid(), title: z.string(), deleted_at: z.string() })
export type DeletedPost = z.infer<typeof DeletedPost>

/** A moment at a full minute: a post goes live on the minute. */
const publishMinute = z.iso
  .datetime({ offset: true, error: texts.momentIsRequired, abort: true })
  .refine((text) => new Date(text).getTime() % 60_000 === 0, texts.wholeMinute)
  .transform((text) => new Date(text).toISOString())

const id = z.strictObject({ id: z.uuid() })
const ofVersion = z.strictObject({ id: z.uuid(), number: versionNumber })
const path = '/api/admin/blogs/posts'
const see = grants('Blogs', 'view')
const act = grants('Blogs', 'act')
const publish = grants('Blogs', 'publish')
const written = {
  access: act,
  params: id,
  answer: PostDetail,
  refuses: ['not-found', 'stale'] as const,
}
const moved = {
  ...written,
  access: publish,
  conditional: 'optional' as const,
  refuses: ['not-found', 'conflict', 'stale'] as const,
}

/** The posts of the blog, as staff write, publish and take them down. */
export const posts = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Posts of the blog, newest first',
    access: see,
    query: listQuery(['-created_at', 'title', 'views', 'updated_at'], {
      state: z.enum(postStates).optional(),
      category_id: z.uuid().optional(),
      /** Created on or between these days. */
      from: day.optional(),
      to: day.optional(),
    }),
    layout: 'page',
    answer: Post,
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    summary:
      'How many posts are drafts, scheduled, published and unpublished, and how many drafts were deleted',
    access: see,
    answer: z.object({
      all: z.int(),
      draft: z.int(),
      scheduled: z.int(),
      published: z.int(),
      unpublished: z.int(),
      /** Not part of `all`. */
      deleted: z.int(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One post with its history',
    access: see,
    params: id,
    answer: PostDetail,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a post as a draft; without a slug, the slug is made from the title',
    access: act,
    body: PostDraft,
    answer: PostDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary:
      'Save changes of a post as a new version; those of a published or scheduled post wait to be published',
    body: PostChange,
    ...written,
    conditional: true,
  }),
  autosave: endpoint({
    method: 'PATCH',
    path: `${path}/:id/autosave`,
    summary: 'Keep what is being written of a post, without a version of its own for every few seconds',
    body: PostChange,
    ...written,
    conditional: true,
  }),
  publish: endpoint({
    method: 'POST',
    path: `${path}/:id/publish`,
    summary: 'Publish a post now',
    ...moved,
  }),
  publishChanges: endpoint({
    method: 'POST',
    path: `${path}/:id/publish-changes`,
    summary: 'Publish the changes that wait beside a published or scheduled post',
    ...moved,
    conditional: true,
  }),
  schedule: endpoint({
    method: 'POST',
    path: `${path}/:id/schedule`,
    summary: 'Let a post go live at a time, or at another time',
    body: z.strictObject({ publish_at: publishMinute }),
    ...moved,
  }),
  putBack: endpoint({
    method: 'POST',
    path: `${path}/:id/put-back`,
    summary: 'Turn a scheduled or unpublished post into a draft again',
    ...moved,
  }),
  unpublish: endpoint({
    method: 'POST',
    path: `${path}/:id/unpublish`,
    summary: 'Take a published post down; its address answers that there is no such post',
    ...moved,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    summary: 'Duplicate a post: a draft with the same content and a slug of its own',
    access: act,
    params: id,
    answer: PostDetail,
    status: 201,
    refuses: ['not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a draft; it can be restored for a day',
    access: act,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict', 'stale'],
    conditional: 'optional',
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a deleted draft',
    access: act,
    params: id,
    answer: PostDetail,
    refuses: ['not-found'],
  }),
  deleted: endpoint({
    method: 'GET',
    path: `${path}/deleted`,
    summary: 'Deleted drafts that can be restored, the latest first: a hundred at most',
    access: act,
    answer: z.array(DeletedPost),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${path}/:id/versions`,
    summary: 'The latest hundred versions of a post, the newest first',
    access: see,
    params: id,
    answer: z.array(PostVersion),
    refuses: ['not-found'],
  }),
  version: endpoint({
    method: 'GET',
    path: `${path}/:id/versions/:number`,
    summary: 'One version of a post, whole',
    access: see,
    params: ofVersion,
    answer: PostVersionDetail,
    refuses: ['not-found'],
  }),
  restoreVersion: endpoint({
    method: 'POST',
    path: `${path}/:id/versions/:number/restore`,
    summary: 'Make an earlier version the content of the post again, as a new version',
    ...written,
    params: ofVersion,
    conditional: true,
  }),
}
