import { type RawBuilder, sql } from 'kysely'
import type { TimelineEntry } from '#features/audit/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { defaultPageSize, type Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type SheetCell, textOfCell } from '#kit/server/csv-reader.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import { idsWith } from '#kit/server/search.ts'
import {
  type Import,
  type ImportDetail,
  type ImportRow,
  type ImportRules,
  type ImportStatus,
  type ImportVendor,
  type imports,
  keptDays,
} from '../contract.ts'
import type { ImportField } from '../fields-contract.ts'
import type { ImportReading } from '../reading/contract.ts'
import { ignoredBecause, missingIn } from '../reading/source-contract.ts'
import { conversionOf } from '../reading/units-contract.ts'
import { shortened } from './rules.ts'
import type { ImportRecord } from './tables.ts'
import '#features/vendors/server/tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** Hosts from which pictures of imported products may be fetched. Empty unless the administrator lists hosts. */
    imageHosts: readonly string[]
  }
}

/** One page of all imports, regardless of who started them. */
export function listImports(ctx: Context, input: Input<typeof imports.list>): Promise<Page<Import>> {
  const { status, source, q } = input
  return listPage<Import>(
    ctx.db,
    {
      from: sql`imports i`,
      alias: 'i',
      partitions: [sql`i.list = 'all'`],
      filters: [
        ...(status ? [sql`i.status = ${status}`] : []),
        ...(source ? [sql`i.source = ${source}`] : []),
        ...(q ? [searchCondition(q, 'i.search_text', ['i.file_name', 'i.created_by_name'])] : []),
      ],
      sorts: {
        created_at: { column: 'created_at', type: 'timestamptz' },
        file_name: { column: 'file_name', type: 'text' },
      },
      select: sql`i.*`,
      countAll: null,
      shape: importOf,
    },
    input,
  )
}

/** The rules that the administrator of the installation has set. */
export async function readRules({ services }: Context): Promise<ImportRules> {
  return { image_hosts: [...services.imageHosts] }
}

/** Up to 20 vendors that products can be imported for, sorted by shop name. */
export async function findVendors(
  ctx: Context,
  { q }: Input<typeof imports.vendors>,
): Promise<ImportVendor[]> {
  const { rows } = await sql<ImportVendor>`
    select id, shop_name, username, email from vendors
    where status <> 'closed' and status <> 'draft'
      ${q ? sql`and id in ${idsWith('vendor_search', q)}` : sql``}
    order by shop_name, username, id limit 20`.execute(ctx.db)
  return rows
}

/** One import with its columns and its history. Refuses (not-found). */
export async function readImport(ctx: Context, { id }: { id: string }): Promise<ImportDetail> {
  const { rows } = await sql<
    ImportRecord & {
      vendor: ImportVendor | null
      followed_by: { id: string; file_name: string }[] | null
      history: TimelineEntry[] | null
    }
  >`
    select i.*,
      (select json_build_object('id', v.id, 'shop_name', v.shop_name, 'username', v.username, 'email', v.email)
        from vendors v where v.id = i.vendor_id) as vendor,
      (select json_agg(json_build_object('id', f.id, 'file_name', f.file_name) order by f.created_at)
        from imports f where f.follows = i.id) as followed_by,
      (select json_agg(a) from (
        select id, at, actor_kind, actor_name, action, reason, before, after from audit_log
        where subject_type = 'import' and subject_id = i.id order by id desc limit 50) a) as history
    from imports i where i.id = ${id}`.execute(ctx.db)
  const record = rows[0]
  if (!record) throw new Refusal('not-found', 'This import does not exist')
  const pictures_left = record.picture_count === 0 ? 0 : await countPicturesLeft(ctx, record)
  const fields = record.mapping as (ImportField | null)[]
  const errors = record.column_errors as Record<string, number>
  const samples = record.samples as string[][]
  return {
    ...importOf(record),
    columns: (record.head as string[]).map((name, index) => ({
      index,
      name,
      samples: samples[index] ?? [],
      field: fields[index] ?? null,
      ignored_because: ignoredBecause(name),
      converted: conversionOf(name, fields[index] ?? null),
      errors: errors[String(index)] ?? 0,
    })),
    mapping_from: record.mapping_from as ImportDetail['mapping_from'],
    missing: missingOf(record),
    reading: shownReading(record),
    vendor: record.vendor,
    errors_elsewhere: errors.none ?? 0,
    without_stock: record.without_stock,
    pictures_left,
    followed_by: record.followed_by ?? [],
    history: (record.history ?? []).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  }
}

