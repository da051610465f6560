import { sql } from 'kysely'
import { type CategoryDetail, whyHeldBy } from '#features/categories/contract.ts'
import { readNarrowedCampaigns } from '#features/categories/server/campaign-queries.ts'
import {
  type CommissionNames,
  keepTree,
  lockTree,
  recordOf,
  subjectOf,
} from '#features/categories/server/commands.ts'
import { readCategory } from '#features/categories/server/queries.ts'
import { type Merge, merged, moved, pathOf, without, wouldTouch } from '#features/categories/server/rules.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type Tree, whyNotBelow, whyNotEmpty, whyNotInto, whyNotSeen } from '../contract.ts'

/**
 * Moves a category with everything below it to the end of another category's children, or makes it a main category.
 * Refuses (not-found), and (conflict) if the category cannot go there, if a campaign that was started depends on its
 * position, or if the number of affected products differs from the number that the user was shown.
 */
export async function moveCategory(
  ctx: Context,
  { id, parent_id, product_count }: { id: string; parent_id: string | null; product_count: number },
): Promise<CategoryDetail> {
  const tree = await lockTree(ctx)
  const before = await readCategory(ctx, { id })
  if (parent_id !== null) await recordOf(ctx, parent_id)
  refuse(whyNotBelow(tree, id, parent_id)?.words, before)
  const next = moved(tree, id, parent_id)
  await refuseInCampaigns(ctx, [id], { before: tree, after: next, gone: new Map() }, before)
  refuseOtherProducts(before, product_count)
  await keepTree(ctx, tree, next)
  await ctx.record({
    action: 'move',
    subject: subjectOf(before),
    before: { path: pathOf(tree, id) },
    after: { path: pathOf(next, id), products: product_count },
  })
  return readCategory(ctx, { id })
}

/** A merged category and the category that absorbs it, each with its path in the tree for the audit log. */
interface MergedPair {
  from: string
  into: string
  from_path: string
  into_path: string
}

/** Reassigns the records that another feature keeps for the merged categories, in the transaction of the merge. */
export type MergeFollower = (ctx: Context, pairs: readonly MergedPair[]) => Promise<void>

/**
 * What other features do in a merge; passed in by the application, with the followers in the order in which they lock.
 */
interface Merging {
  commission: Pick<CommissionNames, 'ruleNaming'>
  followers: readonly MergeFollower[]
}

/** The command that merges one category into another. */
export function mergeCategory(merging: Merging) {
  return (ctx: Context, input: { id: string; into: string; product_count: number }) =>
    merge(ctx, input, merging)
}

/**
 * Moves everything in a category into another one and deletes the category: products, child categories, and the slugs
 * that led to it. If both have a child of the same name, the two children are merged. Answers the remaining category.
 * Refuses (not-found), and (conflict) if the category cannot be merged there, if a commission rule names it or a
 * campaign that was started depends on it, or if the number of affected products differs from the number that the user
 * was shown. Draft campaigns follow the merge.
 */
async function merge(
  ctx: Context,
  { id, into, product_count }: { id: string; into: string; product_count: number },
  { commission, followers }: Merging,
): Promise<CategoryDetail> {
  const tree = await lockTree(ctx)
  const before = await readCategory(ctx, { id })
  const target = await recordOf(ctx, into)
  refuse(whyNotInto(tree, id, into)?.words, before)
  const { tree: next, merges } = merged(tree, id, into)
  const gone = new Map(merges.map((merge) => [merge.from, merge.into]))
  await refuseInCampaigns(ctx, [...gone.keys()], { before: tree, after: next, gone }, before)
  refuseOtherProducts(before, product_count)
  await refuseNamedInRules(ctx, tree, merges, before, commission)
  const pairs = merges.map(({ from, into: to }) => ({
    ...{ from, into: to },
    ...{ from_path: pathOf(tree, from), into_path: pathOf(tree, to) },
  }))
  for (const follow of followers) await follow(ctx, pairs)
  await handOver(ctx, merges)
  // Merged categories are deleted first, because one of their children may take a name that one of them has.
  await removeAll(
    ctx,
    merges.map(({ from }) => from),
  )
  await keepTree(ctx, tree, next)
  await recordMerges(ctx, tree, merges, product_count)
  await ctx.record({
    action: 'take in',
    subject: subjectOf(target),
    after: { category: pathOf(tree, id), products: product_count, slug: before.slug },
  })
  return readCategory(ctx, { id: into })
}

