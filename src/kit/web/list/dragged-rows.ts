import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** A row that is being dragged: its start position, its target position, and the distance of the pointer. */
interface Drag {
  from: number
  to: number
  by: number
  height: number
}

/** The offset of a row: the dragged row follows the pointer, and the rows that it passes make room. */
export function shiftOf(drag: Drag | null, index: number) {
  if (!drag) return undefined
  const { from, to, by, height } = drag
  if (index === from) return { transform: `translateY(${by}px)` }
  if (index > from && index <= to) return { transform: `translateY(${-height}px)` }
  if (index < from && index >= to) return { transform: `translateY(${height}px)` }
  return undefined
}

/** Reorders the rows of a list by dragging; Escape cancels the drag. */
export function useDraggedRows<List extends HTMLElement = HTMLOListElement>(
  onPlace: (from: number, to: number) => void,
) {
  const list = useRef<List>(null)
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
    // Prevents text selection while dragging.
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
