import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How the screen that stands was come to: by loading the page, by a link, or by Back and Forward. */
let latest: 'load' | 'link' | 'back' = 'load'
addEventListener('popstate', () => {
  latest = 'back'
})
// The router says these of itself; the browser has no events for them.
for (const move of ['pushState', 'replaceState']) {
  addEventListener(move, () => {
    latest = 'link'
  })
}

/** A screen that a link opens is read from its top; Back and Forward leave the place to the browser. */
export function useTopOfScreen(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes the screen
  useLayoutEffect(() => {
    if (latest === 'link') window.scrollTo(0, 0)
  }, [pathname])
}

/** Gives the focus to the heading of a record that was come to from another screen, where nothing else has it. */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (latest === 'load' || !isFocusLost()) return
    heading.current?.focus({ preventScroll: true })
  }, [heading])
}

/** Gives the focus to where the work goes on when a notice or a bar has gone with it; `shown` says which stand. */
export function useFocusGoesOn(shown: string, work: RefObject<HTMLElement | null>): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isFocusLost()) work.current?.focus({ preventScroll: true })
  })
}

/** True when what had the focus has left the screen. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Marks the first field of what a dialog shows, or else its first button, as where the library puts the focus: it would
 * take the one that closes. A `ref` of that content.
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

/** The screen and the record that the address names. */
function placeOf(): string {
  const { pathname, search } = window.location
  return `${pathname} ${new URLSearchParams(search).get('id') ?? ''}`
}

/** What had the focus when the dialogs that stand were opened, the latest one first. */
let openers: readonly Element[] = []

/**
 * Gives the focus back to what had it when a dialog was opened; where that is gone, to what opened the dialog in which it
 * stood, or to the heading of the screen. What has taken the focus meanwhile keeps it.
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
    const place = placeOf()
    return () => {
      // The next dialog takes the focus a moment after this one has gone.
      setTimeout(() => {
        // Where it led to another record, that one says where reading begins.
        if (!isFocusLost() || placeOf() !== place) return
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
 * Keeps how far a list was scrolled, by its address, and goes back there on Back and Forward when its rows stand;
 * any other way to the address begins at the top. `scroller` is the part that scrolls inside the screen.
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
      // While the rows of another address still stand, or none, there is nothing worth keeping.
      if (settled.current !== address || address !== window.location.pathname + window.location.search) return
      const inside = scroller.current
      const place = [window.scrollY, inside?.scrollTop ?? 0, inside?.scrollLeft ?? 0].map(Math.round)
      sessionStorage.setItem(keyOf(address), place.join(' '))
    }
    // Scrolling does not bubble: it is caught on its way down.
    document.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', remember, { capture: true })
  }, [address, scroller])
}

function rememberedAt(address: string): [number, number, number] {
  const [y = 0, top = 0, left = 0] = (sessionStorage.getItem(keyOf(address)) ?? '').split(' ').map(Number)
  return [y, top, left]
}

function keyOf(address: string): string {
  return `scrolled ${address}`
}
