import { sql } from 'kysely'
import {
  keepLikeness,
  type Likeness,
  likenessFor,
  measurePictures,
  type PictureMeasure,
} from '#features/products/likeness/server/commands.ts'
import { type Alike, comparing, readAlike } from '#features/products/likeness/server/queries.ts'
import { parseRupees } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { ListingChecks, SavedListingChecks } from '../contract.ts'
import { type DueListing, readDue, readListingChecks, readUsualPrices, sideNames } from './queries.ts'
import {
  type CheckedListing,
  findingsOf,
  plainText,
  riskOf,
  type StoredFinding,
  type UsualPrice,
  type WordModel,
} from './rules.ts'
import '#features/products/server/tables.ts'

/** Saves the checks and asks for another check of every listing that waits. Refuses (stale). */
export async function saveListingChecks(ctx: Context, draft: ListingChecks): Promise<SavedListingChecks> {
  await ctx.db.selectFrom('listing_checks').select('id').forUpdate().execute()
  const { version, ...before } = await readListingChecks(ctx)
  await refuseStale(ctx, { version }, () => ({ ...before, version }))
  await sql`
    update listing_checks set checks = ${JSON.stringify(draft.checks)}::jsonb,
      forbidden = ${JSON.stringify(draft.forbidden)}::jsonb, version = version + 1`.execute(ctx.db)
  await sql`
    update product_checks c set asked = asked + 1 from products p
    where p.id = c.product_id and (p.list in ('pending', 'changes_requested') or p.revision_waiting_since is not null)`.execute(
    ctx.db,
  )
  await ctx.record({
    action: 'save listing checks',
    subject: { type: 'listing_checks', id: null, name: 'Listing checks' },
    before: changesOf(before, draft),
    after: changesOf(draft, before),
  })
  return readListingChecks(ctx)
}

/** Limits forbidden words of merged categories to the category that replaces them, in the transaction of the merge. */
export async function followMergeInChecks(
  ctx: Context,
  merges: readonly { from: string; into: string }[],
): Promise<void> {
  await ctx.db.selectFrom('listing_checks').select('id').forUpdate().execute()
  const { forbidden } = await readListingChecks(ctx)
  const into = new Map(merges.map((merge) => [merge.from, merge.into]))
  if (!forbidden.some(({ category_id }) => category_id && into.has(category_id))) return
  const next = forbidden.map((one) => ({
    ...one,
    category_id: one.category_id && (into.get(one.category_id) ?? one.category_id),
  }))
  await sql`
    update listing_checks set forbidden = ${JSON.stringify(next)}::jsonb, version = version + 1`.execute(
    ctx.db,
  )
}

/**
 * Asks for another check of what waits in a category that took another one in, if a forbidden word is limited to it: that word may
 * not have applied there before. Comes after the products of the merge are locked.
 */
export async function checkAgainAfterMerge(ctx: Context, merges: readonly { into: string }[]): Promise<void> {
  const { forbidden } = await readListingChecks(ctx)
  const limited = merges
    .map(({ into }) => into)
    .filter((id) => forbidden.some((word) => word.category_id === id))
  if (limited.length === 0) return
  await sql`
    update product_checks c set asked = asked + 1 from products p
    where p.id = c.product_id and p.category_id = any(${limited}::uuid[])
      and (p.list in ('pending', 'changes_requested') or p.revision_waiting_since is not null)`.execute(
    ctx.db,
  )
}

/** Why a category cannot be deleted: a forbidden word is limited to it. Null if none is. */
export async function wordLimitedTo(ctx: Context, id: string): Promise<string | null> {
  const { forbidden } = await readListingChecks(ctx)
  const found = forbidden.find(({ category_id }) => category_id === id)
  return found
    ? `The forbidden word “${found.word}” is limited to this category. Change the word first`
    : null
}

/** The checks in which these settings differ from the others, each in words, and the forbidden words. */
function changesOf(own: ListingChecks, other: ListingChecks): Record<string, string> {
  const differing = Object.entries(own.checks).flatMap(([name, check]) => {
    const that = other.checks[name as keyof ListingChecks['checks']]
    const words = ({ is_on, weight, threshold }: typeof check) =>
      `${is_on ? 'on' : 'off'}, weight ${weight}${threshold ? `, threshold ${threshold}` : ''}`
    return words(check) === words(that) ? [] : [[name, words(check)]]
  })
  const wordsOf = ({ forbidden }: ListingChecks) => forbidden.map(({ word }) => word).join(', ')
  const hasOtherWords = JSON.stringify(own.forbidden) !== JSON.stringify(other.forbidden)
  return Object.fromEntries(hasOtherWords ? [...differing, ['forbidden', wordsOf(own)]] : differing)
}

