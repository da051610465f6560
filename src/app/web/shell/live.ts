import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stream } from '#features/notifications/contract.ts'
import { readCurrentUser, viewedRole } from '#kit/web/current-user.ts'
import { keepLive } from '#kit/web/live-queries.ts'
import { followChanges } from '#kit/web/stream-state.ts'

/** People are waiting for these. */
const urgent = { notification: { gapMs: 250, spreadMs: 150 } }

/** Follows what changes while somebody is signed in, and reads again what is shown of it. */
export function useLive(userId: string, token: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const kept = keepLive(queries, urgent)
    const stopHearing = followChanges(kept.hear)
    let stop: (() => void) | null = null
    let hasEnded = false
    const begin = async () => {
      const { followStream } = await import('#kit/web/stream.ts')
      if (hasEnded || readCurrentUser()?.token !== token) return
      const role = viewedRole()
      stop = followStream({
        url: stream.follow.path,
        headers: { authorization: `Bearer ${token}`, ...(role ? { 'x-view-as': role } : {}) },
        sharedAs: `munshi-stream:${userId}:${role ?? ''}`,
      })
    }
    // The screen comes first.
    const timer = setTimeout(() => void begin().catch(() => {}), 400)
    return () => {
      hasEnded = true
      clearTimeout(timer)
      stop?.()
      stopHearing()
      kept.end()
    }
  }, [queries, userId, token])
}
