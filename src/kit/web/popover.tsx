import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './popover.module.css'

/** A dialog of Mantine looks at what has the focus alone, and leaves the Escape of what bears this to it. */
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }

/**
 * A button with a panel in the top layer. The browser closes the panel on Escape and on a click elsewhere, and returns
 * the focus; a dialog around it stays. `children` receives a function that closes the panel.
 */
export function Popover({
  label,
  icon,
  words,
  width,
  height = 0,
  children,
}: {
  label: string
  icon: ReactNode
  /** The text next to the icon; a button without text is named by its label alone. */
  words?: string
  width: number
  /** The height of the panel, if it is known: without this much place below the button it opens above. */
  height?: number
  children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const place = () => {
    const from = button.current?.getBoundingClientRect()
    if (!from || !panel.current) return
    const most = document.documentElement.clientWidth - width - 8
    // The panel opens towards the middle of the screen, so that it does not cover what is beside the content.
    const isInFirstHalf = from.left + from.right < window.innerWidth
    panel.current.style.left = `${Math.max(8, Math.min(isInFirstHalf ? from.left : from.right - width, most))}px`
    const isAbove = window.innerHeight - from.bottom < height + 16 && from.top > height + 16
    panel.current.style.top = `${(isAbove ? from.top - height - 6 : from.bottom + 6) + window.scrollY}px`
    panel.current.style.maxHeight = `${Math.max(240, window.innerHeight - from.bottom - 16)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        title={words ? undefined : label}
        aria-expanded={isOpen}
        {...(isOpen ? keepsEscape : {})}
        popoverTarget={id}
      >
        {icon}
        {words && <span>{words}</span>}
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        className={classes.panel}
        style={{ width }}
        onBeforeToggle={(event) => event.newState === 'open' && place()}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onFocus={({ target, currentTarget }) => {
          // A dialog that was opened in the panel is a child of it for React alone, and closes on Escape as ever.
          if (!currentTarget.contains(target)) return
          for (const [name, value] of Object.entries(keepsEscape)) target.setAttribute(name, value)
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </section>
    </>
  )
}
