import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { slug } from '#kit/contract/slug.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

export const BlogCategory = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  /** From 1, in the order in which readers see the categories. */
  position: z.int(),
  /** Off: readers are not offered the category, and its posts stay readable. */
  is_active: z.boolean(),
  post_count: z.int(),
  published_count: z.int(),
  version: z.int(),
  created_at: z.string(),
})
export type BlogCategory = z.infer<typeof BlogCategory>

const name = filledLine(80, texts.nameIsRequired)

/** A new category; without a slug, the slug is made from the name. */
export const BlogCategoryDraft = z.strictObject({
  name,
  slug: slug.optional(),
  is_active: z.boolean().default(true),
})
export type BlogCategoryDraft = z.output<typeof BlogCategoryDraft>

export const BlogCategoryChange = z
  .strictObject({ name, slug, is_active: z.boolean() })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)

export const mostBlogCategories = 100

const id = z.strictObject({ id: z.uuid() })
const path = '/api/admin/blogs/categories'
const see = grants('Blogs', 'view')
const act = grants('Blogs', 'act')

/** What the posts of the blog are filed under. */
export const blogCategories = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Categories of the blog, in their order',
    access: see,
    query: listQuery(['position', 'name', 'slug', 'created_at'], {
      status: z.enum(['active', 'inactive']).optional(),
    }),
    layout: 'page',
    answer: BlogCategory,
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a category, as the last one',
    access: act,
    body: BlogCategoryDraft,
    answer: BlogCategory,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Rename a category, give it another slug or turn it on or off; needs If-Match',
    access: act,
    params: id,
    body: BlogCategoryChange,
    answer: BlogCategory,
    conditional: true,
    refuses: ['not-found', 'stale'],
  }),
  order: endpoint({
    method: 'POST',
    path: `${path}/:id/order`,
    summary: 'Change the position of a category, from 1; a position past the end means last',
    access: act,
    params: id,
    body: z.strictObject({ position: z.int().min(1).max(100_000) }),
    answer: BlogCategory,
    refuses: ['not-found'],
  }),
  remove: endpoint({
    method: 'POST',
    path: `${path}/:id/remove`,
    summary: 'Delete a category and move its posts, with the number of posts that was shown',
    access: act,
    params: id,
    body: z.strictObject({
      /** The category that gets the posts; null leaves them without a category. */
      into: z.uuid().nullable(),
      post_count: z.int().min(0),
    }),
    layout: 'none',
    status: 204,
    takesLong: true,
    refuses: ['not-found', 'conflict'],
  }),
}
