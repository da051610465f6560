import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import classes from './data-table.module.css'
import { isPlainClick } from './link.tsx'

export interface Column<Row> {
  /** The heading, in the specification's words. */
  title: string
  /** Names the column for keys; the sort name of the contract where it can be sorted by. */
  key: string
  sortable?: boolean
  align?: 'end'
  /** CSS width; the first column takes what is left. */
  width?: string
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
  hrefOf: (row: Row) => string
  nameOf: (row: Row) => string
  sort: string
  onSort: (sort: string) => void
  selection: Selection | null
  /** The row that the keyboard is on; -1 for none. */
  activeIndex: number
}

/** A plain table: the server sorts, pages and filters, so that this only shows. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, skeletonRows, isStale, selection } = props
  // Where a range that Shift extends began.
  const lastChecked = useRef('')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <table className={classes.table} aria-busy={rows === null || isStale} data-stale={isStale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {selection && <col style={{ width: '44px' }} />}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width ?? 'auto' }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && <SelectAll rows={rows ?? []} selection={selection} />}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
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
                  {columns.map((column) => (
                    <td key={column.key}>
                      <span />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string
  onSort: (sort: string) => void
}) {
  const isSorted = sort.replace(/^-/, '') === column.key
  const isDescending = sort.startsWith('-')
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  if (!column.sortable) {
    return (
      <th scope="col" data-align={column.align}>
        {column.title}
      </th>
    )
  }
  return (
    <th
      scope="col"
      data-align={column.align}
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
    </th>
  )
}

function SelectAll<Row extends { id: string }>({ rows, selection }: { rows: Row[]; selection: Selection }) {
  const selected = rows.filter((row) => selection.ids.has(row.id)).length
  const isAll = rows.length > 0 && selected === rows.length
  return (
    <th scope="col" className={classes.check}>
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={isAll}
        indeterminate={selected > 0 && !isAll}
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
  activeIndex,
  lastChecked,
}: Props<Row> & { row: Row; rows: Row[]; index: number; lastChecked: RefObject<string> }) {
  const isSelected = selection?.ids.has(row.id) ?? false
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    // Text that was just selected is being read or copied, not opened.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (isOnControl || isSelecting || !isPlainClick(event)) return
    navigate(hrefOf(row))
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
  return (
    <tr
      onClick={open}
      data-active={index === activeIndex || undefined}
      data-selected={isSelected || undefined}
      data-row={row.id}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            onClick={(event) => check(event.shiftKey)}
            onChange={() => {}}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
