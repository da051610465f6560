import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
} from 'react'
import { navigate } from 'wouter/use-browser-location'
import { lazyOf } from '../lazy.ts'
import { isPlainClick } from '../link.tsx'
import classes from './data-table.module.css'
import type { Density } from './list-tools.ts'

const ColumnHandle = lazyOf(() => import('./column-handle.tsx'), 'ColumnHandle')

export interface Column<Row> {
  /** The heading, in the specification's words. */
  title: string
  /** Names the column for keys; the sort name of the contract where it can be sorted by. */
  key: string
  sortable?: boolean
  align?: 'end'
  /** Pixels that the column always has. Without it the column is flexible: it shares what is left over. */
  width?: number
  /** Pixels that a flexible column never falls below; 200 where nothing is said. */
  minWidth?: number
  cell: (row: Row) => ReactNode
}

export interface Selection {
  ids: ReadonlySet<string>
  change: (ids: Set<string>) => void
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[] | null
  /** How many skeleton rows stand for the rows that are still to come. */
  skeletonRows: number
  isStale: boolean
  /** Empty where the reader may not open it: the row leads nowhere. */
  hrefOf: (row: Row) => string
  nameOf: (row: Row) => string
  sort: string
  onSort: (sort: string) => void
  selection: Selection | null
  /** The row that the keyboard is on; '' for none. */
  activeId: string
  /** The part that scrolls, for whoever brings it to a place. */
  scroller: RefObject<HTMLElement | null>
  /** Told when the focus comes into a row. */
  onActivate: (id: string) => void
  density?: Density
  /** Told when a column is made wider or narrower; without it none can be. */
  onResize?: (key: string, width: number) => void
}

const checkWidth = 44
const defaultMinWidth = 200

/** A plain table: the server sorts, pages and filters, so that this only shows. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, skeletonRows, isStale, selection } = props
  const widths = widthsOf(columns, selection !== null)
  // Where a range that Shift extends began.
  const lastChecked = useRef('')
  return (
    <div className={classes.frame} ref={watchEdges}>
      <section
        className={classes.scroller}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        ref={props.scroller}
      >
        <table
          className={classes.table}
          style={widths.table}
          aria-busy={rows === null || isStale}
          data-stale={isStale || undefined}
          data-density={props.density}
        >
          <caption className="visually-hidden">{caption}</caption>
          <colgroup>
            {selection && <col style={{ width: checkWidth }} />}
            {columns.map((column, index) => (
              <col key={column.key} style={{ width: widths.columns[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection && <SelectAll rows={rows ?? []} selection={selection} />}
              {columns.map((column, index) => (
                <Heading
                  key={column.key}
                  column={column}
                  isNaming={index === 0}
                  sort={props.sort}
                  onSort={props.onSort}
                  onResize={props.onResize}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row, index) => (
                  <BodyRow
                    key={row.id}
                    {...props}
                    row={row}
                    rows={rows}
                    index={index}
                    lastChecked={lastChecked}
                  />
                ))
              : Array.from({ length: skeletonRows }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have nothing else and never move
                  <tr key={index} className={classes.skeleton}>
                    {selection && <td />}
                    {columns.map((column, index) => (
                      <td key={column.key} data-naming={index === 0 || undefined}>
                        <span />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Says on the frame whether columns lie before or after what is shown, so that the edge can show it. */
function watchEdges(frame: HTMLElement | null) {
  const scroller = frame?.querySelector('section')
  if (!frame || !scroller) return
  const look = () => {
    const { scrollWidth, clientWidth } = scroller
    // Below zero where a line runs from right to left.
    const scrolled = Math.abs(scroller.scrollLeft)
    frame.toggleAttribute('data-before', scrolled > 0)
    frame.toggleAttribute('data-after', scrolled + clientWidth < scrollWidth - 1)
  }
  const sizes = new ResizeObserver(look)
  for (const element of [scroller, ...scroller.children]) sizes.observe(element)
  scroller.addEventListener('scroll', look, { passive: true })
  return () => {
    sizes.disconnect()
    scroller.removeEventListener('scroll', look)
  }
}

/**
 * The first column names the row and takes what is left; other flexible ones grow with it by their share, so that all
 * of them keep their least width and the table scrolls inside its card before any of them is squeezed.
 */
