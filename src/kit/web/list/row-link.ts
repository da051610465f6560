/** The link of a row of a list: that of its first column, or the first one that the row has. */
export function linkOf(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[data-naming] a') ?? row?.querySelector('td a[href]') ?? null
}
