import { Button } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import {
  type Category,
  type CategoryDetail,
  type CategoryLevel,
  categories,
  levelWords,
} from '../contract.ts'
import classes from './children-panel.module.css'
import { CategoryName, countOf } from './name-panel.tsx'
import { OrderButtons, useOrdering } from './order-panel.tsx'
import { CategorySwitch } from './status-panel.tsx'

const CategoryDialog = lazy(async () => ({ default: (await import('./category-dialog.tsx')).CategoryDialog }))

/** One that is being dragged: from which place to which, and how far the pointer has gone. */
interface Drag {
  from: number
  to: number
  by: number
  height: number
}

/** What stands directly below a category, in its order, which is changed by buttons and by dragging. */
export function ChildrenPanel({ category, level }: { category: CategoryDetail; level: CategoryLevel }) {
  const can = useCan()
  const mayOrder = can(categories.order)
  /** The ids in the order that somebody wants, while it is on its way. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [told, setTold] = useState('')
  const [isAdding, setAdding] = useState(false)
  const put = useOrdering(() => setWanted(null))
  const { name, children } = category
  const rows = wanted ? inOrder(children, wanted) : children
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
  const { one } = levelWords[level]
  return (
    <section className={classes.card} aria-labelledby="below">
      <div className={classes.head}>
        <h2 id="below">
          {one.replace(/y$/, 'ies')} of <bdi>{name}</bdi>
        </h2>
        {can(categories.create) && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add {one.toLowerCase()}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={classes.quiet}>Nothing stands below it yet.</p>
      ) : (
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
              <span className={classes.products}>{countOf(row.product_count, 'product')}</span>
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
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
      {isAdding && (
        <Suspense fallback={null}>
          <CategoryDialog
            level={level}
            parent={{
              id: category.id,
              path: [...category.ancestors, category].map((at) => at.name).join(' › '),
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Those that stand, in the wanted order; one that was added meanwhile comes last. */
function inOrder(children: readonly Category[], wanted: readonly string[]): Category[] {
  const placeOf = ({ id }: Category) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  return children.toSorted((a, b) => placeOf(a) - placeOf(b))
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
