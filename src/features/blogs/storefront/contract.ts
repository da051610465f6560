import { z } from 'zod'
import { UsedPicture } from '#features/media/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

export const StorefrontPost = z.object({
  slug: z.string(),
  title: z.string(),
  /** Null without a category, and if its category is off. */
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
  banner: UsedPicture.nullable(),
  excerpt: z.string(),
  author: z.string(),
  published_at: z.string(),
  reading_minutes: z.int(),
})
export type StorefrontPost = z.infer<typeof StorefrontPost>

export const StorefrontPostDetail = StorefrontPost.extend({
  html: z.string(),
  search_title: z.string(),
  search_description: z.string(),
  updated_at: z.string(),
})
export type StorefrontPostDetail = z.infer<typeof StorefrontPostDetail>

export const StorefrontBlogCategory = z.object({
  name: z.string(),
  slug: z.string(),
  post_count: z.int(),
})
export type StorefrontBlogCategory = z.infer<typeof StorefrontBlogCategory>

const access = { kind: 'public', because: texts.publicReason } as const
const ofSlug = z.strictObject({ slug: z.string().min(1).max(80) })

/** What readers of the blog are answered: published posts alone. */
export const storefrontPosts = {
  list: endpoint({
    method: 'GET',
    path: '/api/storefront/posts',
    summary: 'Published posts, the newest first',
    access,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).optional(),
      cursor: z.string().min(1).max(500).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
      /** The slug of a category that is on. */
      category: z.string().min(1).max(80).optional(),
    }),
    layout: 'page',
    answer: StorefrontPost,
    refuses: ['not-found'],
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/storefront/post-categories',
    summary: 'The categories of the blog that are on, in their order, with their published posts',
    access,
    answer: z.array(StorefrontBlogCategory),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/storefront/posts/:slug',
    summary: 'One published post by its slug, or by a previous slug: the answer has the current slug',
    access,
    params: ofSlug,
    answer: StorefrontPostDetail,
    refuses: ['not-found'],
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/storefront/posts/:slug/view',
    summary:
      'Count a reading; bots and repeats within half an hour are left out, and no personal data is kept',
    access,
    params: ofSlug,
    layout: 'none',
    status: 204,
    refuses: ['not-found'],
  }),
  rss: endpoint({
    method: 'GET',
    path: '/shop/blog/rss.xml',
    summary: 'The latest published posts as RSS 2.0',
    access,
    layout: 'raw',
    answer: z.string(),
    refuses: ['not-found'],
  }),
  atom: endpoint({
    method: 'GET',
    path: '/shop/blog/atom.xml',
    summary: 'The latest published posts as Atom',
    access,
    layout: 'raw',
    answer: z.string(),
    refuses: ['not-found'],
  }),
  sitemap: endpoint({
    method: 'GET',
    path: '/shop/sitemap.xml',
    summary: 'The pages of the shop for search engines',
    access,
    layout: 'raw',
    answer: z.string(),
    refuses: ['not-found'],
  }),
}
