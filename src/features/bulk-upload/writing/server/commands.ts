import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { RowError, Wanted } from '#features/bulk-upload/server/rules.ts'
import { countStep, type Held, holdStep, nextNumbers } from '#features/bulk-upload/server/step-commands.ts'
import { holdTree } from '#features/categories/server/commands.ts'
import {
  changed,
  changeListings,
  createListings,
  hashOf,
  type NewListing,
  readStandings,
  type Standing,
  wantedNow,
} from '#features/products/server/batch-commands.ts'
import { blankListing, comparePayloads, type ProductPayload } from '#features/products/server/rules.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { mapInTurns } from '#kit/server/turns.ts'

interface OpenItem {
  number: number
  verdict: 'create' | 'change'
  vendor_id: string
  product_id: string | null
  seen_version: number | null
  wanted: Wanted
}

interface Written {
  number: number
  state: 'done' | 'failed'
  product_id: string | null
  left_version: number | null
  before: Before | null
  errors: RowError[]
}

/** A listing's state before an import changed the listing, which a revert restores. */
export interface Before {
  columns: Record<string, unknown>
  /** The number of the listing's last version, and of its pending edit. */
  last: number
  waiting: number | null
  images: string[]
  /** The stock after the import, from which later sales are calculated. */
  stock_after: number
}

/**
 * Writes the next `most` rows that create or change listings, in one transaction with their audit entries and row
 * results. Returns false when no rows are left. A listing that changed since the dry run is not touched: its row fails
 * and can be retried.
 */
export async function writeOn(ctx: Context, held: Held, most: number): Promise<boolean> {
  const { record } = held
  const isOpen = sql`state = 'waiting' and verdict in ('create', 'change')`
  const numbers = await nextNumbers(ctx, held, most, 'import_items', isOpen)
  if (!numbers) return false
  const { rows: items } = await sql<OpenItem>`
    select number, verdict, vendor_id, product_id, seen_version, wanted from import_items
    where import_id = ${record.id} and number between ${numbers.first} and ${numbers.last} and ${isOpen}
    order by number`.execute(ctx.db)
  const reasonOf = ({ number }: OpenItem) => `Import of ${record.file_name}, row ${number}`
  const listings = await mapInTurns(
    items.filter(({ verdict }) => verdict === 'create'),
    (item) => newListing(item, reasonOf(item)),
  )
  return transact(ctx, async (own) => {
    own.unchanged()
    await holdTree(own)
    if (!(await holdStep(own, held))) return false
    const closed = await closedVendors(own, items)
    const creates = listings.filter(({ listing }) => !closed.has(listing.vendorId))
    const made = await createListings(
      own,
      creates.map(({ listing }) => listing),
    )
    const written: Written[] = listings.map(({ number, listing: { id, vendorId } }) =>
      made.has(id)
        ? { number, state: 'done', product_id: id, left_version: 1, before: null, errors: [] }
        : failed(
            number,
            closed.has(vendorId)
              ? 'The vendor was closed in the meantime'
              : 'A listing with this SKU was added in the meantime',
          ),
    )
    const changes = items.filter(({ verdict }) => verdict === 'change')
    written.push(...(await writeChanges(own, changes, reasonOf)))
    await keepWritten(own, record.id, written)
    const done = new Set(written.filter(({ state }) => state === 'done').map(({ number }) => number))
    const isDone = (verdict: OpenItem['verdict']) =>
      items.filter((item) => item.verdict === verdict && done.has(item.number)).length
    await countStep(
      own,
      record.id,
      {
        created_count: isDone('create'),
        changed_count: isDone('change'),
        failed_count: items.length - done.size,
        picture_count: -(await dropPictures(
          own,
          record.id,
          items.filter(({ number }) => !done.has(number)),
        )),
      },
      { position: items.at(-1)?.number ?? record.position },
    )
    return true
  })
}

function newListing(item: OpenItem, reason: string): { number: number; listing: NewListing } {
  const payload: ProductPayload = { ...blankListing, ...item.wanted }
  const listing = {
    id: uuidv7(),
    vendorId: item.vendor_id,
    externalId: null,
    payload,
    bodyHash: hashOf(payload),
    reason,
  }
  return { number: item.number, listing }
}

function failed(number: number, message: string): Written {
  return {
    ...{ number, state: 'failed', product_id: null, left_version: null, before: null },
    errors: [{ column: null, message: `${message}. Check the row again` }],
  }
}

async function closedVendors(own: Context, items: readonly OpenItem[]): Promise<Set<string>> {
  const ids = [...new Set(items.map(({ vendor_id }) => vendor_id))]
  const { rows } = await sql<{ id: string }>`
    select id from vendors where id = any(${ids}::uuid[]) and status = 'closed'`.execute(own.db)
  return new Set(rows.map(({ id }) => id))
}

async function writeChanges(
  own: Context,
  items: readonly OpenItem[],
  reasonOf: (item: OpenItem) => string,
): Promise<Written[]> {
  const standings = await readStandings(
    own,
    items.flatMap(({ product_id }) => product_id ?? []),
    'locked',
  )
  const standingOf = new Map(standings.map((standing) => [standing.product.id, standing]))
  const written: Written[] = []
  const edits = items.flatMap((item) => {
    const standing = standingOf.get(item.product_id ?? '')
    if (!standing || standing.product.version !== item.seen_version) {
      written.push(
        failed(
          item.number,
          standing ? 'The listing was changed in the meantime' : 'The listing no longer exists',
        ),
      )
      return []
    }
    const base = wantedNow(standing)
    const wanted = changed(base, item.wanted)
    const differs = comparePayloads(base, wanted).length > 0
    written.push({
      number: item.number,
      state: 'done',
      product_id: standing.product.id,
      left_version: standing.product.version + (differs ? 1 : 0),
      before: beforeOf(standing, wanted.product_stock),
      errors: [],
    })
    // A row may only bring pictures.
    if (!differs) return []
    const { product, standing: live, waiting, lastNumber } = standing
    return [
      {
        ...{ product, standing: live, waiting, wanted },
        bodyHash: hashOf(wanted),
        number: lastNumber + 1,
        reason: reasonOf(item),
      },
    ]
  })
  await changeListings(own, edits)
  return written
}

function beforeOf({ product, lastNumber, waitingNumber, pictures }: Standing, stockAfter: number): Before {
  const { id: _, list: __, version: ___, updated_at: ____, ...columns } = product
  const plain = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ])
  return {
    columns: Object.fromEntries(plain),
    last: lastNumber,
    waiting: waitingNumber,
    images: pictures.images,
    stock_after: stockAfter,
  }
}

/** A row that was not written brings no pictures. When the row is checked again, its pictures are requested again. */
async function dropPictures(own: Context, id: string, items: readonly OpenItem[]): Promise<number> {
  if (items.length === 0) return 0
  const { rows } = await sql`
    delete from import_pictures where import_id = ${id}
      and number = any(${items.map(({ number }) => number)}::integer[]) returning number`.execute(own.db)
  return rows.length
}

async function keepWritten(own: Context, id: string, written: readonly Written[]): Promise<void> {
  const numbers = written.map(({ number }) => number)
  await sql`
    update import_items i set state = r.state, product_id = coalesce(r.product_id, i.product_id),
      left_version = r.left_version, before = r.before, errors = r.errors
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r (
      number integer, state text, product_id uuid, left_version integer, before jsonb, errors jsonb)
    where i.import_id = ${id} and i.number = r.number
      and i.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`.execute(own.db)
}
