import { IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { type Category, categories } from '../contract.ts'
import { CategoryName } from './name-panel.tsx'
import { OrderButtons, useOrdering } from './order-panel.tsx'
import { ApprovedProducts } from './products-panel.tsx'
import classes from './rows-panel.module.css'
import { CategorySwitch } from './status-panel.tsx'

/** One that is being dragged: from which place to which, and how far the pointer has gone. */
interface Drag {
  from: number
  to: number
  by: number
  height: number
}

/** Siblings in their order, which is changed by buttons and by dragging. */
export function SiblingRows({ siblings }: { siblings: readonly Category[] }) {
  const can = useCan()
  const mayOrder = can(categories.order)
  /** The ids in the order that somebody wants, while it is on its way. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [told, setTold] = useState('')
  const put = useOrdering(() => setWanted(null))
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
    setTold(`${row.name} is now ${to + 1} of ${rows.length}`)
    put({ id: row.id, name: row.name, position: to + 1 })
  }
  const { list, drag, grab } = useDragging(place)
  return (
    <>
      <ol ref={list} className={classes.rows} data-dragging={drag ? '' : undefined}>
        {rows.map((row, index) => (
          <li key={row.id} data-dragged={drag?.from === index || undefined} style={shiftOf(drag, index)}>
            {mayOrder && rows.length > 1 && (
              // The keyboard has the buttons.
              <span
                className={classes.grip}
                aria-hidden="true"
                title="Drag to another place"
                onPointerDown={(event) => grab(event, index)}
              >
                <IconGripVertical size={16} />
              </span>
            )}
            <span className={classes.name}>
              <CategoryName category={row} size="medium" />
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

/** Those that stand, in the wanted order; one that was added meanwhile comes last. */
function inOrder(siblings: readonly Category[], wanted: readonly string[]): Category[] {
  const placeOf = ({ id }: Category) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  return siblings.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The dragged row goes with the pointer, and those that it passes make room. */
function shiftOf(drag: Drag | null, index: number) {
  if (!drag) return undefined
  const { from, to, by, height } = drag
  if (index === from) return { transform: `translateY(${by}px)` }
  if (index > from && index <= to) return { transform: `translateY(${-height}px)` }
  if (index < from && index >= to) return { transform: `translateY(${height}px)` }
  return undefined
}

/** Drags the rows of a list by pointer; Escape leaves everything where it was. */
function useDragging(onPlace: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const end = useRef<() => void>(() => {})
  const latest = useRef(onPlace)
  latest.current = onPlace
  useEffect(() => () => end.current(), [])
  const grab = (event: PointerEvent<HTMLElement>, from: number) => {
    const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const own = boxes[from]
    // A second finger takes over from the first.
    end.current()
    if (event.button !== 0 || !own) return
    // Nothing is selected on the way.
    event.preventDefault()
    const { pointerId } = event
    const startY = event.clientY + window.scrollY
    let to = from
    const move = (at: globalThis.PointerEvent) => {
      if (at.pointerId !== pointerId) return
      if (at.clientY < 72) window.scrollBy(0, -8)
      else if (at.clientY > window.innerHeight - 72) window.scrollBy(0, 8)
      const by = at.clientY + window.scrollY - startY
      const middle = own.top + own.height / 2 + by
      to = boxes.filter((box, index) => index !== from && box.top + box.height / 2 < middle).length
      setDrag({ from, to, by, height: own.height })
    }
    const drop = (at: globalThis.PointerEvent) => {
      if (at.pointerId !== pointerId) return
      end.current()
      latest.current(from, to)
    }
    const press = (key: KeyboardEvent) => key.key === 'Escape' && end.current()
    const cancel = () => end.current()
    end.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', press)
      setDrag(null)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', press)
    setDrag({ from, to: from, by: 0, height: own.height })
  }
  return { list, drag, grab }
}
