import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { stayHere, useBackGuard } from '../back-guard.ts'
import { useLeaveFor } from '../leave.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { texts } from './texts.ts'

export type Address = Pick<URL, 'pathname' | 'search'>

/** What asks on this screen: once somebody has chosen to leave, none of the others asks again. */
const asking = new Set<{ passes: (to: Address) => void }>()

/** Whether an address is the one that is shown: a link to it leaves nothing. */
function isHere({ pathname, search }: Address): boolean {
  return pathname === window.location.pathname && search === window.location.search
}

/**
 * Asks before unsaved work is left by a link, by a key, by Back and Forward, or by closing the tab. `ask` does the same before
 * any other action that would lose it. An address that `isWithin` accepts belongs to the same work. Render `dialog`
 * anywhere on the screen; `words` states what happens to the typed text.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  {
    isWithin = () => false,
    words = texts.changesWouldBeLost,
  }: { isWithin?: (address: Address) => boolean; words?: string } = {},
): { dialog: ReactNode; ask: (proceed: () => void) => void } {
  const [leave, setLeave] = useState<{
    proceed: () => void
    to?: Address
    forgetsDrafts?: boolean
  } | null>(null)
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const within = useRef(isWithin)
  within.current = isWithin
  const isLeaving = useRef(false)
  const address = usePathname() + useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: work that is still there at another address, or begins anew, asks again
  useEffect(() => {
    isLeaving.current = false
  }, [address, isUnsaved])
  useEffect(() => {
    const own = {
      passes: (to: Address) => {
        isLeaving.current ||= !within.current(to)
      },
    }
    asking.add(own)
    return () => {
      asking.delete(own)
    }
  }, [])
  useEffect(() => {
    if (!leave || isUnsaved) return
    // The pending save has completed, so the question is no longer needed.
    setLeave(null)
    leave.proceed()
  }, [leave, isUnsaved])
  const ask = (proceed: () => void) => {
    if (latest.current) setLeave({ proceed })
    else proceed()
  }
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (latest.current && !isLeaving.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isElsewhere =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (
        !latest.current ||
        isLeaving.current ||
        !link ||
        isElsewhere ||
        link.origin !== window.location.origin ||
        isHere(link) ||
        within.current(link)
      )
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      // A drawer or the palette would cover the question, which is outside of it.
      link.closest('dialog')?.close()
      setLeave({ proceed: () => navigate(link.pathname + link.search), to: link })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [])
  useLeaveFor((href, go, forgetsDrafts) => {
    const to = new URL(href, window.location.href)
    if (!latest.current || isLeaving.current || isHere(to) || within.current(to)) return false
    setLeave({ proceed: go, to, forgetsDrafts })
    return true
  })
  // The browser has already changed the address on Back, so it is restored before the router sees the new one.
  useBackGuard(() => {
    if (!latest.current || isLeaving.current || within.current(window.location)) return false
    const to = new URL(window.location.href)
    stayHere()
    setLeave({ proceed: () => window.history.back(), to })
    return true
  })
  const dialog = leave && (
    <LeaveDialog
      words={leave.forgetsDrafts ? texts.changesWouldBeLost : words}
      onStay={() => setLeave(null)}
      onLeave={() => {
        isLeaving.current = true
        if (leave.to) for (const one of asking) one.passes(leave.to)
        setLeave(null)
        leave.proceed()
      }}
    />
  )
  return { dialog, ask }
}
