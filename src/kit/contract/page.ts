import { z } from 'zod'

export const pageSizes = [25, 50, 100] as const
export const defaultPageSize = 25
/** Page numbers reach this many rows deep. Beyond that, only cursors work. */
export const pagedRows = 10_000
/** Counts under a search or a free filter stop here and are shown as "1,000+". */
export const countCap = 1_000
/** The allowed width of a column, in pixels. */
export const columnWidths = { least: 60, most: 900 } as const

/** The search of a list. */
export const searchText = z
  .string()
  .trim()
  .max(100)
  .optional()
  .describe(
    'Text to search for. Products, orders, customers and vendors are found by all its words, in any order and anywhere in the text, by numbers with or without dashes and spaces, and by one typo in a word of five letters and more if nothing else is found. Accents and the forms of Arabic and Urdu letters and digits count as equal. In the default order, an exact number comes first.',
  )

/**
 * The query of a list: paging, search, sort and the allowed filters; any other parameter is refused. `sorts` are column
 * names of the row, and a leading minus means descending. The first sort is the default.
 */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  type Name = S[number] extends infer T ? (T extends `-${infer N}` ? N : T & string) : never
  const names = sorts.map((sort) => sort.replace(/^-/, ''))
  const sortValues = names.flatMap((name) => [name, `-${name}`]) as [Name | `-${Name}`]
  return z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    // As long as that of the longest text that a list is sorted by, each of its characters in four bytes.
    cursor: z.string().min(1).max(4_000).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    sort: z.enum(sortValues).default(sorts[0] as never),
    q: searchText,
    ...filters,
  })
}

export interface ListQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}

/** The fields of a list answer in addition to its rows. */
export const PageFacts = z.object({
  total: z.int(),
  total_is_exact: z.boolean(),
  /** The number of the returned page, from 1; null if a cursor went past the numbered pages. */
  page: z.int().nullable(),
  /** The number of rows before the first returned row. */
  first_row: z.int(),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
})
export type PageFacts = z.infer<typeof PageFacts>

export type Page<Row> = PageFacts & { rows: Row[] }
