import { useLayoutEffect, useRef } from 'react'

type Guard = () => boolean

/** The active guards, newest first: a dialog above the screen is asked before the screen. */
let guards: readonly Guard[] = []

/**
 * The address of the current screen. Back and Forward have already changed the browser's address when popstate fires.
 */
let here = window.location.href
const settle = () => {
  here = window.location.href
}
// The router dispatches these events; the browser has no events for them.
for (const move of ['pushState', 'replaceState', 'hashchange']) window.addEventListener(move, settle)

// A window calls its listeners in the order of registration, regardless of phase. This listener must be registered
// before the router's, which renders the other screen immediately, so the application loads this file before the first
// render.
window.addEventListener('popstate', (event) => {
  if (guards.some((guard) => guard())) event.stopImmediatePropagation()
  else settle()
})

/**
 * Calls `guard` on every Back and Forward before the router sees the event. If the guard returns true, the router does
 * not receive the event.
 */
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

/** Restores the address and the scroll position that Back or Forward has changed, for a guard that keeps the screen. */
export function stayHere(): void {
  const { scrollX, scrollY } = window
  window.history.pushState(null, '', here)
  // The browser restores the other screen's scroll position shortly after the event.
  requestAnimationFrame(() => window.scrollTo(scrollX, scrollY))
}
