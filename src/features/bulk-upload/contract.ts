import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { importFieldNames } from './fields-contract.ts'
import { ImportReading, ReadingChoice } from './reading/contract.ts'
import { texts } from './texts.ts'

/** Accepted uploads: a sheet alone, or a ZIP with one sheet and the pictures that the sheet names. */
export const importLimits = {
  sheetBytes: 50 * 1024 * 1024,
  zipBytes: 100 * 1024 * 1024,
  rows: 50_000,
  columns: 500,
  cellCharacters: 100_000,
  picturesOfARow: 12,
} as const
const megabytes = (bytes: number) => bytes / 1024 / 1024

/** Rows whose SKU starts with this prefix are template examples and are never imported. */
export const examplePrefix = 'EXAMPLE-'

/** Imports and their rows are deleted after this many days. Until then an import can be reverted. */
export const keptDays = 90

/** The system that wrote the file, recognised by the names of its columns. */
export const importSources = ['munshi', 'shopify', 'woocommerce', 'other'] as const
export type ImportSource = (typeof importSources)[number]
export const sourceWords: Readonly<Record<ImportSource, string>> = {
  munshi: texts.munshiTemplate,
  shopify: texts.shopifyProductExport,
  woocommerce: texts.woocommerceProductExport,
  other: texts.anotherSheet,
}

export const importStatuses = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'importing',
  'done',
  'cancelled',
  'failed',
  'reverting',
  'reverted',
] as const
export type ImportStatus = (typeof importStatuses)[number]
export const statusWords: Readonly<Record<ImportStatus, string>> = {
  reading: texts.readingTheFile,
  mapping: texts.columnsToMap,
  checking: texts.checking,
  checked: texts.awaitingConfirmation,
  importing: texts.importing,
  done: texts.imported,
  cancelled: texts.cancelled,
  failed: texts.notReadable,
  reverting: texts.reverting,
  reverted: texts.reverted,
}
/** An import with one of these statuses advances without a person, so clients poll its status. */
export const runningStatuses: readonly ImportStatus[] = ['reading', 'checking', 'importing', 'reverting']

/** The verbs that move an import, from and to which statuses. The UPDATE's WHERE enforces this table. */
export const importMoves = {
  map: { from: ['mapping', 'checked'], to: 'checking' },
  reread: { from: ['mapping', 'checked'], to: 'reading' },
  confirm: { from: ['checked'], to: 'importing' },
  cancel: { from: ['reading', 'mapping', 'checking', 'checked', 'importing'], to: 'cancelled' },
  retry: { from: ['done', 'cancelled'], to: 'checking' },
  revert: { from: ['done', 'cancelled'], to: 'reverting' },
} as const satisfies Record<string, { from: readonly ImportStatus[]; to: ImportStatus }>
export type ImportVerb = keyof typeof importMoves

/** The dry run's verdict. A skipped row is an example, a heading of variants, or brings pictures for another row. */
export const rowVerdicts = ['create', 'change', 'unchanged', 'error', 'skipped'] as const
export type RowVerdict = (typeof rowVerdicts)[number]
export const verdictWords: Readonly<Record<RowVerdict, string>> = {
  create: texts.create,
  change: texts.change,
  unchanged: texts.unchanged,
  error: texts.error,
  skipped: texts.skipped,
}

/** The outcome of a row. `kept`: the listing was changed after the import, so the revert left it unchanged. */
export const rowStates = ['waiting', 'done', 'failed', 'reverted', 'kept'] as const
export type RowState = (typeof rowStates)[number]

const vendorChoice = z.object({
  id: z.uuid(),
  shop_name: z.string(),
  username: z.string(),
  email: z.string(),
})
export const ImportVendor = vendorChoice
export type ImportVendor = z.infer<typeof ImportVendor>

