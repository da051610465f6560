const inside = ':not([href^="mailto:"], [href^="tel:"])'

/** The checkbox that selects a row of a list. */
export const rowBox = 'td:first-child > input[type="checkbox"]'

/**
 * The link of a row of a list: that of its first column, or the first one that the row has. Those that write a mail or
 * make a call do not open the row.
 */
export function linkOf(row: Element | null | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>(`[data-naming] a${inside}`) ??
    row?.querySelector(`td a[href]${inside}`) ??
    null
  )
}

/** What of a row takes the focus: its link, or its checkbox if it has none. */
export function placeOf(row: Element | null | undefined): HTMLElement | null {
  return linkOf(row) ?? row?.querySelector<HTMLElement>(rowBox) ?? null
}
