import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { freeSlugAmong, slugOf } from '#kit/contract/slug.ts'
import { type Context, differencesOf, recorded } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type CategoryDetail, type CategoryDraft, type categories, categoryLevels } from '../contract.ts'
import { childrenOf, type Tree, treeOf, whyNotNamed } from '../tree/contract.ts'
import { readCategory, readNodes } from './queries.ts'
import { ordered, pathOf, placeOf } from './rules.ts'
import type { CategoryRecord } from './tables.ts'

/** Far more than any shop needs; every change of the tree reads the whole tree. */
const mostCategories = 5_000

/**
 * Adds a category as the last of its siblings; without a slug, the slug is made from the name. Refuses (invalid) a
 * parent that does not exist or is too deep, a name that a sibling has, and a slug that another category has or had.
 */
export async function createCategory(ctx: Context, draft: CategoryDraft): Promise<CategoryDetail> {
  const tree = await lockTree(ctx)
  if (tree.size >= mostCategories) {
    throw fieldRefusal('name', `At most ${mostCategories.toLocaleString('en')} categories`)
  }
  const parent = draft.parent_id === null ? null : tree.get(draft.parent_id)
  if (parent === undefined) throw fieldRefusal('parent_id', 'There is no such category')
  if (parent && parent.depth >= categoryLevels.length) {
    throw fieldRefusal('parent_id', 'The tree has three levels: choose a main or sub category')
  }
  const taken = whyNotNamed(tree, draft.parent_id, draft.name)
  if (taken) throw fieldRefusal('name', taken)
  if (draft.slug) await refuseTakenSlug(ctx, draft.slug, '')
  const slug = draft.slug ?? (await freeSlug(ctx, draft.name))
  const node = {
    id: uuidv7(),
    parent_id: draft.parent_id,
    depth: (parent?.depth ?? 0) + 1,
    position: childrenOf(tree, draft.parent_id).length + 1,
    name: draft.name,
  }
  const next = new Map(tree).set(node.id, node)
  await ctx.db
    .insertInto('categories')
    .values({
      ...node,
      slug,
      place: placeOf(next, node.id),
      is_active: draft.is_active,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .execute()
  await ctx.record({
    action: 'add',
    subject: subjectOf(node),
    after: { path: pathOf(next, node.id), slug, is_active: draft.is_active },
  })
  return readCategory(ctx, node)
}

/**
 * How commission rules follow the names of categories; passed in by the application, because the rules import the
 * categories.
 */
export interface CommissionNames {
  /** The name of the commission rule that names a category; null if no rule does. */
  ruleNaming: (ctx: Context, category: string) => Promise<string | null>
  renameInRules: (ctx: Context, from: string, to: string) => Promise<void>
}

/** The command that changes a category and the commission rules that name it. */
export function changeCategory(commission: CommissionNames) {
  return (ctx: Context, input: Input<typeof categories.change>) => change(ctx, input, commission)
}

/**
 * Changes the name, slug or switch of a category; the old slug redirects to the category. Refuses (not-found), (stale),
 * and (invalid) a name that a sibling has and a slug that another category has or had. Commission rules that name the
 * category are renamed with it. If another category has the same name, the rename is refused, because the rule applies
 * to both.
 */
async function change(
  ctx: Context,
  { id, ...wanted }: Input<typeof categories.change>,
  commission: CommissionNames,
): Promise<CategoryDetail> {
  const tree = await lockTree(ctx)
  const before = await recordOf(ctx, id)
  await refuseStale(
    ctx,
    before,
    () => readCategory(ctx, { id }),
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
    return readCategory(ctx, { id })
  }
  const taken = whyNotNamed(tree, before.parent_id, next.name, id)
  if (taken) throw fieldRefusal('name', taken)
  await takeRulesAlong(ctx, tree, { id, from: before.name, to: next.name }, commission)
  if (next.slug !== before.slug) {
    await refuseTakenSlug(ctx, next.slug, id)
    await ctx.db.deleteFrom('category_redirects').where('slug', '=', next.slug).execute()
    await ctx.db
      .insertInto('category_redirects')
      .values({ slug: before.slug, category_id: id, created_at: ctx.now() })
      .execute()
  }
  await ctx.db
    .updateTable('categories')
    .set({ ...next, ...touched(ctx) })
    .where('id', '=', id)
    .execute()
  const isSwitch = differing.every(({ path }) => path === 'is_active')
  await ctx.record({
    action: isSwitch ? (next.is_active ? 'switch on' : 'switch off') : 'edit',
    subject: subjectOf({ id, name: next.name }),
    ...recorded(differing),
  })
  return readCategory(ctx, { id })
}

async function takeRulesAlong(
  ctx: Context,
  tree: Tree,
  { id, from, to }: { id: string; from: string; to: string },
  { ruleNaming, renameInRules }: CommissionNames,
): Promise<void> {
  const sameAs = (name: string) => name.toLowerCase() === from.toLowerCase()
  const rule = sameAs(to) ? null : await ruleNaming(ctx, from)
  if (rule === null) return
  const isOneOfSeveral = [...tree.values()].some((node) => node.id !== id && sameAs(node.name))
  if (isOneOfSeveral) {
    throw fieldRefusal(
      'name',
      `The commission rule ${rule} applies to every category named ${from}: change the rule first`,
    )
  }
  await renameInRules(ctx, from, to)
}

/**
 * Moves a category to a position among its siblings, from 1; a position past the end means last. Refuses (not-found).
 */
export async function orderCategory(
  ctx: Context,
  { id, position }: { id: string; position: number },
): Promise<CategoryDetail> {
  const tree = await lockTree(ctx)
  const before = await recordOf(ctx, id)
  const next = ordered(tree, id, position)
  const now = next.get(id)?.position
  if (now === before.position) {
    ctx.unchanged()
    return readCategory(ctx, { id })
  }
  await keepTree(ctx, tree, next)
  await ctx.record({
    action: 'put in order',
    subject: subjectOf(before),
    before: { position: before.position },
    after: { position: now },
  })
  return readCategory(ctx, { id })
}

/**
 * Locks the tree until this transaction ends and reads it. Another transaction that changes the tree waits, and so does
 * a transaction that is about to assign a product to a category (`holdTree`).
 */
export async function lockTree(ctx: Context): Promise<Tree> {
  await sql`lock table categories in exclusive mode`.execute(ctx.db)
  return treeOf(await readNodes(ctx.db))
}

/**
 * Keeps the tree from changing until this transaction ends; several transactions may hold it at once. It must be the
 * first lock of the transaction, because a merge locks the tree first and then the products.
 */
export async function holdTree(ctx: Context): Promise<void> {
  await sendWithNext(ctx.db, sql`lock table categories in row share mode`)
}

/** Writes the changed part of the tree. Removed categories must be deleted before this call. */
export async function keepTree(ctx: Context, before: Tree, after: Tree): Promise<void> {
  const changed = [...after.values()].flatMap((node) => {
    const place = placeOf(after, node.id)
    const isSame = before.has(node.id) && placeOf(before, node.id) === place
    return isSame && before.get(node.id)?.parent_id === node.parent_id ? [] : [{ ...node, place }]
  })
  // The versions stay the same, so that someone who is renaming a category is not refused as stale.
  await sql`
    update categories c set parent_id = n.parent_id, depth = n.depth, position = n.position, place = n.place
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as n (id uuid, parent_id uuid, depth integer, position integer, place text)
    where c.id = n.id`.execute(ctx.db)
}

export async function recordOf(ctx: Context, id: string): Promise<CategoryRecord> {
  const record = await ctx.db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such category')
  return record
}

/** The columns that every change of the category itself sets. */
export function touched(ctx: Context) {
  return { updated_at: ctx.now(), version: sql<number>`version + 1` }
}

export function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'category', id, name }
}

async function refuseTakenSlug(ctx: Context, slug: string, ownId: string): Promise<void> {
  const { rows } = await sql<{ name: string; is_old: boolean }>`
    select name, false as is_old from categories where slug = ${slug} and id::text <> ${ownId}
    union all
    select c.name, true from category_redirects r join categories c on c.id = r.category_id
    where r.slug = ${slug} and c.id::text <> ${ownId}`.execute(ctx.db)
  const [other] = rows
  if (other?.is_old) throw fieldRefusal('slug', `This slug redirects to ${other.name}: choose another slug`)
  if (other) throw fieldRefusal('slug', `${other.name} has this slug: choose another slug`)
}

/** The slug made from the name, with a number added if the slug is taken. */
async function freeSlug(ctx: Context, name: string): Promise<string> {
  const wanted = slugOf(name) || 'category'
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where slug = ${wanted} or slug like ${`${wanted}-%`}
    union all
    select slug from category_redirects where slug = ${wanted} or slug like ${`${wanted}-%`}`.execute(ctx.db)
  return freeSlugAmong(new Set(rows.map(({ slug }) => slug)), wanted)
}
