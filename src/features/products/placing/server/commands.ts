import { sql } from 'kysely'
import { holdTree } from '#features/categories/server/commands.ts'
import type { Trial } from '#features/decisions/matching-contract.ts'
import { heldAmong, trialOf } from '#features/decisions/server/matching-commands.ts'
import type { ProductStatus } from '#features/products/contract.ts'
import { changeAtOnce, fileUnder, mayDecide } from '#features/products/entry/server/commands.ts'
import { readPlace } from '#features/products/entry/server/queries.ts'
import { changeListings, readStandings, type Standing } from '#features/products/server/batch-commands.ts'
import { productDecisions } from '#features/products/server/commands.ts'
import { matches } from '#features/products/server/matching-commands.ts'
import { isLocked } from '#features/products/server/queries.ts'
import { lockedWords, type ProductPayload } from '#features/products/server/rules.ts'
import { noBody } from '#features/products/server/version-commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Acted, type BulkWork, beginJob } from '#kit/server/bulk-jobs.ts'
import type { Context } from '#kit/server/context.ts'
import { placing } from '../contract.ts'

/** What a job would do with the matching listings now. It changes nothing. Refuses (invalid) the category. */
export async function tryPlacing(
  ctx: Context,
  { category_id, ...matching }: Input<typeof placing.attempt>,
): Promise<Trial> {
  const { path } = await placeOf(ctx, category_id)
  const ids = await matches.pick(ctx, matching)
  const { rows } = await sql<Obstructed & { id: string }>`
    select id, status, category_id, revision_waiting_since is not null as has_edit, ${isLocked('p')} as is_locked
    from products p where id = any(${ids}::uuid[])`.execute(ctx.db)
  const obstacles = new Map<string, string>()
  for (const { id, ...row } of rows) {
    const message = obstacleOf(row) || (row.category_id === category_id ? alreadyIn(path) : '')
    if (message) obstacles.set(id, message)
  }
  const possible = ids.filter((id) => !obstacles.has(id))
  return { ...trialOf(ids, obstacles), held: await heldAmong(ctx, 'product', possible) }
}

/**
 * Starts a job that changes the category of every matching listing. Refuses (invalid) a category that does not exist or
 * has subcategories, and (conflict) a number other than the confirmed one.
 */
export async function beginPlacing(
  ctx: Context,
  { category_id, count, ...matching }: Input<typeof placing.begin>,
): Promise<{ job_id: string }> {
  const { path } = await placeOf(ctx, category_id)
  const ids = await matches.pick(ctx, matching)
  return beginJob(ctx, {
    kind: 'change_category_products',
    input: { category_id, category: path },
    ids,
    count,
    noun: 'products',
    isUndoable: true,
  })
}

/** The work of the job. */
export const placingWork: Readonly<Record<string, BulkWork>> = {
  change_category_products: {
    begunBy: placing.begin,
    nameOf: productDecisions.nameOfId,
    act: (ctx, id, { category_id }: { category_id: string }) => place(ctx, id, category_id),
    undo: takeBack,
  },
}

/** Where a listing was before, and the version that the change made: later changes are not undone. */
interface Mark {
  version: number
  category: string
  category_id: string | null
}

/**
 * Changes the category of a listing, as staff do on its own screen: an approved listing changes at once if the caller may
 * decide, and otherwise by an edit that waits. Refuses (not-found), and (conflict) what the trial names.
 */
async function place(ctx: Context, id: string, category_id: string): Promise<Acted> {
  await holdTree(ctx)
  const { path } = await placeOf(ctx, category_id)
  const known = await standingOf(ctx, id)
  const { product, standing } = known
  const { status, category, category_id: before } = product
  const obstacle = obstacleOf({ status, has_edit: known.waiting !== null, is_locked: known.isLocked })
  if (obstacle) throw new Refusal('conflict', obstacle)
  // By its place and not by its words: a category may have come after the vendor named it, with the listing in none.
  if (before === category_id) throw new Refusal('conflict', alreadyIn(path))
  await write(ctx, known, { ...standing, category: path, category_id })
  const mark: Mark = { version: product.version + 1, category, category_id: before }
  return { name: product.product_name, mark: JSON.stringify(mark) }
}

/** Returns a listing to the category from before. Refuses (conflict) a listing that was changed since. */
async function takeBack(ctx: Context, id: string, written: string): Promise<string> {
  const { version, category, category_id }: Mark = JSON.parse(written)
  await holdTree(ctx)
  const known = await standingOf(ctx, id)
  if (known.product.version !== version) {
    throw new Refusal('conflict', 'This product was changed since, so its category stays')
  }
  const { category_id: _, ...standing } = known.standing
  await write(ctx, known, { ...standing, category, ...(category_id ? { category_id } : {}) })
  // Its words alone would lead it to a category that has come since.
  if (category_id === null) {
    await ctx.db.updateTable('products').set({ category_id }).where('id', '=', id).execute()
  }
  return known.product.product_name
}

async function standingOf(ctx: Context, id: string): Promise<Standing> {
  const [known] = await readStandings(ctx, [id], 'locked')
  if (!known) throw new Refusal('not-found', 'There is no such product')
  return known
}

async function write(ctx: Context, known: Standing, wanted: ProductPayload): Promise<void> {
  const { product, standing, waiting } = known
  const number = known.lastNumber + 1
  // A body that the vendor submits again unchanged must still be recognised, so that it does not undo this change.
  const bodyHash = known.lastHash ?? noBody
  const isApproved = product.status === 'approved'
  if (isApproved && !waiting && mayDecide(ctx)) {
    return changeAtOnce(ctx, product, { standing, wanted, number, bodyHash })
  }
  await changeListings(ctx, [{ product, standing, waiting, wanted, bodyHash, number, reason: '' }])
  if (isApproved) await fileUnder(ctx, product, wanted)
}

interface Obstructed {
  status: string
  category_id?: string | null
  has_edit: boolean
  is_locked: boolean
}

const sentBack: Partial<Record<ProductStatus, string>> = {
  changes_requested: 'Changes were requested. Edit the product itself to submit it again',
  rejected: 'It is rejected. Edit the product itself to submit it again',
}

/**
 * Why the category of a listing cannot be changed among others; empty if it can. A change of a listing that was sent back
 * submits it again, which nobody asks for of many at once; an edit that waits would be replaced by another one, undecided.
 */
function obstacleOf({ status, has_edit, is_locked }: Obstructed): string {
  if (is_locked) return lockedWords
  const back = sentBack[status as ProductStatus]
  if (back) return back
  return has_edit ? 'An edit of it is awaiting a decision. Decide on the edit first' : ''
}

function alreadyIn(path: string): string {
  return `Already in ${path}`
}

/** The category that was chosen. Refuses (invalid) one that does not exist or has subcategories. */
async function placeOf(ctx: Context, categoryId: string): Promise<{ path: string }> {
  const found = await readPlace(ctx, categoryId)
  if (!found) throw fieldRefusal('category_id', 'There is no such category')
  if (found.has_below) throw fieldRefusal('category_id', `Choose a category below ${found.path}`)
  return found
}
