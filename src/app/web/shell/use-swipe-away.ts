import { type PointerEvent, useRef } from 'react'
import { isRightToLeft } from '#kit/web/direction.ts'

type Moved = PointerEvent<HTMLElement>

/**
 * Lets a finger push an element away to the start edge of the screen: beyond a third of its width it is closed. The element
 * has to leave horizontal movements to the page (`touch-action: pan-y`).
 */
export function useSwipeAway(close: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  /** How far it was pushed, in pixels; 0 for what is rather a movement up or down. */
  const pushedBy = ({ clientX, clientY }: Moved): number => {
    if (!from.current) return 0
    const across = (from.current.x - clientX) * (isRightToLeft() ? -1 : 1)
    return across > Math.abs(clientY - from.current.y) ? across : 0
  }
  const letGo = ({ currentTarget }: Moved) => {
    from.current = null
    currentTarget.style.translate = ''
  }
  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: Moved) {
      // A second finger ends it.
      from.current = pointerType !== 'mouse' && isPrimary ? { x: clientX, y: clientY } : null
    },
    onPointerMove(event: Moved) {
      if (!from.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      event.currentTarget.style.translate = `${pushedBy(event) * (isRightToLeft() ? 1 : -1)}px`
    },
    onPointerUp(event: Moved) {
      const isAway = pushedBy(event) > event.currentTarget.clientWidth / 3
      letGo(event)
      if (isAway) close()
    },
    onPointerCancel: letGo,
  }
}
