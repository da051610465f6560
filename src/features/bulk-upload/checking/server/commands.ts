import { sql } from 'kysely'
import { importLimits, type RowVerdict } from '#features/bulk-upload/contract.ts'
import { type ImportField, importFields } from '#features/bulk-upload/fields-contract.ts'
import type { Pictures } from '#features/bulk-upload/reading/server/sheet-queries.ts'
import {
  inherit,
  type ReadRow,
  type RowError,
  readRow,
  type SheetForm,
  settle,
  shortened,
  type Wanted,
} from '#features/bulk-upload/server/rules.ts'
import {
  Ahead,
  countStep,
  type Held,
  holdStep,
  leaveStep,
  nextNumbers,
  subjectOf,
} from '#features/bulk-upload/server/step-commands.ts'
import type { ImportRecord } from '#features/bulk-upload/server/tables.ts'
import { findCategories } from '#features/categories/server/queries.ts'
import { changed, readStandings, type Standing, wantedNow } from '#features/products/server/batch-commands.ts'
import {
  comparePayloads,
  fieldsForReview,
  lockedWords,
  reviewedPrices,
} from '#features/products/server/rules.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { SheetCell } from '#kit/server/csv-reader.ts'
import { mapInTurns } from '#kit/server/turns.ts'
import { noStockNote } from '../words-contract.ts'
import { type Groups, headsOf } from './group-queries.ts'
import { listingsOf, namelessRow, type RowVendor, vendorsOf } from './match-queries.ts'
import { keepWishes, type Wish, wishesOf } from './wish-commands.ts'

/** The dry run's result for one row, as stored. */
interface Item {
  number: number
  verdict: RowVerdict
  vendor_id: string | null
  sku: string
  product_name: string
  product_id: string | null
  seen_version: number | null
  /** The row from which this row inherits its fields, or whose listing gets its pictures. */
  head: number | null
  wanted: Wanted | null
  errors: RowError[]
  notes: string[]
  changes: { field: string; before: string; after: string }[]
}

interface Verdicts {
  items: Item[]
  wishes: Wish[]
  /** The first rows of groups that later rows may belong to, by group name. */
  groups: Groups
  last: number
}

const mostColumns = importLimits.columns

/**
 * Computes for the next `most` rows what the import would do, and stores only these results. Returns false when no rows
 * are left and the import can be confirmed. Rows that are already imported keep their results.
 */
export async function checkOn(
  ctx: Context,
  held: Held,
  most: number,
  pictures: Pictures | null,
  ahead = new Ahead(),
): Promise<boolean> {
  const prepare = ({ position }: { position: number }) =>
    nextRows(ctx, { ...held.record, position }, formOf(held.record), most)
  const rows = await ahead.take(held.record, prepare)
  const last = rows.at(-1)
  if (last) ahead.begin({ ...held.record, position: last.row.number }, prepare)
  const verdicts = await judge(ctx, held, rows, pictures)
  return transact(ctx, async (own) => {
    own.unchanged()
    const record = await holdStep(own, held)
    if (!record) return false
    if (rows.length === 0) {
      await leaveStep(own, record, 'checked')
      const { create_count, change_count, unchanged_count, error_count } = record
      await own.record({
        action: 'check',
        subject: subjectOf(record),
        after: { create: create_count, change: change_count, unchanged: unchanged_count, error: error_count },
      })
      return false
    }
    await keepItems(own, record.id, verdicts.items)
    const brought = await keepWishes(own, record.id, verdicts.wishes)
    const counts = Object.fromEntries(
      Object.entries(Object.groupBy(verdicts.items, ({ verdict }) => verdict)).map(([verdict, items]) => [
        `${verdict}_count`,
        items.length,
      ]),
    )
    await countStep(
      own,
      record.id,
      {
        ...counts,
        change_count: (counts.change_count ?? 0) + brought.changed,
        unchanged_count: (counts.unchanged_count ?? 0) - brought.changed,
        picture_count: brought.pictures,
        without_stock: verdicts.items.filter(isWithoutStock).length,
      },
      {
        position: verdicts.last,
        carried: { groups: Object.fromEntries(verdicts.groups) },
        column_errors: withErrors(record.column_errors as Record<string, number>, verdicts.items),
      },
    )
    return true
  })
}

interface NextRow {
  row: ReadRow
  /** The row is imported or about to be, so only rows that inherit from this row still need its cells. */
  isSettled: boolean
}

