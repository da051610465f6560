import type { Page } from '#kit/contract/page.ts'

/** What a later reading of a page says of the rows that are shown. */
export interface News {
  /** At least so many rows have come; 0 if rows have only left or changed places. */
  fresh: number
}

type Rows = Page<{ id: string }>

/**
 * What has come, left or changed places in a list since its page was read; null where nothing has. Both were read with the same
 * search and filters, so that only rows that these would show are counted.
 */
export function newsOf(shown: Rows, later: Rows): News | null {
  const ids = new Set(shown.rows.map(({ id }) => id))
  const lastKept = later.rows.findLastIndex(({ id }) => ids.has(id))
  const isWhole = shown.next_cursor === null
  // After rows have left, those of the next page move up behind the last one. Those of a later page come from the one before.
  const arrived = later.rows.filter(({ id }, index) => !ids.has(id) && (isWhole || index < lastKept))
  const grown = shown.total_is_exact && later.total_is_exact ? later.total - shown.total : 0
  const fresh = Math.max(shown.first_row > 0 ? 0 : arrived.length, grown, 0)
  return fresh > 0 || !hasSameRows(shown, later) ? { fresh } : null
}

/** The page as it is shown after the later reading: each row at its place, with what its record says now. */
export function keptInPlace<Row extends { id: string }>(shown: Page<Row>, later: Page<Row>): Page<Row> {
  if (hasSameRows(shown, later)) return later
  const now = new Map(later.rows.map((row) => [row.id, row]))
  return { ...shown, rows: shown.rows.map((row) => now.get(row.id) ?? row) }
}

function hasSameRows(shown: Rows, later: Rows): boolean {
  return (
    shown.rows.length === later.rows.length &&
    shown.rows.every(({ id }, index) => later.rows[index]?.id === id)
  )
}
