import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { InsteadOf } from '#kit/contract/instead-of.ts'
import { listQuery } from '#kit/contract/page.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { slug } from '#kit/contract/slug.ts'
import { filledLine } from '#kit/contract/text.ts'
import { menuTexts } from './menu-texts.ts'
import { texts } from './texts.ts'

/** The levels of the tree from the top; the depth of a category decides the list that it appears in. */
export const categoryLevels = ['main', 'sub', 'child'] as const
export type CategoryLevel = (typeof categoryLevels)[number]

/** The name of each level, singular and plural, and the action that adds a category to it. */
export const levelWords: Readonly<Record<CategoryLevel, { one: string; many: string; add: string }>> = {
  main: { one: texts.mainCategory, many: menuTexts.mainCategories, add: texts.addMainCategory },
  sub: { one: texts.subCategory, many: menuTexts.subCategories, add: texts.addSubCategory },
  child: { one: texts.childCategory, many: menuTexts.childCategories, add: texts.addChildCategory },
}

/** The picture of a category is stored as a square with this side, in pixels. */
export const categoryImagePixels = 400

const Relative = z.object({ id: z.uuid(), name: z.string(), is_active: z.boolean() })

export const Category = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  level: z.enum(categoryLevels),
  /** The categories above this one, from the main category down. */
  ancestors: z.array(Relative),
  /** From 1, among its siblings. */
  position: z.int(),
  /** The category's own switch. Categories below a category that is off are hidden too. */
  is_active: z.boolean(),
  /** Media of the picture, served under /media/<media>.webp and /media/<media>-96.webp; empty without a picture. */
  image: z.string(),
  /** Products in this category and in all categories below. */
  product_count: z.int(),
  own_product_count: z.int(),
  /** Approved products among these whose switch is on. */
  approved_product_count: z.int(),
  child_count: z.int(),
  version: z.int(),
  created_at: z.string(),
})
export type Category = z.infer<typeof Category>

/** A scheduled or running campaign whose scope depends on the position of categories. */
const CategoryCampaign = z.object({ id: z.uuid(), name: z.string() })
export type CategoryCampaign = z.infer<typeof CategoryCampaign>

export const CategoryDetail = Category.extend({
  /** Products in this category and below, by the list that shows them; drafts are in no list. */
  product_counts: z.object({
    pending: z.int(),
    changes_requested: z.int(),
    rejected: z.int(),
    approved: z.int(),
    deactivated: z.int(),
  }),
  /** The direct children, in their order. */
  children: z.array(Category),
  /** How many levels are below this category: 0, 1 or 2. */
  height: z.int(),
  /** The number of siblings, including this category. */
  sibling_count: z.int(),
  /** Previous slugs that redirect to this category. */
  old_slugs: z.array(z.string()),
  /** Campaigns that are limited to this very category: until they end, the category cannot be moved. */
  campaigns: z.array(CategoryCampaign),
  history: z.array(TimelineEntry),
})
export type CategoryDetail = z.infer<typeof CategoryDetail>

/** An entry of the whole tree in its order, with only the fields that a chooser needs. */
export const CategoryChoice = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  level: z.enum(categoryLevels),
  is_active: z.boolean(),
  /** How many levels are below this category. */
  height: z.int(),
  /** Campaigns that cover products in this category, because they are limited to it or to a category above it. */
  campaigns: z.array(CategoryCampaign),
})
export type CategoryChoice = z.infer<typeof CategoryChoice>

/** A category as shoppers see it: only categories that are on and have no category above them that is off. */
export const StorefrontCategory = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
})
export type StorefrontCategory = z.infer<typeof StorefrontCategory>

/** Lower case, because the tree is looked up by ids as the database writes them. */
const categoryId = z.uuid().toLowerCase()
const name = filledLine(120, texts.nameIsRequired)
/** A new category; without a slug, the slug is made from the name. */
export const CategoryDraft = z.strictObject({
  name,
  slug: slug.optional(),
  parent_id: categoryId.nullable().default(null),
  is_active: z.boolean().default(true),
})
export type CategoryDraft = z.infer<typeof CategoryDraft>

