import { type PointerEvent, useRef } from 'react'
import { columnWidths } from '#kit/contract/page.ts'
import { isRightToLeft } from '../direction.ts'
import classes from './data-table.module.css'

const { least, most } = columnWidths

/** The edge of a heading, dragged to resize its column. The view options have buttons for people who cannot drag. */
export function ColumnHandle({ onResize }: { onResize: (width: number) => void }) {
  const begun = useRef<{ x: number; width: number; column: HTMLElement | null } | null>(null)
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const heading = event.currentTarget.closest('th')
    if (!heading || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const column = heading.closest('table')?.querySelectorAll<HTMLElement>('col')[heading.cellIndex] ?? null
    begun.current = { x: event.clientX, width: heading.getBoundingClientRect().width, column }
  }
  const widthAt = (x: number, { x: from, width }: { x: number; width: number }) =>
    Math.round(Math.min(most, Math.max(least, width + (isRightToLeft() ? from - x : x - from))))
  return (
    <span
      className={classes.handle}
      data-handle
      aria-hidden="true"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={begin}
      onPointerMove={(event) => {
        // The width is shown while dragging and saved on release.
        if (begun.current?.column) {
          begun.current.column.style.width = `${widthAt(event.clientX, begun.current)}px`
        }
      }}
      onPointerUp={(event) => {
        const from = begun.current
        begun.current = null
        if (from && event.clientX !== from.x) onResize(widthAt(event.clientX, from))
      }}
      onPointerCancel={() => {
        const from = begun.current
        begun.current = null
        if (from) onResize(from.width)
      }}
    />
  )
}
