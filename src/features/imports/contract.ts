import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { fieldOf, headings, imagesLabel } from '#features/products/fields-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { mapped } from '#kit/contract/fields.ts'
import { listQuery } from '#kit/contract/page.ts'
import { ImportReading, ReadingChoice } from './reading-contract.ts'

/** What may be sent: a sheet alone, or a ZIP that holds one sheet and the pictures it names. */
export const importLimits = {
  sheetBytes: 50 * 1024 * 1024,
  zipBytes: 100 * 1024 * 1024,
  rows: 50_000,
  columns: 500,
  cellCharacters: 100_000,
  picturesOfARow: 12,
} as const
const megabytes = (bytes: number) => bytes / 1024 / 1024

/** Rows whose SKU begins so are examples of the template and are never imported. */
export const examplePrefix = 'EXAMPLE-'

/** Imports and their rows are forgotten after this many days; until then one can be reverted. */
export const keptDays = 90

/** Whose file it is, told by its head. */
export const importSources = ['munshi', 'shopify', 'woocommerce', 'other'] as const
export type ImportSource = (typeof importSources)[number]
export const sourceWords: Readonly<Record<ImportSource, string>> = {
  munshi: 'Munshi template',
  shopify: 'Shopify product export',
  woocommerce: 'WooCommerce product export',
  other: 'Another sheet',
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
  reading: 'Reading the file',
  mapping: 'Columns to map',
  checking: 'Checking',
  checked: 'Waits to be confirmed',
  importing: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Not readable',
  reverting: 'Reverting',
  reverted: 'Reverted',
}
/** While it has one of these it goes on by itself; look again in a moment. */
export const runningStatuses: readonly ImportStatus[] = ['reading', 'checking', 'importing', 'reverting']

/** The verbs that move an import, from which states, and to which. The UPDATE's WHERE enforces this table. */
export const importMoves = {
  map: { from: ['mapping', 'checked'], to: 'checking' },
  reread: { from: ['mapping', 'checked'], to: 'reading' },
  confirm: { from: ['checked'], to: 'importing' },
  cancel: { from: ['reading', 'mapping', 'checking', 'checked', 'importing'], to: 'cancelled' },
  retry: { from: ['done', 'cancelled'], to: 'checking' },
  revert: { from: ['done', 'cancelled'], to: 'reverting' },
} as const satisfies Record<string, { from: readonly ImportStatus[]; to: ImportStatus }>
export type ImportVerb = keyof typeof importMoves

interface Column {
  label: string
  needed: 'always' | 'new' | 'no'
  several: boolean
}

/**
 * What a column can say of a product. `needed`: in every file, for products that are new, or never. `several`: more than one
 * column may say it. The last ones are not fields of a product:
 * they are how other systems write theirs, and what is made of them is said in words.
 */
export const importFields = {
  ...mapped(
    headings,
    (label, name): Column => ({ label, needed: fieldOf(name).needed ?? 'no', several: false }),
  ),
  images: { label: imagesLabel, needed: 'no', several: true },
  vendor: { label: 'Vendor (e-mail, id or shop name)', needed: 'no', several: false },
  weight_grams: { label: 'Weight in grams', needed: 'no', several: false },
  price_charged: { label: 'Price that is charged', needed: 'no', several: false },
  price_before: { label: 'Price before the discount', needed: 'no', several: false },
  group: { label: 'Group of variants', needed: 'no', several: false },
  variant: { label: 'Variant, added to the name', needed: 'no', several: true },
  kind: { label: 'Kind of row', needed: 'no', several: false },
  row_id: { label: 'Id that other rows name as their group', needed: 'no', several: false },
} as const satisfies Record<string, Column>
export type ImportField = keyof typeof importFields
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** What the dry run says of a row. A skipped one is an example, a heading of variants, or brings pictures for another row. */
export const rowVerdicts = ['create', 'change', 'unchanged', 'error', 'skipped'] as const
export type RowVerdict = (typeof rowVerdicts)[number]
export const verdictWords: Readonly<Record<RowVerdict, string>> = {
  create: 'Create',
  change: 'Change',
  unchanged: 'Unchanged',
  error: 'Error',
  skipped: 'Skipped',
}

