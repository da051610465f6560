import { type ComponentType, createContext } from 'react'
import type { Column } from './data-table.tsx'

export type Density = 'compact' | 'comfortable'

/** How somebody wants one list; what is empty is as the list comes. */
export interface ListLayout {
  order: string[]
  hidden: string[]
  widths: Record<string, number>
  /** The saved view that the list opens with. */
  view: string | null
}

export const plainLayout: ListLayout = { order: [], hidden: [], widths: {}, view: null }

/** What the saved views of a list are told of it. */
export interface ViewsProps {
  /** The path of its screen. */
  list: string
  /** What it is asked for now: only what differs from how it opens. */
  asked: Readonly<Record<string, string>>
  /** The saved view that the address names; '' for none. */
  current: string
  /** True when it waits to be told what it opens with. */
  isOpening: boolean
  /** Told when there is no longer such a view. */
  onNone: () => void
  /** Where the buttons stand. */
  slot: HTMLElement | null
}

/** What goes with the person and not with the list: how they want their lists, and the views that they have saved. */
export interface ListTools {
  density: Density
  layouts: Readonly<Record<string, ListLayout>>
  setDensity: (density: Density) => void
  setLayout: (path: string, layout: ListLayout) => void
  Views: ComponentType<ViewsProps> | null
}

export const ListToolsContext = createContext<ListTools>({
  density: 'compact',
  layouts: {},
  setDensity: () => {},
  setLayout: () => {},
  Views: null,
})

/**
 * The columns in the order somebody wants them; those that they did not name come after the one they stood behind. The
 * first one names the row and stays where it is.
 */
export function arranged<C extends Pick<Column<never>, 'key'>>(
  columns: readonly C[],
  order: readonly string[],
): C[] {
  const [naming, ...others] = columns
  const placed = order.flatMap((key) => others.find((column) => column.key === key) ?? [])
  for (const [index, column] of others.entries()) {
    if (placed.includes(column)) continue
    const before = others[index - 1]
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  }
  return naming ? [naming, ...placed] : []
}

/** The columns that a list shows, in the order somebody wants them; the one that names the row is always among them. */
export function shownOf<C extends Pick<Column<never>, 'key'>>(
  columns: readonly C[],
  { order, hidden }: Pick<ListLayout, 'order' | 'hidden'>,
): C[] {
  return arranged(columns, order).filter(({ key }, index) => index === 0 || !hidden.includes(key))
}
