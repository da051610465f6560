import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

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

/** True when what had the focus has left the screen. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
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