async function nextRows(
  ctx: Context,
  record: ImportRecord,
  form: SheetForm,
  most: number,
): Promise<NextRow[]> {
  const numbers = await nextNumbers(ctx, record, most, 'import_rows')
  if (!numbers) return []
  const { rows } = await sql<{ number: number; cells: SheetCell[]; is_settled: boolean }>`
    select r.number, r.cells,
      exists (select from import_items i where i.import_id = r.import_id and i.number = r.number) as is_settled
    from import_rows r
    where r.import_id = ${record.id} and r.number between ${numbers.first} and ${numbers.last}
    order by r.number`.execute(ctx.db)
  return mapInTurns(rows, ({ number, cells, is_settled: isSettled }) => ({
    row: readRow(number, cells, form),
    isSettled,
  }))
}

function formOf({ mapping, source, head }: ImportRecord): SheetForm {
  return { fields: mapping as (ImportField | null)[], source, head: head as string[] }
}

async function judge(
  ctx: Context,
  { record }: Held,
  next: readonly NextRow[],
  pictures: Pictures | null,
): Promise<Verdicts> {
  const form = formOf(record)
  const rows = next.map(({ row }) => row)
  const groups: Groups = new Map(
    Object.entries((record.carried as { groups?: Record<string, number> }).groups ?? {}),
  )
  const heads = await headsOf(ctx, record.id, rows, groups, form)
  for (const row of rows) inherit(row, heads.get(row.number) ?? null, form.fields)
  const settled = new Set(next.flatMap(({ row, isSettled }) => (isSettled ? [row.number] : [])))
  const open = rows.filter(({ number, role }) => !settled.has(number) && role === 'product')
  const vendors = await vendorsOf(ctx.db, open, record.vendor_id)
  const listings = await listingsOf(ctx.db, record, open, vendors)
  const standings = await readStandings(ctx, [...new Set(listings.ids.values())], 'seen')
  const standingOf = new Map(standings.map((standing) => [standing.product.id, standing]))
  const wishes: Wish[] = []
  const items = await mapInTurns(
    rows.filter(({ number }) => !settled.has(number)),
    (row) => {
      if (row.role !== 'product') return skipped(row, heads.get(row.number) ?? null)
      const id = listings.ids.get(row.number)
      const item = itemOf(row, {
        vendor: vendors.get(row.number) ?? namelessRow,
        twin: listings.twins.get(row.number) ?? null,
        standing: (id && standingOf.get(id)) || null,
        fields: form.fields,
      })
      item.head = heads.get(row.number)?.number ?? null
      return item
    },
  )
  await noteUnknownCategories(ctx, items)
  const byNumber = new Map(items.map((item) => [item.number, item]))
  for (const row of rows) {
    if (settled.has(row.number)) continue
    const owner = row.role === 'pictures' ? heads.get(row.number)?.number : row.number
    const own = byNumber.get(row.number)
    if (
      owner === undefined ||
      !own ||
      own.verdict === 'error' ||
      (row.role !== 'product' && row.role !== 'pictures')
    )
      continue
    const { found, errors, notes } = wishesOf(ctx, row, owner, form.fields, pictures)
    own.notes.push(...notes)
    if (errors.length > 0) Object.assign(own, { verdict: 'error', errors: [...own.errors, ...errors] })
    else wishes.push(...found)
  }
  return { items, wishes, groups, last: rows.at(-1)?.number ?? record.position }
}

/** An unknown category is not an error: the listing keeps the name as written, and the reviewer sets a category. */
async function noteUnknownCategories({ db }: Context, items: readonly Item[]): Promise<void> {
  const filed = items.filter(({ wanted }) => wanted?.category)
  const known = await findCategories(
    db,
    filed.map(({ wanted }) => wanted?.category ?? ''),
  )
  for (const { wanted, notes } of filed) {
    const name = wanted?.category ?? ''
    if (!known.get(name))
      notes.push(`“${shortened(name, 80)}” is not in the category tree, so the listing has no category there`)
  }
}

function picturesWords({ pictures }: ReadRow, head: ReadRow | null): string {
  if (pictures.length === 0) return 'Only brings pictures, whose column is left out'
  return head ? `Adds pictures to row ${head.number}` : 'Adds pictures to no row'
}

function skipped(row: ReadRow, head: ReadRow | null): Item {
  const words = {
    example: 'The example row of the template is not imported',
    heading: 'Groups variants. Each variant becomes its own listing',
    pictures: picturesWords(row, head),
    product: '',
  }
  const owner = row.role === 'pictures' ? (head?.number ?? null) : null
  return { ...blank(row), verdict: 'skipped', head: owner, notes: [words[row.role], ...row.notes] }
}

