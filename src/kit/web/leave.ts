import { useLayoutEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'

type Guard = (href: string, go: () => void, forgetsDrafts: boolean) => boolean

/** What asks before this screen is left, newest first. */
let guards: readonly Guard[] = []

/**
 * Opens another screen for what is no link, as a key or a result of the search, unless unsaved work asks first. `go` does what
 * leads there, if that is more than to open it; `forgetsDrafts` if it also removes what this browser keeps of unsaved work.
 */
export function leaveFor(
  href: string,
  go: () => void = () => navigate(href),
  { forgetsDrafts = false } = {},
): void {
  if (!guards.some((guard) => guard(href, go, forgetsDrafts))) go()
}

/** Calls `guard` before the screen is left for an address; it answers true where it has asked and calls `go` by itself. */
export function useLeaveFor(guard: Guard): void {
  const latest = useRef(guard)
  latest.current = guard
  useLayoutEffect(() => {
    const ask: Guard = (...asked) => latest.current(...asked)
    guards = [ask, ...guards]
    return () => {
      guards = guards.filter((one) => one !== ask)
    }
  }, [])
}