/** What became of a row that was to be written; `kept`: somebody has changed it since, so the revert left it as it is. */
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
  /** Why it failed or stopped; otherwise empty. */
  message: z.string(),
  /** The import whose rows this file corrects. */
  follows: z.uuid().nullable(),
  counts: z.object({
    /** Read so far; all of them once it has been read. */
    rows: z.int(),
    create: z.int(),
    change: z.int(),
    unchanged: z.int(),
    error: z.int(),
    skipped: z.int(),
    /** Written by now. */
    created: z.int(),
    changed: z.int(),
    failed: z.int(),
    pictures: z.int(),
    pictures_done: z.int(),
    pictures_failed: z.int(),
    reverted: z.int(),
    /** Left as they are by the revert, because somebody changed them since. */
    kept: z.int(),
  }),
  /** Of the step that it is in: rows, and pictures while it imports. `total` 0: not known yet. */
  progress: z.object({ done: z.int(), total: z.int() }),
  created_by_name: z.string(),
  created_at: z.string(),
  confirmed_by_name: z.string(),
  confirmed_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  reverted_by_name: z.string(),
  reverted_at: z.string().nullable(),
  /** Until when it can be reverted; null where there is nothing to revert. */
  revertable_until: z.string().nullable(),
  version: z.int(),
})
export type Import = z.infer<typeof Import>