function blank(row: ReadRow): Item {
  return {
    ...{
      number: row.number,
      verdict: 'error',
      vendor_id: null,
      product_id: null,
      seen_version: null,
      head: null,
    },
    ...{ wanted: null, errors: [], notes: [...row.notes], changes: [] },
    sku: shortened(row.wanted.sku ?? '', 80),
    product_name: shortened(row.wanted.product_name ?? '', 200),
  }
}

interface Around {
  vendor: RowVendor
  /** An earlier row with the same SKU. */
  twin: number | null
  standing: Standing | null
  fields: readonly (ImportField | null)[]
}

function itemOf(row: ReadRow, { vendor, twin, standing, fields }: Around): Item {
  const item = { ...blank(row), vendor_id: vendor.id }
  const column = (field: ImportField) => {
    const index = fields.indexOf(field)
    return index < 0 ? null : index
  }
  if (standing && row.wanted.sku !== undefined && standing.product.sku !== row.wanted.sku) {
    item.notes.push(
      `${row.wanted.sku} is read as ${standing.product.sku}, because spreadsheets drop leading zeros`,
    )
    row.wanted.sku = standing.product.sku
    item.sku = standing.product.sku
  }
  const base = standing ? wantedNow(standing) : null
  const live = standing?.waiting ? standing.standing : null
  const { wanted, left, errors } = settle(row, { base, live }, fields)
  if (left.length > 0) {
    const labels = left.map((name) => importFields[name].label).join(', ')
    item.notes.push(
      `A pending edit asks for another value: ${labels}. The row repeats the live value, so the edit stays`,
    )
  }
  item.errors.push(...row.errors, ...errors)
  const whyNot = vendor.message || (standing ? '' : vendor.noNew)
  if (whyNot) item.errors.push({ column: column('vendor'), message: whyNot })
  if (twin !== null)
    item.errors.push({ column: column('sku'), message: `Row ${twin} has the same SKU for the same vendor` })
  item.errors.sort((a, b) => (a.column ?? mostColumns) - (b.column ?? mostColumns))
  if (item.errors.length > 0) return item
  item.wanted = wanted
  if (!standing || !base) {
    if (wanted.product_stock === undefined) item.notes.push(noStockNote)
    return { ...item, verdict: 'create' }
  }
  const after = changed(base, wanted)
  const differing = comparePayloads(base, after)
  const paths = new Set(differing.map(({ path }) => path))
  // A row without a difference says nothing new: a whole catalogue can be sent again.
  if (standing.isLocked && differing.length > 0) {
    item.errors.push({ column: column('sku'), message: lockedWords })
    return item
  }
  Object.assign(item, {
    // Only differing fields are written, so an unchanged stock does not overwrite the stock after later sales.
    wanted: Object.fromEntries(Object.entries(wanted).filter(([field]) => paths.has(field))),
    product_id: standing.product.id,
    seen_version: standing.product.version,
    product_name: item.product_name || standing.product.product_name,
    verdict: differing.length === 0 ? 'unchanged' : 'change',
    changes: differing.map(({ path, before, after }) => ({
      field: path,
      before: shortened(before, 200),
      after: shortened(after, 200),
    })),
  })
  if (standing.product.status !== 'approved' || differing.length === 0) return item
  const reviewed = fieldsForReview(standing.standing, after, reviewedPrices(standing.product))
  const labels = reviewed
    .filter((path) => path in importFields)
    .map((path) => importFields[path as ImportField].label)
  if (labels.length > 0) item.notes.push(`A review decides: ${labels.join(', ')}`)
  return item
}

function isWithoutStock({ verdict, wanted }: Item): boolean {
  return verdict === 'create' && wanted?.product_stock === undefined
}

async function keepItems(own: Context, id: string, items: readonly Item[]): Promise<void> {
  await sql`
    insert into import_items (import_id, number, verdict, vendor_id, sku, product_name, product_id, seen_version, head,
      wanted, errors, notes, changes)
    select ${id}, number, verdict, vendor_id, sku, product_name, product_id, seen_version, head, wanted, errors, notes,
      changes
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (
      number integer, verdict text, vendor_id uuid, sku text, product_name text, product_id uuid, seen_version integer,
      head integer, wanted jsonb, errors jsonb, notes jsonb, changes jsonb)`.execute(own.db)
}

/** The number of rows with an error in each column, including these rows. */
function withErrors(before: Record<string, number>, items: readonly Item[]): Record<string, number> {
  const counts = { ...before }
  for (const { errors } of items) {
    for (const column of new Set(errors.map((error) => String(error.column ?? 'none')))) {
      counts[column] = (counts[column] ?? 0) + 1
    }
  }
  return counts
}
