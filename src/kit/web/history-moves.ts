import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { screenAtHand } from './screen-at-hand.ts'

/** How the user reached the current screen: by loading the page, by a link, or by Back and Forward. */
let latest: 'load' | 'link' | 'back' = 'load'
addEventListener('popstate', () => {
  latest = 'back'
})
// The router dispatches these events; the browser has no events for them.
for (const move of ['pushState', 'replaceState']) {
  addEventListener(move, () => {
    latest = 'link'
  })
}

/** Scrolls to the top of a screen that a link opens. After Back and Forward, the browser restores the position. */
export function useTopOfScreen(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes the screen
  useLayoutEffect(() => {
    if (latest === 'link') window.scrollTo(0, 0)
  }, [pathname])
}

/** Focuses the heading of a screen when it is shown, also after a reload, unless another element has the focus. */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isFocusLost()) return
    // Nobody who loads a page has asked for a ring around its title.
    heading.current?.focus({ preventScroll: true, ...(latest === 'load' && { focusVisible: false }) })
  }, [heading])
}

/**
 * Focuses the work area when the focused notice or bar has disappeared; `shown` names the notices and bars that are
 * shown.
 */
export function useFocusGoesOn(shown: string, work: RefObject<HTMLElement | null>): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isFocusLost()) work.current?.focus({ preventScroll: true })
  })
}

/** True if the focused element has left the screen. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Marks the first field of a dialog, or else its first button, as the initial focus, because the library would focus
 * the close button. Use as the `ref` of the dialog's content.
 */
export function markBeginning(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return
  const field = content.querySelector(
    ':is(input:not([type="hidden"], [hidden]), select, textarea):not(:disabled, [tabindex="-1"])',
  )
  const chosen = field?.matches('[type="radio"]') && content.querySelector('[type="radio"]:checked')
  const first = chosen || field || content.querySelector('a[href], button:not(:disabled)')
  first?.setAttribute('data-autofocus', '')
}

/** The elements that had the focus when the open dialogs were opened, newest first. */
let openers: readonly Element[] = []

/**
 * Returns the focus to the element that had it when the dialog opened. If that element is gone, the focus moves to the
 * opener of the surrounding dialog, or to the heading of the screen. An element that has received the focus in the
 * meantime keeps it.
 */
export function useFocusBack(): void {
  const [before] = useState(() => {
    const active = document.activeElement
    const isInDialog = active?.closest('[role="dialog"]')
    return [
      ...(active && active !== document.body ? [active] : []),
      ...(isInDialog || !active ? openers : []),
    ]
  })
  useEffect(() => {
    openers = before
    const place = screenAtHand()
    return () => {
      // The next dialog takes the focus shortly after this one has closed.
      setTimeout(() => {
        // If the dialog led to another record, that record sets the focus.
        if (!isFocusLost() || screenAtHand() !== place) return
        const isBehind = document.querySelector('[role="dialog"]') !== null
        for (const one of [
          ...before,
          document.querySelector('h1[tabindex]'),
          document.querySelector('main'),
        ]) {
          if (!(one instanceof HTMLElement) || (isBehind && !one.closest('[role="dialog"]'))) continue
          one.focus({ preventScroll: true })
          if (document.activeElement === one) return
        }
      })
    }
  }, [before])
}

/**
 * Stores the scroll position of a list by its address, and restores it on Back and Forward as soon as the rows are
 * shown. Any other navigation starts at the top. `scroller` is the element that scrolls inside the screen.
 */
export function useScrollMemory(
  address: string,
  isReady: boolean,
  scroller: RefObject<Element | null>,
): void {
  const settled = useRef('')
  useLayoutEffect(() => {
    if (!isReady || settled.current === address) return
    settled.current = address
    if (latest === 'load') return
    const [y, top, left] = latest === 'back' ? rememberedAt(address) : [0, 0, 0]
    scroller.current?.scrollTo({ top, left })
    window.scrollTo(0, y)
  }, [address, isReady, scroller])
  useEffect(() => {
    const remember = () => {
      // While the rows of another address are shown, or none, the position must not be stored.
      if (settled.current !== address || address !== window.location.pathname + window.location.search) return
      const inside = scroller.current
      const place = [window.scrollY, inside?.scrollTop ?? 0, inside?.scrollLeft ?? 0].map(Math.round)
      sessionStorage.setItem(keyOf(address), place.join(' '))
    }
    // Scroll events do not bubble, so the listener captures them.
    document.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', remember, { capture: true })
  }, [address, scroller])
}

function rememberedAt(address: string): [number, number, number] {
  const [y = 0, top = 0, left = 0] = (sessionStorage.getItem(keyOf(address)) ?? '').split(' ').map(Number)
  return [y, top, left]
}

function keyOf(address: string): string {
  return `munshi-scrolled-${address}`
}
