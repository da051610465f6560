import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from '#app/texts.ts'
import { type Connection, useConnection, useHasNewVersion } from '#kit/web/connection.ts'
import { readMissed } from '#kit/web/live-queries.ts'
import classes from './connection-banner.module.css'

const words: Record<Exclude<Connection, 'up'>, string> = {
  offline: texts.youAreOffline,
  silent: texts.serverDoesNotAnswer,
  slow: texts.connectionIsSlow,
}

/**
 * Tells over every screen that there is no connection or a slow one, and offers to load a new version. It stands in
 * front of the screen, so that nothing moves, and its code is there before the connection is lost.
 */
export function ConnectionBanner() {
  const queries = useQueryClient()
  const connection = useConnection()
  const hasNewVersion = useHasNewVersion()
  const [isLater, setLater] = useState(false)
  // What was not read meanwhile is read by itself.
  useEffect(() => readMissed(queries), [queries])
  const isUpdate = connection === 'up' && hasNewVersion && !isLater
  return (
    <div className={classes.place} role="status">
      {connection !== 'up' && (
        <p className={classes.banner} data-tone={connection === 'slow' ? 'quiet' : 'lost'}>
          {words[connection]}
        </p>
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
