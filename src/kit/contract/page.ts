import { z } from 'zod'

export const pageSizes = [25, 50, 100] as const
export const defaultPageSize = 25
/** Page numbers reach this many rows deep; beyond it, cursors only. */
export const pagedRows = 10_000
/** Counts under a search or a free filter stop here and are shown as "1,000+". */
export const countCap = 1_000
/** How wide a column may be made, in pixels. */
export const columnWidths = { least: 60, most: 900 } as const

/**
 * The query of a list: paging, search, sort and the filters it allows; anything else is refused.
 * `sorts` are names of the row; a leading minus means descending. The first one is the default.
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
    cursor: z.string().min(1).max(500).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    sort: z.enum(sortValues).default(sorts[0] as never),
    q: z.string().trim().max(100).optional(),
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

/** What a list answers beside its rows. */
export const PageFacts = z.object({
  total: z.int(),
  total_is_exact: z.boolean(),
  /** The page that was answered, from 1; null where a cursor went past the numbered pages. */
  page: z.int().nullable(),
  /** How many rows stand before the first one shown. */
  first_row: z.int(),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
})
export type PageFacts = z.infer<typeof PageFacts>

export type Page<Row> = PageFacts & { rows: Row[] }
