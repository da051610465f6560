import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { RowError, Wanted } from '#features/bulk-upload/server/rules.ts'
import {
  Ahead,
  countStep,
  type Held,
  holdStep,
  nextNumbers,
} from '#features/bulk-upload/server/step-commands.ts'
import type { ImportRecord } from '#features/bulk-upload/server/tables.ts'
import { holdTree } from '#features/categories/server/commands.ts'
import { listableVendors } from '#features/products/entry/contract.ts'
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
import {
  blankListing,
  comparePayloads,
  type ProductPayload,
  stockNow,
} from '#features/products/server/rules.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { mapInTurns } from '#kit/server/turns.ts'

interface OpenItem {
  number: number
  verdict: 'create' | 'change'
  vendor_id: string
  product_id: string | null
  seen_version: number | null
  /** The stock that the dry run found, if the row changes it. */
  seen_stock: number | null
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
export async function writeOn(ctx: Context, held: Held, most: number, ahead = new Ahead()): Promise<boolean> {
  const { record } = held
  const prepare = ({ position }: { position: number }) => nextPiece(ctx, { ...record, position }, most)
  const { items, listings } = await ahead.take(record, prepare)
  const last = items.at(-1)
  if (!last) return false
  ahead.begin({ ...record, position: last.number }, prepare)
  const reasonOf = reasonsOf(record)
  return transact(ctx, async (own) => {
    own.unchanged()
    await holdTree(own)
    if (!(await holdStep(own, held))) return false
    const unlistable = await unlistableVendors(own, listings)
    const creates = listings.filter(({ listing }) => !unlistable.has(listing.vendorId))
    const made = await createListings(
      own,
      creates.map(({ listing }) => listing),
    )
    const [created, notCreated] = [
      listings.filter(({ listing }) => made.has(listing.id)),
      listings.filter(({ listing }) => !made.has(listing.id)),
    ]
    const changes = await writeChanges(
      own,
      items.filter(({ verdict }) => verdict === 'change'),
      reasonOf,
    )
    await keepCreated(own, record.id, created)
    await keepWritten(own, record.id, [
      ...notCreated.map(({ number, listing: { vendorId } }) =>
        failed(
          number,
          unlistable.has(vendorId)
            ? `The vendor is ${unlistable.get(vendorId)} now`
            : 'A listing with this SKU was added in the meantime',
        ),
      ),
      ...changes,
    ])
    const changesDone = changes.filter(({ state }) => state === 'done')
    const done = new Set([...created, ...changesDone].map(({ number }) => number))
    await countStep(
      own,
      record.id,
      {
        created_count: created.length,
        changed_count: changesDone.length,
        failed_count: items.length - done.size,
        picture_count: -(await dropPictures(
          own,
          record.id,
          items.filter(({ number }) => !done.has(number)),
        )),
      },
      { position: last.number },
    )
    return true
  })
}

/** A row with the listing that it creates. */
interface Created {
  number: number
  listing: NewListing
}

interface Piece {
  items: OpenItem[]
  /** The listings that the items create. */
  listings: Created[]
}

/**
 * The next rows that create or change listings, at most `most`. They are looked for by their numbers alone: Postgres has
 * no statistics for rows that were just inserted, and sorted all open rows of the import for each piece.
 */
async function nextPiece(ctx: Context, record: ImportRecord, most: number): Promise<Piece> {
  const isOpen = sql`state = 'waiting' and verdict in ('create', 'change')`
  let items: OpenItem[] = []
  for (let { id, position } = record; items.length === 0; ) {
    const numbers = await nextNumbers(ctx, { id, position }, most, 'import_items')
    if (!numbers) break
    const { rows } = await sql<OpenItem>`
      select number, verdict, vendor_id, product_id, seen_version, wanted, (
        select (c ->> 'before')::integer from jsonb_array_elements(changes) c where c ->> 'field' = 'product_stock'
      ) as seen_stock from import_items
      where import_id = ${id} and number between ${numbers.first} and ${numbers.last} and ${isOpen}
      order by number`.execute(ctx.db)
    items = rows
    position = numbers.last
  }
  const reasonOf = reasonsOf(record)
  const listings = await mapInTurns(
    items.filter(({ verdict }) => verdict === 'create'),
    (item) => newListing(item, reasonOf(item)),
  )
  return { items, listings }
}

function reasonsOf({ file_name }: ImportRecord): (item: OpenItem) => string {
  return ({ number }) => `Import of ${file_name}, row ${number}`
}

function newListing(item: OpenItem, reason: string): Created {
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

/** The vendors for whom no product is added any more, with their states in words. */
async function unlistableVendors(own: Context, listings: readonly Created[]): Promise<Map<string, string>> {
  const ids = [...new Set(listings.map(({ listing }) => listing.vendorId))]
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from vendors
    where id = any(${ids}::uuid[]) and status <> all(${[...listableVendors]}::text[])`.execute(own.db)
  return new Map(rows.map(({ id, status }) => [id, status.replaceAll('_', ' ')]))
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
    const wanted = changed(base, wantedOf(item, standing))
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
        // Of what the vendor submitted last: the same body again is still recognised, and does not undo the sheet.
        bodyHash: standing.lastHash ?? hashOf(wanted),
        number: lastNumber + 1,
        reason: reasonOf(item),
      },
    ]
  })
  await changeListings(own, edits)
  return written
}

/**
 * What the row wants of a listing, with the units that were sold since the dry run taken off its stock: orders change the
 * stock without a new version.
 */
function wantedOf({ wanted, seen_stock }: OpenItem, { product }: Standing): Wanted {
  if (wanted.product_stock === undefined || seen_stock === null) return wanted
  return { ...wanted, product_stock: stockNow(wanted.product_stock, seen_stock, product) }
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

/** Rows that created a listing differ in two values alone, so nothing else is sent for them. */
async function keepCreated(own: Context, id: string, created: readonly Created[]): Promise<void> {
  if (created.length === 0) return
  const numbers = created.map(({ number }) => number)
  await sql`
    update import_items i set state = 'done', product_id = r.product_id, left_version = 1, before = null, errors = '[]'
    from unnest(${numbers}::integer[], ${created.map(({ listing }) => listing.id)}::uuid[]) as r (number, product_id)
    where i.import_id = ${id} and i.number = r.number
      and i.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`.execute(own.db)
}

async function keepWritten(own: Context, id: string, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return
  const numbers = written.map(({ number }) => number)
  await sql`
    update import_items i set state = r.state, product_id = coalesce(r.product_id, i.product_id),
      left_version = r.left_version, before = r.before, errors = r.errors
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r (
      number integer, state text, product_id uuid, left_version integer, before jsonb, errors jsonb)
    where i.import_id = ${id} and i.number = r.number
      and i.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`.execute(own.db)
}