/** How a file is read, as stored. `must_show`: a person must review the columns before anything is checked. */
export type StoredReading = Omit<ImportReading, 'may_change'> & { must_show: boolean }

/** How an import's file was read. Imports from before this was stored have default values. */
export function readingOf({ reading }: Pick<ImportRecord, 'reading'>): StoredReading {
  const plain: StoredReading = {
    ...{ encoding: null, how: 'certain', choices: [], sheets: [], sheet: '', must_show: false },
  }
  return { ...plain, ...(reading as Partial<StoredReading>) }
}

/** In words, what a person must still decide before the rows can be checked. */
export function missingOf(record: Pick<ImportRecord, 'mapping' | 'vendor_id' | 'reading'>): string[] {
  const isUnsure = readingOf(record).how === 'unsure'
  return [
    ...(isUnsure ? ['Choose the encoding in which the names are spelled correctly'] : []),
    ...missingIn(record.mapping as (ImportField | null)[], record.vendor_id !== null),
  ]
}

function shownReading(record: ImportRecord): ImportReading {
  const { must_show: _, ...reading } = readingOf(record)
  const written = record.created_count + record.changed_count
  const isOpen = record.status === 'mapping' || record.status === 'checked'
  return { ...reading, may_change: isOpen && record.file_key !== '' && written === 0 }
}

/**
 * Matches pictures (`p`) of imported rows that are missing and still available. Pictures of a ZIP are available while
 * the ZIP is kept.
 */
export function picturesLeft({ id, file_key }: Pick<ImportRecord, 'id' | 'file_key'>): RawBuilder<boolean> {
  return sql<boolean>`(p.import_id = ${id} and p.state in ('waiting', 'failed')
    and (p.source like '%://%' or ${file_key !== ''}::boolean)
    and exists (select from import_items i where i.import_id = p.import_id and i.number = p.number and i.state = 'done'))`
}

/**
 * SQL that is true for a listing that an import is still fetching pictures for. The rows of an import have an index by SKU
 * and none by listing. Postgres has no statistics of rows that were just inserted, so each listing is looked up on its own.
 */
export function awaitsPictures(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`coalesce((
    select true from imports m
    join import_items i on i.import_id = m.id and i.vendor_id = ${of('vendor_id')} and i.sku = ${of('sku')}
    join import_pictures w on w.import_id = i.import_id and w.number = i.number and w.state = 'waiting'
    where m.status = 'importing' and i.product_id = ${of('id')} limit 1), false)`
}