/**
 * Checks up to `most` listings that are new, have changed, or are to be checked again. What is found of a version that has
 * changed meanwhile is kept, and the listing stays due. Returns how many were checked.
 */
export async function checkDueListings(ctx: Context, model: WordModel, most = 50): Promise<number> {
  const due = await readDue(ctx.db, most)
  if (due.length === 0) return 0
  const settings = await readListingChecks(ctx)
  const listings = due.map(presentOf)
  const measures = await measurePictures(
    ctx,
    due.flatMap(({ images }) => (images ?? []).map(({ media }) => media)),
  )
  const likeness = listings.map((listing) => likenessOf(listing, measures))
  // Those that are checked together are found by each other.
  await keepLikeness(ctx, likeness)
  const usual = await readUsualPrices(
    ctx.db,
    listings.flatMap(({ category_id }) => category_id ?? []),
  )
  const found: { product_id: string; asked: number; submission_number: number; findings: StoredFinding[] }[] =
    []
  const near = await comparing(ctx.db, async (db) => {
    const read: Alike[][] = []
    for (const one of likeness) read.push(await readAlike(db, one))
    return read
  })
  for (const [n, listing] of listings.entries()) {
    const alike = near[n] ?? []
    const { product_id, asked, submission_number } = listing
    const checked = checkedOf(listing, measures, usual, alike)
    found.push({ product_id, asked, submission_number, findings: findingsOf(checked, settings, model) })
  }
  await keepFindings(ctx, found)
  return due.length
}

/** The listing as its waiting edit wants it, where there is one. */
function presentOf(due: DueListing): DueListing {
  const { payload } = due
  if (!payload) return due
  const { product_price, discounted_price, ...said } = payload as unknown as DueListing & {
    product_price: string
    discounted_price: string
  }
  const present = {
    ...due,
    ...Object.fromEntries(Object.entries(said).filter(([name]) => name in due)),
    product_price: parseRupees(product_price),
    discounted_price: parseRupees(discounted_price),
    sides: sideNames.map((name, n) => Number(payload[name] ?? due.sides[n])),
  }
  const { category_id, categories, images } = due
  return { ...present, category_id, categories, images, payload }
}

function likenessOf(listing: DueListing, measures: ReadonlyMap<string, PictureMeasure>): Likeness {
  const pictures = (listing.images ?? []).slice(0, 4).map(({ media }) => measures.get(media)?.hash ?? '')
  return likenessFor({ ...listing, pictures: pictures.filter((hash) => hash !== '') })
}

function checkedOf(
  listing: DueListing,
  measures: ReadonlyMap<string, PictureMeasure>,
  usual: ReadonlyMap<string, UsualPrice>,
  alike: CheckedListing['alike'],
): CheckedListing {
  return {
    product_name: listing.product_name,
    sku: listing.sku,
    text: plainText(listing.product_description),
    price: Number(listing.product_price),
    sale: Number(listing.discounted_price),
    priceBefore: listing.price_before === null ? null : Number(listing.price_before),
    priceUsual: usual.get(listing.category_id ?? '') ?? null,
    weight: Number(listing.package_weight),
    sides: listing.sides,
    categories: listing.categories,
    pictures: (listing.images ?? []).map(({ media, width, height }) => ({
      ...{ width, height },
      writing: measures.get(media)?.writing ?? 0,
    })),
    alike,
  }
}

/**
 * Keeps what was found, and the risk with the listing, in the order in which listings are locked elsewhere. What was read before
 * a change that another instance has checked already is not kept.
 */
async function keepFindings(
  ctx: Context,
  found: readonly {
    product_id: string
    asked: number
    submission_number: number
    findings: StoredFinding[]
  }[],
): Promise<void> {
  const rows = JSON.stringify(found.map((one) => ({ ...one, risk: riskOf(one.findings) })))
  const records = sql`jsonb_to_recordset(${rows}::jsonb)
    as r (product_id uuid, asked int4, submission_number int4, risk int4, findings jsonb)`
  await ctx.db.transaction().execute(async (db) => {
    await sql`
      select p.id from products p join ${records} on r.product_id = p.id
      where p.risk <> r.risk order by p.id for no key update of p`.execute(db)
    await sql`
      update product_checks c set answered = r.asked, checked_at = ${ctx.now()},
        submission_number = r.submission_number, risk = r.risk, findings = r.findings
      from ${records} where c.product_id = r.product_id and c.answered <= r.asked`.execute(db)
    await sql`
      update products p set risk = r.risk from ${records} join product_checks c on c.product_id = r.product_id
      where p.id = r.product_id and p.risk <> r.risk and c.answered = r.asked`.execute(db)
  })
}
