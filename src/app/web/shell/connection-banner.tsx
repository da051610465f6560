import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '#app/texts.ts'
import { ApiRefusal } from '#kit/web/client.tsx'
import { type Connection, useConnection, useHasNewVersion } from '#kit/web/connection.ts'
import { readMissed } from '#kit/web/live-queries.ts'
import { readAgain } from '#kit/web/read-again.ts'
import classes from './connection-banner.module.css'

const words: Record<Exclude<Connection, 'up'>, string> = {
  offline: texts.youAreOffline,
  silent: texts.serverDoesNotAnswer,
  slow: texts.connectionIsSlow,
}

/**
 * Tells over every screen that there is no connection or a slow one and that something shown could not be read again, and
 * offers to load a new version. It is in front of the screen, so that nothing moves, and its code is there before the
 * connection is lost.
 */
export function ConnectionBanner() {
  const queries = useQueryClient()
  const connection = useConnection()
  const hasNewVersion = useHasNewVersion()
  const hasOutdated = useHasOutdated(queries)
  const [isLater, setLater] = useState(false)
  // What was not read meanwhile is read by itself.
  useEffect(() => readMissed(queries), [queries])
  const isOutdatedTold = connection === 'up' && hasOutdated
  const isUpdate = connection === 'up' && hasNewVersion && !isLater && !isOutdatedTold
  return (
    <div className={classes.place} role="status">
      {connection !== 'up' && (
        <p className={classes.banner} data-tone={connection === 'slow' ? 'quiet' : 'lost'}>
          {words[connection]}
        </p>
      )}
      {isOutdatedTold && (
        <div className={classes.banner} data-tone="lost">
          <p>{texts.partNotUpdated}</p>
          <button type="button" onClick={() => void readAgain(queries, isOutdated)}>
            {texts.tryAgain}
          </button>
        </div>
      )}
      {isUpdate && (
        <div className={classes.banner} data-tone="quiet">
          <p>{texts.newVersion}</p>
          <button type="button" onClick={() => window.location.reload()}>
            {texts.reload}
          </button>
          <button type="button" onClick={() => setLater(true)}>
            {texts.later}
          </button>
        </div>
      )}
    </div>
  )
}

/** True while something on the screen is older than a failed try to read it again. */
function useHasOutdated(queries: QueryClient): boolean {
  const cache = queries.getQueryCache()
  const watch = useCallback((tell: () => void) => cache.subscribe(tell), [cache])
  return useSyncExternalStore(watch, () => cache.getAll().some(isOutdated))
}

/**
 * Whether the query shows an earlier answer because the server failed at the latest one, was asked too often, or no longer has
 * what is shown. A proof that has run out is asked for where it is needed, and a list, whose rows stay as they were read, tells
 * all of it.
 */
function isOutdated(query: Query): boolean {
  const { status, data, error } = query.state
  if (query.meta?.isStill || query.queryKey[0] === 'beside') return false
  if (status !== 'error' || data === undefined || !query.isActive()) return false
  return !(error instanceof ApiRefusal) || error.status >= 500 || [404, 429].includes(error.status)
}
