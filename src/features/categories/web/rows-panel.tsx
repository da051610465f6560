import { IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import dragged from '#kit/web/list/dragged-rows.module.css'
import { shiftOf, useDraggedRows } from '#kit/web/list/dragged-rows.ts'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { useOrdering } from '#kit/web/list/ordering.ts'
import { NamedLink } from '#kit/web/named-link.tsx'
import { type Category, categories } from '../contract.ts'
import { texts } from '../texts.ts'
import { categoryRecord } from './links.ts'
import { ApprovedProducts } from './products-panel.tsx'
import classes from './rows-panel.module.css'
import { CategorySwitch } from './status-panel.tsx'

/** Siblings in their order, which can be changed with buttons and by dragging. */
export function SiblingRows({ siblings }: { siblings: readonly Category[] }) {
  const can = useCan()
  const mayOrder = can(categories.order)
  /** The ids in the requested order, while the request is in progress. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [told, setTold] = useState('')
  const put = useOrdering(categories.order, () => setWanted(null))
  const rows = wanted ? inOrder(siblings, wanted) : siblings
  const place = (from: number, to: number) => {
    const row = rows[from]
    if (!row || from === to) return
    setWanted(
      rows
        .toSpliced(from, 1)
        .toSpliced(to, 0, row)
        .map(({ id }) => id),
    )
    setTold(texts.nowAt({ name: row.name, to: to + 1, rows: rows.length }))
    put({ id: row.id, name: row.name, position: to + 1 })
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
            <span className={classes.name}>
              <NamedLink href={categoryRecord(row)} name={row.name} media={row.image} size="medium" />
            </span>
            <span className={classes.products}>
              <ApprovedProducts category={row} isInWords />
            </span>
            <CategorySwitch category={row} />
            {mayOrder && (
              <OrderButtons
                name={row.name}
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

/** The current siblings in the requested order; a category that was added meanwhile comes last. */
function inOrder(siblings: readonly Category[], wanted: readonly string[]): Category[] {
  const placeOf = ({ id }: Category) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  return siblings.toSorted((a, b) => placeOf(a) - placeOf(b))
}