export const CategoryChange = z
  .strictObject({ name: name.optional(), slug: slug.optional(), is_active: z.boolean().optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type CategoryChange = z.infer<typeof CategoryChange>

/** Filters and sort orders for the categories of a level. */
export const CategoryQuery = listQuery(['place', 'name', 'slug', 'created_at'], {
  level: z.enum(categoryLevels).default('main'),
  status: z.enum(['active', 'inactive']).optional(),
  /** Only categories below this one, at any depth. */
  below: z.uuid().optional(),
})

/** The number of affected products that the user was shown; if the number has changed, the user must confirm again. */
const product_count = z.int().min(0)

const id = z.strictObject({ id: categoryId })
const path = '/api/admin/categories'
const see = grants('Manage Categories', 'view')
const change = grants('Manage Categories', 'act')
const arrange = grants('Manage Categories', 'configure')
const changed = { params: id, answer: CategoryDetail, refuses: ['not-found'] as const }
const arranged = { ...changed, refuses: ['not-found', 'conflict'] as const }

export const categories = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Categories of one level, in the order of the tree',
    access: see,
    query: CategoryQuery,
    layout: 'page',
    answer: Category,
  }),
  tree: endpoint({
    method: 'GET',
    path: `${path}/tree`,
    summary: 'The whole category tree, in order',
    access: see,
    answer: z.array(CategoryChoice),
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    summary: 'How many categories each level has',
    access: see,
    answer: z.object({ main: z.int(), sub: z.int(), child: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One category with the categories below it',
    access: see,
    params: id,
    answer: CategoryDetail,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a category, as the last of its siblings',
    access: change,
    body: CategoryDraft,
    answer: CategoryDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Rename a category, give it another slug or turn it on or off; needs If-Match',
    access: change,
    body: CategoryChange,
    conditional: true,
    // Every listing of the category is found by its name, and is written with it.
    takesLong: true,
    ...changed,
    refuses: ['not-found', 'stale'],
  }),
  order: endpoint({
    method: 'POST',
    path: `${path}/:id/order`,
    summary:
      'Change the position of a category among its siblings, from 1; a position past the end means last',
    access: change,
    body: z.strictObject({ position: z.int().min(1).max(100_000) }),
    ...changed,
  }),
  setImage: endpoint({
    method: 'POST',
    path: `${path}/:id/image`,
    summary: 'Set the picture of a category: one multipart part named file, cropped to a square',
    query: InsteadOf,
    access: change,
    upload: { maxBytes: pictureLimits.maxBytes },
    transactions: 'own',
    ...arranged,
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: `${path}/:id/image`,
    summary: 'Remove the picture of a category',
    query: InsteadOf,
    access: change,
    ...arranged,
  }),
  move: endpoint({
    method: 'POST',
    path: `${path}/:id/move`,
    summary: 'Move a category with everything below it into another category, or make it a main category',
    access: arrange,
    body: z.strictObject({ parent_id: categoryId.nullable(), product_count }),
    ...arranged,
  }),
  merge: endpoint({
    method: 'POST',
    path: `${path}/:id/merge`,
    summary: 'Merge a category into another one and delete it; its slug redirects to the other category',
    access: arrange,
    body: z.strictObject({ into: categoryId, product_count }),
    takesLong: true,
    ...arranged,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an empty category',
    access: arrange,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict'],
  }),
  storefront: endpoint({
    method: 'GET',
    path: '/api/storefront/categories',
    summary: 'The categories that shoppers see, in order',
    access: { kind: 'public', because: texts.publicReason },
    answer: z.array(StorefrontCategory),
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/storefront/categories/:slug',
    summary: 'One category by its slug, or by a previous slug: the answer has the current slug',
    access: { kind: 'public', because: texts.publicReason },
    params: z.strictObject({ slug: z.string().min(1).max(80) }),
    answer: StorefrontCategory,
    refuses: ['not-found'],
  }),
}

/** Why a category cannot be moved until these campaigns end, in words; empty without campaigns. */
export function whyHeldBy(campaigns: readonly { name: string }[]): string {
  const names = campaigns.map(({ name }) => name)
  if (names.length === 0) return ''
  if (names.length === 1) return texts.heldByCampaign({ name: names.join() })
  if (names.length > 4) {
    return texts.heldByManyCampaigns({ list: names.slice(0, 3).join(', '), more: names.length - 3 })
  }
  return texts.heldByCampaigns({ list: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
}
