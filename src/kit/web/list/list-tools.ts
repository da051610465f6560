import { type ComponentType, createContext } from 'react'
import type { Column } from './data-table.tsx'
import type { Tab, Tabs } from './list-views.tsx'

export type Density = 'compact' | 'comfortable'

/** A user's layout of one list; empty values mean the default. */
export interface ListLayout {
  order: string[]
  hidden: string[]
  widths: Record<string, number>
  /** The saved view that the list opens with. */
  view: string | null
}

export const plainLayout: ListLayout = { order: [], hidden: [], widths: {}, view: null }

/** The props of the saved views of a list. */
export interface ViewsProps {
  /** The path of the list's screen. */
  list: string
  /** The current query, limited to the parameters that differ from the default. */
  asked: Readonly<Record<string, string>>
  /** The saved view in the address; '' for none. */
  current: string
  /** True while the list has not yet loaded its default view. */
  isOpening: boolean
  /** Called if the default view no longer exists. */
  onNone: () => void
  /** The element that contains the buttons. */
  slot: HTMLElement | null
}

/** The settings that belong to the user and not to the list: layouts and saved views. */
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
 * The columns in the user's order. A column missing from that order follows its predecessor in the default order. The
 * first column names the row and stays first.
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

type Choosable = Pick<Column<never>, 'key' | 'isSpare' | 'isNaming'>
type Chosen = Pick<ListLayout, 'order' | 'hidden'>

/** The visible columns of a list in the user's order; the column that names the row is always included. */
export function shownOf<C extends Choosable>(columns: readonly C[], chosen: Chosen): C[] {
  return arranged(columns, chosen.order).filter((column, index) => index === 0 || isShown(column, chosen))
}

/** Whether a column is visible. A spare column is once the user has given it a place, and one that names the row always is. */
export function isShown({ key, isSpare, isNaming }: Choosable, { order, hidden }: Chosen): boolean {
  return (isNaming || !hidden.includes(key)) && (!isSpare || order.includes(key))
}

/** The order as it is stored: without the spare columns that the user has never chosen, so that they stay hidden. */
export function orderToStore(
  columns: readonly Choosable[],
  keys: readonly string[],
  { order }: Pick<ListLayout, 'order'>,
  moved: string,
): string[] {
  const unchosen = columns.filter(({ key, isSpare }) => isSpare && key !== moved && !order.includes(key))
  return keys.filter((key) => !unchosen.some((column) => column.key === key))
}

/**
 * The changes of the address `state` that ask for these parameters from the first page. An address that nothing would be
 * left of opens the default view of the list, if it has one: `view=all` means all rows.
 */
export function askedOf(
  state: URLSearchParams,
  changes: Readonly<Record<string, string>>,
  hasDefault: boolean,
): Record<string, string> {
  const asked: Record<string, string> = { page: '', cursor: '', ...changes }
  const isLeft = [...state.keys()].some((name) => !(name in asked)) || Object.values(asked).some(Boolean)
  return hasDefault && !isLeft ? { ...asked, view: 'all' } : asked
}

/** The tab that holds the rows of all others, where a search under one of them may go on; null if there is none. */
export function wholeTabOf(tabs: Tabs | undefined, tab: string): Tab | null {
  const whole = tabs?.items.find(({ value }) => value === 'all')
  return whole && tab !== whole.value ? whole : null
}

/** The tab that is said to be empty, and the first one that leads on from it; null if the whole list is. */
export function emptyTabOf(tabs: Tabs | undefined, tab: string): { at: Tab; first: Tab } | null {
  const [first, ...others] = tabs?.isElsewhere ? [] : (tabs?.items ?? [])
  const at = others.find(({ value }) => value === tab)
  return first && at ? { at, first } : null
}
