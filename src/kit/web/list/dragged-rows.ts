import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** One that is being dragged: from which place to which, and how far the pointer has gone. */
interface Drag {
  from: number
  to: number
  by: number
  height: number
}

/** The dragged row goes with the pointer, and those that it passes make room. */
export function shiftOf(drag: Drag | null, index: number) {
  if (!drag) return undefined
  const { from, to, by, height } = drag
  if (index === from) return { transform: `translateY(${by}px)` }
  if (index > from && index <= to) return { transform: `translateY(${-height}px)` }
  if (index < from && index >= to) return { transform: `translateY(${height}px)` }
  return undefined
}

/** Drags the rows of a list by pointer; Escape leaves everything where it was. */
export function useDraggedRows(onPlace: (from: number, to: number) => void) {
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
