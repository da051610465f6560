import { sql } from 'kysely'
import type { ReadRow } from '#features/bulk-upload/server/rules.ts'
import type { ImportRecord } from '#features/bulk-upload/server/tables.ts'
import { listableVendors } from '#features/products/entry/contract.ts'
import type { Database } from '#kit/server/database.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface RowVendor {
  id: string | null
  /** Why the row has no vendor; empty if it has one. */
  message: string
  /** Why no product is added for the vendor, although those that it has may change; empty if products are. */
  noNew: string
}

/** The vendor of each row. */
export type Vendors = Map<number, RowVendor>

/** A row without a vendor, and why. */
function noVendor(message: string): RowVendor {
  return { id: null, message, noNew: '' }
}

/** A row that names no vendor where the sheet has none for every row. */
export const namelessRow = noVendor(
  'The row has no vendor. Fill in the vendor, or choose a vendor for every row',
)

/**
 * The vendor of each row: the vendor that the row names by e-mail address, id or shop name, or else the vendor of the
 * whole sheet.
 */
export async function vendorsOf(
  db: Database,
  rows: readonly ReadRow[],
  ofAll: string | null,
): Promise<Vendors> {
  const names = [...new Set(rows.map(({ vendor }) => vendor.toLowerCase()).filter(Boolean))]
  const ids = names.filter((name) => uuid.test(name))
  if (ofAll) ids.push(ofAll.toLowerCase())
  const { rows: found } = await sql<{ id: string; status: string; email: string; shop: string }>`
    select id, status, lower(email) as email, lower(shop_name) as shop from vendors
    where id = any(${ids}::uuid[]) or lower(email) = any(${names}::text[])
      or (shop_name <> '' and lower(shop_name) = any(${names}::text[]))`.execute(db)
  const of = (name: string) => {
    const byId = found.filter(({ id }) => id === name)
    const byMail = found.filter(({ email }) => email === name)
    const byShop = found.filter(({ shop }) => shop === name)
    const [meant = []] = [byId, byMail, byShop].filter((some) => some.length > 0)
    const [vendor] = meant
    if (!vendor) return noVendor('This vendor does not exist')
    if (meant.length > 1) return noVendor('Several vendors have this name. Enter the vendor’s e-mail address')
    if (vendor.status === 'closed') return noVendor('This vendor is closed')
    const isListable = (listableVendors as readonly string[]).includes(vendor.status)
    const noNew = isListable
      ? ''
      : `This vendor is ${vendor.status.replaceAll('_', ' ')}, so no products are added for it`
    return { id: vendor.id, message: '', noNew }
  }
  const known = new Map(names.map((name) => [name, of(name)]))
  const all = ofAll ? of(ofAll.toLowerCase()) : namelessRow
  return new Map(
    rows.map(({ number, vendor }) => [number, vendor ? (known.get(vendor.toLowerCase()) ?? all) : all]),
  )
}

export interface Listings {
  /** The existing listing of each row, by row number. */
  ids: Map<number, string>
  /** An earlier row of the sheet for the same listing. */
  twins: Map<number, number>
}

interface Wanted {
  number: number
  vendor_id: string
  sku: string
}

/**
 * The existing listing of each row: the vendor's listing with the same SKU, even if a spreadsheet dropped the leading
 * zeros.
 */
export async function listingsOf(
  db: Database,
  record: ImportRecord,
  rows: readonly ReadRow[],
  vendors: Vendors,
): Promise<Listings> {
  const wanted = rows.flatMap(({ number, wanted: { sku } }): Wanted[] => {
    const vendor = vendors.get(number)?.id
    return vendor && sku !== undefined ? [{ number, vendor_id: vendor, sku }] : []
  })
  const ids = await idsOf(db, wanted)
  const bare = wanted.filter(({ number, sku }) => !ids.has(number) && /^[1-9]\d{2,12}$/.test(sku))
  const padded = bare.length > 0 ? await paddedIdsOf(db, bare) : []
  const skuOf = new Map(padded.map(({ number, sku }) => [number, sku]))
  for (const { number, id } of padded) ids.set(number, id)
  const meant = wanted.map((row) => ({ ...row, sku: skuOf.get(row.number) ?? row.sku }))
  return { ids, twins: await twinsOf(db, record, meant) }
}

async function idsOf(db: Database, wanted: readonly Wanted[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; id: string }>`
    select r.number, p.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r (
      number integer, vendor_id uuid, sku text)
    cross join lateral (
      select id from products where vendor_id = r.vendor_id and sku = r.sku limit 1) p`.execute(db)
  return new Map(rows.map(({ number, id }) => [number, id]))
}

const longestNumber = 14

/** Listings whose SKU is this number with leading zeros, if the vendor has exactly one. */
async function paddedIdsOf(
  db: Database,
  wanted: readonly Wanted[],
): Promise<{ number: number; id: string; sku: string }[]> {
  const vendors = [...new Set(wanted.map(({ vendor_id }) => vendor_id))]
  const { rows: padding } = await sql<{ vendor_id: string }>`
    select v.id as vendor_id from unnest(${vendors}::uuid[]) v (id)
    where exists (select from products p where p.vendor_id = v.id and p.sku >= '0' and p.sku < '1')`.execute(
    db,
  )
  const having = new Set(padding.map(({ vendor_id }) => vendor_id))
  const padded = wanted.filter(({ vendor_id }) => having.has(vendor_id))
  if (padded.length === 0) return []
  const { rows } = await sql<{ number: number; id: string; sku: string }>`
    select r.number, min(p.id::text) as id, min(p.sku) as sku
    from jsonb_to_recordset(${JSON.stringify(padded)}::jsonb) as r (number integer, vendor_id uuid, sku text)
    cross join generate_series(1, ${longestNumber}) n
    join products p on p.vendor_id = r.vendor_id and p.sku = lpad(r.sku, n, '0')
    where n > length(r.sku) group by r.number having count(*) = 1`.execute(db)
  return rows
}

/**
 * The first of the earlier rows with the same SKU for the same vendor. Only the first row of a SKU is imported, also where it
 * has an error: which of them it is must not depend on the pieces that they are checked in.
 */
async function twinsOf(
  db: Database,
  record: ImportRecord,
  wanted: readonly Wanted[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ number: number; twin: number }>`
    select r.number, i.number as twin
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r (number integer, vendor_id uuid, sku text)
    cross join lateral (
      select number from import_items
      where import_id = ${record.id} and vendor_id = r.vendor_id and sku = r.sku and number < r.number
      order by number limit 1) i`.execute(db)
  const twins = new Map(rows.map(({ number, twin }) => [number, twin]))
  const seen = new Map<string, number>()
  for (const { number, vendor_id, sku } of wanted) {
    const key = `${vendor_id} ${sku}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    else if (!twins.has(number)) twins.set(number, first)
  }
  return twins
}
