import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import dragged from './dragged-rows.module.css'
import { shiftOf, useDraggedRows } from './dragged-rows.ts'
import { OrderButtons } from './order-buttons.tsx'
import classes from './ordered-rows.module.css'
import { useOrdering } from './ordering.ts'
import { texts } from './texts.ts'

/**
 * Every row of a list in its order, which those who may call `of` change with buttons and by dragging. `of` puts the row with an id at a
 * position, from 1. The rows show the requested order while requests are in progress.
 */
export function OrderedRows<Row extends { id: string }>({
  of,
  rows: stored,
  nameOf,
  cellOf,
  more,
  onOrder,
}: {
  of: Endpoint
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** The cell that shows the name; left out where the name alone is enough. */
  cellOf?: (row: Row) => ReactNode
  /** What a row shows besides its name. */
  more?: (row: Row) => ReactNode
  /** Called with the ids in the order that is shown, before it is saved; null once all is saved. */
  onOrder?: (ids: readonly string[] | null) => void
}) {
  const mayOrder = useCan()(of)
  /** The ids in the requested order, while requests are in progress. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [told, setTold] = useState('')
  const want = (ids: readonly string[] | null) => {
    setWanted(ids)
    onOrder?.(ids)
  }
  const put = useOrdering(of, () => want(null))
  const rows = wanted ? inOrder(stored, wanted) : stored
  const place = (from: number, to: number) => {
    const row = rows[from]
    if (!row || from === to) return
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, row)
    const name = nameOf(row)
    want(next.map(({ id }) => id))
    setTold(texts.nowAt({ name, to: to + 1, rows: rows.length }))
    put({ id: row.id, name, position: to + 1 })
  }
  const { list, drag, grab } = useDraggedRows(place)
  return (
    <>
      <ol ref={list} className={`${classes.rows} ${dragged.rows}`} data-dragging={drag ? '' : undefined}>
        {rows.map((row, index) => (
          <li key={row.id} data-dragged={drag?.from === index || undefined} style={shiftOf(drag, index)}>
            {mayOrder && rows.length > 1 && (
              // Keyboard users have the buttons.
              <span
                className={`${classes.grip} ${dragged.grip}`}
                aria-hidden="true"
                title={texts.dragToAnotherPlace}
                onPointerDown={(event) => grab(event, index)}
              >
                <IconGripVertical size={16} />
              </span>
            )}
            {cellOf?.(row) ?? (
              <span className={classes.name} dir="auto" title={nameOf(row)}>
                {nameOf(row)}
              </span>
            )}
            {more?.(row)}
            {mayOrder && (
              <OrderButtons
                name={nameOf(row)}
                position={index + 1}
                count={rows.length}
                onPlace={(position) => place(index, position - 1)}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </>
  )
}

/** The present rows in the requested order; a row that was added meanwhile comes last. */
function inOrder<Row extends { id: string }>(rows: readonly Row[], wanted: readonly string[]): Row[] {
  const places = new Map(wanted.map((id, index) => [id, index]))
  const placeOf = ({ id }: Row) => places.get(id) ?? wanted.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
