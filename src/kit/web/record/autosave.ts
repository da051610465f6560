import { useEffect, useRef } from 'react'

/** How long nobody types before the work is saved, and how long somebody may go on typing at most. */
const quietMs = 3_000
const mostMs = 15_000

/**
 * Calls `save` when nothing has changed for three seconds, and every fifteen while changes go on. `work` is compared by
 * identity; nothing is saved while `isOn` is false.
 */
export function useAutosave(work: unknown, isOn: boolean, save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  const since = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the work restarts the wait
  useEffect(() => {
    if (!isOn) {
      since.current = null
      return
    }
    since.current ??= Date.now()
    const left = since.current + mostMs - Date.now()
    const timer = setTimeout(
      () => {
        since.current = null
        latest.current()
      },
      Math.max(0, Math.min(quietMs, left)),
    )
    return () => clearTimeout(timer)
  }, [work, isOn])
}
