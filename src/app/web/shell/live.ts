import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stream } from '#features/notifications/contract.ts'
import { readCurrentUser, viewedRole } from '#kit/web/current-user.ts'
import { readAgain } from '#kit/web/read-again.ts'
import { type Changed, followChanges } from '#kit/web/stream-state.ts'

/** What is read again after an event, at most so often: many changes in a row are one reading. */
const gapMs = 2_000
/** People are waiting for these. */
const gapOfNotificationsMs = 250
/** Not all browsers ask in the same instant. */
const spreadMs = 150

/** Follows what changes while somebody is signed in, and reads again what is shown of it. */
export function useLive(userId: string, token: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = refresher(queries)
    const stopHearing = followChanges(refresh.hear)
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
      refresh.end()
    }
  }, [queries, userId, token])
}

/** Reads the queries again that are live for a noun that has changed (`useEndpoint`, `live`). */
function refresher(queries: QueryClient) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const readAt = new Map<string, number>()
  const read = (noun: string | null) =>
    void readAgain(queries, ({ meta }) => {
      const live = meta?.live as readonly string[] | undefined
      return live !== undefined && (noun === null || live.includes(noun))
    })
  const schedule = (noun: string) => {
    if (timers.has(noun)) return
    const gap = noun === 'notification' ? gapOfNotificationsMs : gapMs
    const pause = Math.max(0, (readAt.get(noun) ?? 0) + gap - Date.now())
    timers.set(
      noun,
      setTimeout(
        () => {
          timers.delete(noun)
          readAt.set(noun, Date.now())
          read(noun)
        },
        pause + Math.random() * spreadMs,
      ),
    )
  }
  return {
    hear(changed: Changed) {
      if (changed === null) read(null)
      else for (const noun of Object.keys(changed)) schedule(noun)
    },
    end() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