/** Says what names a category, so that it cannot be deleted; null if nothing of the feature does. */
export type CategoryNaming = (ctx: Context, id: string) => Promise<string | null>

/** The command that deletes a category; passed in by the application, what else can name one. */
export function removeCategory(namings: readonly CategoryNaming[]) {
  return (ctx: Context, input: { id: string }) => remove(ctx, input, namings)
}

/**
 * Deletes an empty category; its slugs are free again. Refuses (not-found), and (conflict) a category that is not
 * empty, that a campaign that was started is limited to, or that something else names.
 */
async function remove(
  ctx: Context,
  { id }: { id: string },
  namings: readonly CategoryNaming[],
): Promise<void> {
  const tree = await lockTree(ctx)
  const category = await readCategory(ctx, { id })
  refuse(whyNotEmpty(category), category)
  refuse(whyHeldBy(category.campaigns), category)
  for (const naming of namings) refuse(await naming(ctx, id), category)
  // Past products of this category count for its parent, because every campaign that covers the one covered the other.
  await sql`
    update product_places set category_id = ${tree.get(id)?.parent_id ?? null} where category_id = ${id}`.execute(
    ctx.db,
  )
  await removeAll(ctx, [id])
  await keepTree(ctx, tree, without(tree, id))
  await ctx.record({
    action: 'delete',
    subject: subjectOf(category),
    before: { path: pathOf(tree, id), slug: category.slug },
  })
}

function refuse(why: string | null | undefined, current: CategoryDetail): void {
  if (why) throw new Refusal('conflict', why, { current })
}

/**
 * Vendors opted in to a fixed set of products, so the scope of a campaign must not change from its start decision to
 * its end.
 */
async function refuseInCampaigns(
  ctx: Context,
  own: readonly string[],
  change: Parameters<typeof wouldTouch>[1],
  current: CategoryDetail,
): Promise<void> {
  const touched = (await readNarrowedCampaigns(ctx)).filter(
    ({ chosen }) => own.some((id) => chosen.has(id)) || wouldTouch(chosen, change),
  )
  refuse(whyHeldBy(touched), current)
}

function refuseOtherProducts(category: CategoryDetail, told: number): void {
  if (category.product_count === told) return
  throw new Refusal('conflict', whyNotSeen(category), { current: category })
}

/**
 * A commission rate must not change because the name in its rule is gone, so the rule must be changed before the merge.
 */
async function refuseNamedInRules(
  ctx: Context,
  tree: Tree,
  merges: readonly Merge[],
  current: CategoryDetail,
  { ruleNaming }: Pick<CommissionNames, 'ruleNaming'>,
): Promise<void> {
  for (const { from, into } of merges) {
    const [name, target] = [tree.get(from)?.name ?? '', tree.get(into)?.name ?? '']
    if (name.toLowerCase() === target.toLowerCase()) continue
    const rule = await ruleNaming(ctx, name)
    refuse(rule && `The commission rule ${rule} names ${name}: change the rule first`, current)
  }
}

/**
 * Reassigns the past categories of products, and the slugs that led to the merged categories, to the absorbing
 * category.
 */
async function handOver(ctx: Context, merges: readonly Merge[]): Promise<void> {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as m ("from" uuid, "into" uuid)`
  await sql`
    update category_redirects set category_id = m."into" from ${pairs} where category_id = m."from"`.execute(
    ctx.db,
  )
  await sql`
    update product_places h set category_id = m."into" from ${pairs} where h.category_id = m."from"`.execute(
    ctx.db,
  )
  await sql`
    insert into category_redirects (slug, category_id, created_at)
    select c.slug, m."into", ${ctx.now()} from ${pairs} join categories c on c.id = m."from"`.execute(ctx.db)
}

async function removeAll(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`delete from categories where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
}

/** Each merged category gets its own audit log entry, so that it can be found in the log by its id. */
async function recordMerges(
  ctx: Context,
  tree: Tree,
  merges: readonly Merge[],
  products: number,
): Promise<void> {
  for (const { from, into } of merges.toReversed()) {
    const isAsked = from === merges.at(-1)?.from
    await ctx.record({
      action: 'merge',
      subject: subjectOf({ id: from, name: tree.get(from)?.name ?? '' }),
      before: { path: pathOf(tree, from) },
      after: { into: pathOf(tree, into), ...(isAsked ? { products } : {}) },
    })
  }
}
