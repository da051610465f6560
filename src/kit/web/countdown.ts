import { useEffect, useState } from 'react'
import { serverNow } from './connection.ts'

/** The seconds until the server ends something, counted down; 0 when that has passed, or where there is no such time. */
export function useSecondsUntil(iso: string | null): number {
  const left = () => (iso ? Math.max(0, Math.ceil((Date.parse(iso) - serverNow()) / 1000)) : 0)
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is what it counts to
  useEffect(() => {
    setSeconds(left())
    if (!iso) return
    // Also at zero: how far this clock is off may be known a moment later.
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [iso])
  return seconds
}