export const Import = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_bytes: z.int(),
  file_kind: z.enum(['csv', 'xlsx', 'zip']),
  source: z.enum(importSources),
  status: z.enum(importStatuses),
  /** Why the import failed or stopped. Empty for every other import. */
  message: z.string(),
  /** The import whose rows this file corrects. */
  follows: z.uuid().nullable(),
  counts: z.object({
    /** The rows read so far, which is all rows once reading has ended. */
    rows: z.int(),
    create: z.int(),
    change: z.int(),
    unchanged: z.int(),
    error: z.int(),
    skipped: z.int(),
    /** Listings already written by this import. */
    created: z.int(),
    changed: z.int(),
    failed: z.int(),
    pictures: z.int(),
    pictures_done: z.int(),
    pictures_failed: z.int(),
    reverted: z.int(),
    /** Listings that the revert left unchanged, because they were changed after the import. */
    kept: z.int(),
  }),
  /** Progress within the current step: rows, plus pictures during the import. `total` 0: the total is not known yet. */
  progress: z.object({ done: z.int(), total: z.int() }),
  created_by_name: z.string(),
  created_at: z.string(),
  confirmed_by_name: z.string(),
  confirmed_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  reverted_by_name: z.string(),
  reverted_at: z.string().nullable(),
  /** The time until which the import can be reverted. Null if there is nothing to revert. */
  revertable_until: z.string().nullable(),
  version: z.int(),
})
export type Import = z.infer<typeof Import>