/** The number of missing pictures that can still be fetched. */
export async function countPicturesLeft({ db }: Context, record: ImportRecord): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from import_pictures p where ${picturesLeft(record)}`.execute(db)
  return rows[0]?.n ?? 0
}

function importOf(record: ImportRecord): Import {
  const status = record.status as ImportStatus
  const written = record.created_count + record.changed_count
  const isRevertable = written > 0 && (status === 'done' || status === 'cancelled')
  const until = new Date(record.created_at.getTime() + keptDays * 86_400_000)
  return {
    id: record.id,
    file_name: record.file_name,
    file_bytes: Number(record.file_bytes),
    file_kind: record.file_kind as Import['file_kind'],
    source: record.source as Import['source'],
    status,
    message: record.message,
    follows: record.follows,
    counts: {
      rows: record.row_count,
      create: record.create_count,
      change: record.change_count,
      unchanged: record.unchanged_count,
      error: record.error_count,
      skipped: record.skipped_count,
      created: record.created_count,
      changed: record.changed_count,
      failed: record.failed_count,
      pictures: record.picture_count,
      pictures_done: record.pictures_done,
      pictures_failed: record.pictures_failed,
      reverted: record.reverted_count,
      kept: record.kept_count,
    },
    progress: progressOf(record, status),
    created_by_name: record.created_by_name,
    created_at: record.created_at.toISOString(),
    confirmed_by_name: record.confirmed_by_name,
    confirmed_at: record.confirmed_at?.toISOString() ?? null,
    finished_at: record.finished_at?.toISOString() ?? null,
    reverted_by_name: record.reverted_by_name,
    reverted_at: record.reverted_at?.toISOString() ?? null,
    revertable_until: isRevertable ? until.toISOString() : null,
    version: record.version,
  }
}

function progressOf(record: ImportRecord, status: ImportStatus): Import['progress'] {
  const written = record.created_count + record.changed_count
  switch (status) {
    case 'reading':
      return { done: record.row_count, total: 0 }
    case 'checking':
      return {
        done:
          record.create_count +
          record.change_count +
          record.unchanged_count +
          record.error_count +
          record.skipped_count,
        total: record.row_count,
      }
    case 'importing':
      return {
        done: written + record.failed_count + record.pictures_done + record.pictures_failed,
        total: record.create_count + record.change_count + record.picture_count,
      }
    case 'reverting':
      return { done: record.reverted_count + record.kept_count, total: written }
    default:
      return { done: record.row_count, total: record.row_count }
  }
}

type StoredRow = Omit<ImportRow, 'errors' | 'cells' | 'shop_name'> & {
  errors: { column: number | null; message: string }[]
  cells: SheetCell[]
  shop_name: string | null
}

/** One page of an import's rows, in sheet order. Refuses (not-found). */
export async function listRows(ctx: Context, input: Input<typeof imports.rows>): Promise<Page<ImportRow>> {
  const record = await ctx.db
    .selectFrom('imports')
    .select(['id', 'head'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'This import does not exist')
  const { limit = defaultPageSize, verdict, state, column } = input
  const where = sql.join(
    [
      sql`i.import_id = ${input.id}`,
      ...(verdict ? [sql`i.verdict = ${verdict}`] : []),
      ...(state ? [sql`i.state = ${state}`] : []),
      ...(column === undefined ? [] : [sql`i.errors @> ${JSON.stringify([{ column }])}::jsonb`]),
    ],
    sql` and `,
  )
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int4 as n from import_items i where ${where}`.execute(ctx.db)
  const total = counted[0]?.n ?? 0
  const page = Math.min(input.page ?? 1, Math.max(1, Math.ceil(total / limit)))
  const { rows } = await sql<StoredRow>`
    select i.number, i.verdict, i.state, i.sku, i.product_name, v.shop_name, i.errors, i.notes, i.changes, r.cells,
      case when i.state in ('done', 'kept') or i.verdict in ('change', 'unchanged') then i.product_id end as product_id
    from (select * from import_items i where ${where} order by number limit ${limit} offset ${(page - 1) * limit}) i
    join import_rows r on r.import_id = i.import_id and r.number = i.number
    left join vendors v on v.id = i.vendor_id order by i.number`.execute(ctx.db)
  const head = record.head as string[]
  return {
    rows: rows.map((row) => ({
      ...row,
      shop_name: row.shop_name ?? '',
      errors: row.errors.map(({ column: at, message }) => ({
        column: at,
        column_name: at === null ? '' : (head[at] ?? ''),
        message,
      })),
      cells: row.cells.map((cell) => shortened(textOfCell(cell), 200)),
    })),
    total,
    total_is_exact: true,
    page,
    first_row: (page - 1) * limit,
    next_cursor: null,
    prev_cursor: null,
  }
}