function widthsOf<Row>(columns: Column<Row>[], isSelectable: boolean) {
  const sum = (some: Column<Row>[]) => some.reduce((total, column) => total + leastOf(column), 0)
  const [naming, ...others] = columns
  const least = naming ? leastOf(naming) : 0
  const rest = sum(others) + (isSelectable ? checkWidth : 0)
  const flexible = sum(columns.filter(({ width }) => width === undefined))
  const widthOf = (column: Column<Row>) => {
    const own = leastOf(column)
    if (column.width !== undefined) return `${own}px`
    return `max(${own}px, ${own}px + (100cqw - ${rest + least}px) * ${(own / flexible).toFixed(4)})`
  }
  return {
    table: { '--rest': `${rest}px`, '--naming': `${least}px` } as CSSProperties,
    columns: ['auto', ...others.map(widthOf)],
  }
}

/** How wide a column is at least. */
export function leastOf({ width, minWidth }: Pick<Column<never>, 'width' | 'minWidth'>): number {
  return width ?? minWidth ?? defaultMinWidth
}

function Heading<Row>({
  column,
  isNaming,
  sort,
  onSort,
  onResize,
}: {
  column: Column<Row>
  isNaming: boolean
  sort: string
  onSort: (sort: string) => void
  onResize: ((key: string, width: number) => void) | undefined
}) {
  const isSorted = sort.replace(/^-/, '') === column.key
  const isDescending = sort.startsWith('-')
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  // The first column takes what the others leave.
  const handle = onResize && !isNaming && (
    <Suspense fallback={null}>
      <ColumnHandle onResize={(width) => onResize(column.key, width)} />
    </Suspense>
  )
  if (!column.sortable) {
    return (
      <th scope="col" data-align={column.align} data-naming={isNaming || undefined}>
        {column.title}
        {handle}
      </th>
    )
  }
  return (
    <th
      scope="col"
      data-align={column.align}
      data-naming={isNaming || undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(isSorted && !isDescending ? `-${column.key}` : column.key)}
      >
        {column.title}
        <Arrow size={14} aria-hidden="true" data-shown={isSorted || undefined} />
      </button>
      {handle}
    </th>
  )
}

function SelectAll<Row extends { id: string }>({ rows, selection }: { rows: Row[]; selection: Selection }) {
  const selected = rows.filter((row) => selection.ids.has(row.id)).length
  const isAll = rows.length > 0 && selected === rows.length
  return (
    <th scope="col" className={classes.check}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label="Select all on this page"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll
        }}
        disabled={rows.length === 0}
        onChange={() => selection.change(new Set(isAll ? [] : rows.map((row) => row.id)))}
      />
    </th>
  )
}

function BodyRow<Row extends { id: string }>({
  row,
  rows,
  index,
  columns,
  hrefOf,
  nameOf,
  selection,
  activeId,
  onActivate,
  lastChecked,
}: Props<Row> & { row: Row; rows: Row[]; index: number; lastChecked: RefObject<string> }) {
  const isSelected = selection?.ids.has(row.id) ?? false
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    // Text that was just selected is being read or copied, not opened.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (isOnControl || isSelecting || !isPlainClick(event)) return
    const href = hrefOf(row)
    if (href) navigate(href)
  }
  const check = (isShift: boolean) => {
    if (!selection) return
    const ids = new Set(selection.ids)
    const from = isShift ? rows.findIndex(({ id }) => id === lastChecked.current) : index
    const range = rows.slice(Math.min(from < 0 ? index : from, index), Math.max(from, index) + 1)
    for (const { id } of range) {
      if (isSelected) ids.delete(id)
      else ids.add(id)
    }
    lastChecked.current = row.id
    selection.change(ids)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const { nextElementSibling: next, previousElementSibling: before } = event.currentTarget
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const link = (event.key === 'ArrowDown' ? next : before)?.querySelector<HTMLElement>('[data-naming] a')
      link?.focus()
    }
    // On a link Space would scroll the row away from under the focus: here it selects, as on the box before it.
    if (event.key !== ' ') return
    event.preventDefault()
    check(event.shiftKey)
  }
  return (
    <tr
      onClick={open}
      onKeyDown={press}
      onFocus={() => onActivate(row.id)}
      data-active={row.id === activeId || undefined}
      data-selected={isSelected || undefined}
      data-row={row.id}
    >
      {selection && (
        <td className={classes.check}>
          <input
            type="checkbox"
            className={classes.box}
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            onClick={(event) => check(event.shiftKey)}
            onChange={() => {}}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-align={column.align} data-naming={index === 0 || undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