export const ImportColumn = z.object({
  /** Starts at 0. */
  index: z.int(),
  name: z.string(),
  /** Up to three different cells of this column, shortened to 120 characters. */
  samples: z.array(z.string()),
  /** The product field of this column. Null: the column is not imported. */
  field: z.enum(importFieldNames).nullable(),
  /** Why this column can never be imported, such as a status column. Empty for columns that accept a field. */
  ignored_because: z.string(),
  /** How the column's numbers are converted, such as those of "Weight (lbs)". Empty if no conversion is needed. */
  converted: z.string(),
  /** Rows with an error in this column. */
  errors: z.int(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const ImportDetail = Import.extend({
  reading: ImportReading,
  columns: z.array(ImportColumn),
  /** Where the current mapping of the columns comes from. */
  mapping_from: z.enum(['template', 'recognised', 'remembered', 'guessed', 'person']),
  /** In words, what is still missing before the rows can be checked. */
  missing: z.array(z.string()),
  /** The vendor of every row, for files in which no column names the vendor. */
  vendor: vendorChoice.nullable(),
  /** Rows with an error that belongs to no column, such as a missing vendor. */
  errors_elsewhere: z.int(),
  /** New listings whose rows have no stock. They are created with stock 0. */
  without_stock: z.int(),
  /** Pictures of imported rows that could not be fetched and can be retried. */
  pictures_left: z.int(),
  /** Later files that correct rows of this import. */
  followed_by: z.array(z.object({ id: z.uuid(), file_name: z.string() })),
  history: z.array(TimelineEntry),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const ImportRow = z.object({
  /** The row number in the sheet. The row of column names is row 1 if nothing is above it. */
  number: z.int(),
  verdict: z.enum(rowVerdicts),
  state: z.enum(rowStates),
  sku: z.string(),
  product_name: z.string(),
  shop_name: z.string(),
  /** The listing that this row created or changed. */
  product_id: z.uuid().nullable(),
  /** The row's errors, each with its column. `column` null: the error belongs to no particular column. */
  errors: z.array(z.object({ column: z.int().nullable(), column_name: z.string(), message: z.string() })),
  /** Values not read as written, why the row was skipped, and which changes a review decides. */
  notes: z.array(z.string()),
  /** For a row that changes a listing: the changed fields, with texts shortened to 200 characters. */
  changes: z.array(z.object({ field: z.enum(importFieldNames), before: z.string(), after: z.string() })),
  /** The cells as written in the file, one per column, shortened to 200 characters. */
  cells: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>

const ImportMapping = z.strictObject({
  /** One entry per column of the file, in the same order. */
  fields: z.array(z.enum(importFieldNames).nullable()).min(1).max(importLimits.columns),
  /** The vendor of every row, for files in which no column names the vendor. */
  vendor_id: z.uuid().nullable().default(null),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** What the administrator of the installation allows, shown to the person who prepares a file. */
export const ImportRules = z.object({
  /** Hosts from which pictures may be fetched over https. Empty: pictures are accepted only in a ZIP. */
  image_hosts: z.array(z.string()),
})
export type ImportRules = z.infer<typeof ImportRules>

const id = z.strictObject({ id: z.uuid() })
const path = '/api/admin/imports'
const see = grants('Bulk Product Upload', 'view')
const change = grants('Bulk Product Upload', 'act')
const moved = {
  access: change,
  params: id,
  answer: ImportDetail,
  refuses: ['not-found', 'conflict'],
} as const
/** A command applies only to the version that the caller read: a stale one answers 412 with the current record. */
const conditional = { ...moved, conditional: true, refuses: ['not-found', 'conflict', 'stale'] } as const

export const imports = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'All imports, newest first',
    access: see,
    query: listQuery(['-created_at', 'file_name'], {
      status: z.enum(importStatuses).optional(),
      source: z.enum(importSources).optional(),
    }),
    layout: 'page',
    answer: Import,
  }),
  rules: endpoint({
    method: 'GET',
    path: `${path}/rules`,
    summary: 'The limits of an import on this installation',
    access: see,
    answer: ImportRules,
  }),
  vendors: endpoint({
    method: 'GET',
    path: `${path}/vendors`,
    summary: 'Search up to 20 vendors for an import by shop, name or e-mail',
    access: change,
    query: z.strictObject({ q: z.string().trim().max(100).default('') }),
    answer: z.array(vendorChoice),
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    summary: 'Download the template: its columns and one example row, which is never imported',
    access: see,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    layout: 'bytes',
  }),
  upload: endpoint({
    method: 'POST',
    path,
    summary:
      'Upload a sheet (CSV, XLSX) or a ZIP with a sheet and its pictures. The file is read in the background, and nothing is imported',
    access: change,
    query: z.strictObject({
      /** The vendor of every row, for files in which no column names the vendor. */
      vendor_id: z.uuid().optional(),
      /** The import whose rows this file corrects. The new import takes over its column mapping and vendor. */
      follows: z.uuid().optional(),
    }),
    upload: { maxBytes: importLimits.zipBytes, isKept: true },
    transactions: 'own',
    answer: ImportDetail,
    status: 202,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'The progress of an import, its columns with samples, and its results',
    access: see,
    params: id,
    answer: ImportDetail,
    refuses: ['not-found'],
  }),
  rows: endpoint({
    method: 'GET',
    path: `${path}/:id/rows`,
    summary: 'The rows of an import in order, each with its dry-run result and its outcome',
    access: see,
    params: id,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      verdict: z.enum(rowVerdicts).optional(),
      state: z.enum(rowStates).optional(),
      /** Only rows with an error in this column, counted from 0. */
      column: z.coerce
        .number()
        .int()
        .min(0)
        .max(importLimits.columns - 1)
        .optional(),
    }),
    layout: 'page',
    answer: ImportRow,
    refuses: ['not-found'],
  }),
  map: endpoint({
    method: 'PUT',
    path: `${path}/:id/mapping`,
    summary:
      'Map each column to a field. The rows are checked in the background, and the mapping is remembered',
    ...conditional,
    body: ImportMapping,
  }),
  reread: endpoint({
    method: 'PUT',
    path: `${path}/:id/reading`,
    summary:
      'Read the file again in another encoding, or from another sheet of the workbook. Its columns must then be mapped again',
    ...conditional,
    transactions: 'own',
    body: ReadingChoice,
  }),
  confirm: endpoint({
    method: 'POST',
    path: `${path}/:id/confirm`,
    summary: 'Import what the dry run showed. Needs If-Match with the reviewed version',
    ...conditional,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Cancel an import. Imported rows stay, and can be reverted',
    ...moved,
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary: 'Check the rows that were not imported again. They are imported after confirmation',
    ...moved,
  }),
  revert: endpoint({
    method: 'POST',
    path: `${path}/:id/revert`,
    summary: 'Revert an import. Rows that people changed since are kept and listed',
    ...moved,
  }),
  errors: endpoint({
    method: 'GET',
    path: `${path}/:id/errors`,
    summary:
      'Download the rows that were not imported, with all their columns and an error column, to correct and upload again',
    access: see,
    params: id,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    layout: 'bytes',
    refuses: ['not-found'],
  }),
}

/** The file size limits in words. */
export const limitWords = texts.limits({
  sheetBytes: megabytes(importLimits.sheetBytes),
  rows: importLimits.rows,
  zipBytes: megabytes(importLimits.zipBytes),
})
