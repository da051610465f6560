import { useLayoutEffect, useRef } from 'react'

type Guard = () => boolean

/** Those that are asked, the latest one first: what stands above the screen comes before the screen. */
let guards: readonly Guard[] = []

/** The address of the screen that stands: Back and Forward have left it already when they are heard of. */
let here = window.location.href
const settle = () => {
  here = window.location.href
}
// The router says these of itself; the browser has no events for them.
for (const move of ['pushState', 'replaceState', 'hashchange']) window.addEventListener(move, settle)

// A window calls its listeners in the order in which they came, whatever their phase: this one must be there before the
// router's, which draws the other screen at once. The application loads this file before anything is drawn.
window.addEventListener('popstate', (event) => {
  if (guards.some((guard) => guard())) event.stopImmediatePropagation()
  else settle()
})

/** Asks `guard` at every Back and Forward, before the router hears of it; true keeps it from hearing. */
export function useBackGuard(guard: Guard): void {
  const latest = useRef(guard)
  latest.current = guard
  useLayoutEffect(() => {
    const ask = () => latest.current()
    guards = [ask, ...guards]
    return () => {
      guards = guards.filter((one) => one !== ask)
    }
  }, [])
}

/** Puts the address back that Back or Forward has left, and the place on the screen; for a guard that keeps the screen. */
export function stayHere(): void {
  const { scrollX, scrollY } = window
  window.history.pushState(null, '', here)
  // The browser goes to where the other screen was scrolled to, a moment after it has said so.
  requestAnimationFrame(() => window.scrollTo(scrollX, scrollY))
}