export const ImportColumn = z.object({
  /** From 0. */
  index: z.int(),
  name: z.string(),
  /** Up to three different cells below it, shortened to 120 characters. */
  samples: z.array(z.string()),
  /** What it says of a product; null: it is left out. */
  field: z.enum(importFieldNames).nullable(),
  /** Why it is left out for good, as a status column is; otherwise empty. Such a column takes no field. */
  ignored_because: z.string(),
  /** How its numbers are converted, as those of "Weight (lbs)" are; otherwise empty. */
  converted: z.string(),
  /** Rows with an error in this column. */
  errors: z.int(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const ImportDetail = Import.extend({
  reading: ImportReading,
  columns: z.array(ImportColumn),
  /** Where the present assignment of columns comes from. */
  mapping_from: z.enum(['template', 'recognised', 'remembered', 'guessed', 'person']),
  /** What is still missing before it can be checked, in words. */
  missing: z.array(z.string()),
  /** For every row, where no column names the vendor. */
  vendor: vendorChoice.nullable(),
  /** Rows with an error that belongs to no column, as a vendor that is missing. */
  errors_elsewhere: z.int(),
  /** New listings whose rows have no stock: they are created with none. */
  without_stock: z.int(),
  /** Of what was written, pictures that did not come and can be fetched again. */
  pictures_left: z.int(),
  /** Later files that correct rows of this one. */
  followed_by: z.array(z.object({ id: z.uuid(), file_name: z.string() })),
  history: z.array(TimelineEntry),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const ImportRow = z.object({
  /** As the sheet counts its rows: the head is row 1 where nothing stands above it. */
  number: z.int(),
  verdict: z.enum(rowVerdicts),
  state: z.enum(rowStates),
  sku: z.string(),
  product_name: z.string(),
  shop_name: z.string(),
  /** The listing that it made or changed. */
  product_id: z.uuid().nullable(),
  /** What is wrong, each with its column; `column` null: with no column in particular. */
  errors: z.array(z.object({ column: z.int().nullable(), column_name: z.string(), message: z.string() })),
  /** What was understood in another way than it is written, why it was skipped, what of it a review decides. */
  notes: z.array(z.string()),
  /** Of a row that changes a listing: fields by their labels, texts shortened to 200 characters. */
  changes: z.array(z.object({ field: z.enum(importFieldNames), before: z.string(), after: z.string() })),
  /** As they stand in the file, one for each column, shortened to 200 characters. */
  cells: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>

const ImportMapping = z.strictObject({
  /** One for each column of the file, in its order. */
  fields: z.array(z.enum(importFieldNames).nullable()).min(1).max(importLimits.columns),
  /** For every row, where no column names the vendor. */
  vendor_id: z.uuid().nullable().default(null),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** What the administrator of the installation allows, for whoever writes a file. */
export const ImportRules = z.object({
  /** Hosts that pictures may come from by https; empty: pictures come in a ZIP alone. */
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
/** What was looked at is what is done: a stale version answers 412 with the present record. */
const conditional = { ...moved, conditional: true, refuses: ['not-found', 'conflict', 'stale'] } as const

export const imports = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Imports of everybody, the newest first',
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
    summary: 'What this installation allows in an import',
    access: see,
    answer: ImportRules,
  }),
  vendors: endpoint({
    method: 'GET',
    path: `${path}/vendors`,
    summary: 'Up to twenty vendors that products can be imported for, by shop, name or e-mail',
    access: change,
    query: z.strictObject({ q: z.string().trim().max(100).default('') }),
    answer: z.array(vendorChoice),
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    summary: 'The template: its columns and one example row, which is never imported',
    access: see,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    layout: 'bytes',
  }),
  upload: endpoint({
    method: 'POST',
    path,
    summary:
      'Send a sheet (CSV, XLSX) or a ZIP with a sheet and its pictures; it is read behind the call and nothing is imported',
    access: change,
    query: z.strictObject({
      /** For every row, where no column names the vendor. */
      vendor_id: z.uuid().optional(),
      /** The import whose rows this file corrects: its assignment of columns and its vendor are taken over. */
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
    summary: 'How far an import has come, its columns with samples, and what was done with it',
    access: see,
    params: id,
    answer: ImportDetail,
    refuses: ['not-found'],
  }),
  rows: endpoint({
    method: 'GET',
    path: `${path}/:id/rows`,
    summary: 'Rows of an import in their order, with what the dry run says of each and what became of it',
    access: see,
    params: id,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      verdict: z.enum(rowVerdicts).optional(),
      state: z.enum(rowStates).optional(),
      /** Only rows with an error in this column, from 0. */
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
    summary: 'Say what each column means; the rows are checked behind the call, and the choice is remembered',
    ...conditional,
    body: ImportMapping,
  }),
  reread: endpoint({
    method: 'PUT',
    path: `${path}/:id/reading`,
    summary:
      'Read the file again in another encoding, or from another sheet of the workbook; its columns are then to be mapped again',
    ...conditional,
    transactions: 'own',
    body: ReadingChoice,
  }),
  confirm: endpoint({
    method: 'POST',
    path: `${path}/:id/confirm`,
    summary: 'Import what the dry run showed; needs If-Match with the version that was looked at',
    ...conditional,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Stop it; what was imported stays and can be reverted',
    ...moved,
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary: 'Check again the rows that were not imported; they are imported once that is confirmed',
    ...moved,
  }),
  revert: endpoint({
    method: 'POST',
    path: `${path}/:id/revert`,
    summary: 'Take back what it imported, except what people changed since; those rows are named',
    ...moved,
  }),
  errors: endpoint({
    method: 'GET',
    path: `${path}/:id/errors`,
    summary:
      'The rows that were not imported with all their columns and one called error, to be corrected and sent again',
    access: see,
    params: id,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    layout: 'bytes',
    refuses: ['not-found'],
  }),
}

/** How large a file may be, in words. */
export const limitWords = `CSV or XLSX of at most ${megabytes(importLimits.sheetBytes)} MB and ${importLimits.rows.toLocaleString('en')} rows, or a ZIP of at most ${megabytes(importLimits.zipBytes)} MB with one such sheet and its pictures`
