import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import { leaveFor } from '../leave.ts'
import { isPlainClick } from '../link.tsx'
import { type CardPlace, placesOf } from './card-places.ts'
import { ColumnHandle } from './column-handle.tsx'
import classes from './data-table.module.css'
import type { Density } from './list-tools.ts'
import { linkOf, placeOf, rowBox } from './row-link.ts'
import { texts } from './texts.ts'

export interface Column<Row> {
  /** The heading, as worded in the specification. */
  title: string
  /** Identifies the column; for a sortable column, the sort name of the contract. */
  key: string
  sortable?: boolean
  align?: 'end'
  /** A fixed width in pixels. Without it the column is flexible and shares the remaining width. */
  width?: number
  /** The minimum width of a flexible column in pixels; 200 by default. */
  minWidth?: number
  /** Hidden until the user chooses it: the table has no room for it beside the columns of the specification. */
  isSpare?: boolean
  /** Has the row's link where the first column has none: it is not hidden, and names the card of the row on a phone. */
  isNaming?: boolean
  /** The place of the column on the card that a row becomes on a phone; `card-places.ts` chooses without it. */
  onPhone?: CardPlace
  cell: (row: Row) => ReactNode
}

export interface Selection {
  ids: ReadonlySet<string>
  /** The row that was selected last: a range that is selected with Shift begins there. */
  anchor: RefObject<string>
  change: (ids: Set<string>) => void
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[] | null
  /** The number of skeleton rows shown while the rows load. */
  skeletonRows: number
  isStale: boolean
  /** Empty if the reader may not open the record: the row then has no link. */
  hrefOf: (row: Row) => string
  nameOf: (row: Row) => string
  sort: string
  onSort: (sort: string) => void
  selection: Selection | null
  /** The id of the row with the keyboard focus; '' for none. */
  activeId: string
  /** The scrolling element, for code that sets the scroll position. */
  scroller: RefObject<HTMLElement | null>
  /** Called when the focus enters a row. */
  onActivate: (id: string) => void
  density?: Density
  /** Called when a column is resized. Without it, columns cannot be resized. */
  onResize?: (key: string, width: number) => void
}

const checkWidth = 44
const defaultMinWidth = 200

/** A table that only renders: the server sorts, pages and filters. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, skeletonRows, isStale, selection } = props
  const widths = widthsOf(columns, selection !== null)
  const places = placesOf(columns)
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
                  <BodyRow key={row.id} {...props} row={row} rows={rows} index={index} places={places} />
                ))
              : Array.from({ length: skeletonRows }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have nothing else and never move
                  <tr key={index} className={classes.skeleton}>
                    {selection && <td />}
                    {columns.map((column, index) => (
                      <td
                        key={column.key}
                        data-naming={index === 0 || undefined}
                        data-card={places.get(column.key)}
                      >
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

/** Marks the frame while columns are hidden before or after the visible part, so that the edge can show it. */
function watchEdges(frame: HTMLElement | null) {
  const scroller = frame?.querySelector('section')
  if (!frame || !scroller) return
  const look = () => {
    const { scrollWidth, clientWidth } = scroller
    // The scroll position is negative in right-to-left text.
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
 * The first column names the row and takes the remaining width; other flexible columns grow with it by their share. All
 * columns keep their minimum width, and the table scrolls inside its card before any column is squeezed.
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

/** The minimum width of a column. */
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
  // The first column takes the width that the others leave, so it has no handle.
  const handle = onResize && !isNaming && <ColumnHandle onResize={(width) => onResize(column.key, width)} />
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
        aria-label={texts.selectAllOnThisPage}
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

/** False in a dialog that a cell has opened: its events come here too, although it is elsewhere on the page. */
function isWithin({ currentTarget, target }: SyntheticEvent<HTMLElement>): boolean {
  return target instanceof Node && currentTarget.contains(target)
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
  places,
}: Props<Row> & {
  row: Row
  rows: Row[]
  index: number
  places: ReadonlyMap<string, string>
}) {
  const isSelected = selection?.ids.has(row.id) ?? false
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isWithin(event)) return
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    // A click that ends a text selection must not open the record.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (isOnControl || isSelecting || !isPlainClick(event)) return
    const href = hrefOf(row)
    if (!href) return
    // What the link of the row does besides, as marking a notification as read, a click beside it does too.
    const link = linkOf(event.currentTarget)
    if (link?.getAttribute('href') === href) link.click()
    else leaveFor(href)
  }
  const check = (isShift: boolean) => {
    if (!selection) return
    const ids = new Set(selection.ids)
    const from = isShift ? rows.findIndex(({ id }) => id === selection.anchor.current) : index
    const range = rows.slice(Math.min(from < 0 ? index : from, index), Math.max(from, index) + 1)
    for (const { id } of range) {
      if (isSelected) ids.delete(id)
      else ids.add(id)
    }
    selection.anchor.current = row.id
    selection.change(ids)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { target, currentTarget: own, key } = event
    if (!isWithin(event) || !(target instanceof Element)) return
    const isOnLink = target instanceof HTMLAnchorElement
    if (!isOnLink && !target.matches(rowBox)) return
    const isDown = key === 'ArrowDown'
    if (isDown || key === 'ArrowUp') {
      event.preventDefault()
      const beside = (row: Element) => (isDown ? row.nextElementSibling : row.previousElementSibling)
      let next = beside(own)
      while (next && !placeOf(next)) next = beside(next)
      placeOf(next)?.focus()
    }
    // On a link, Space would scroll the focused row out of view. Here Space selects the row, as on its checkbox.
    if (key !== ' ' || !isOnLink) return
    event.preventDefault()
    check(event.shiftKey)
  }
  return (
    <tr
      onClick={open}
      onKeyDown={press}
      onFocus={(event) => isWithin(event) && onActivate(row.id)}
      data-active={row.id === activeId || undefined}
      data-selected={isSelected || undefined}
      data-row={row.id}
    >
      {selection && (
        <td className={classes.check}>
          <input
            type="checkbox"
            className={classes.box}
            aria-label={texts.selectRow({ row: nameOf(row) })}
            checked={isSelected}
            onClick={(event) => check(event.shiftKey)}
            onChange={() => {}}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-align={column.align}
          data-naming={index === 0 || undefined}
          data-card={places.get(column.key)}
          data-title={column.title}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
