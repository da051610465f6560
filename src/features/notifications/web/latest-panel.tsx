import { Button } from '@mantine/core'
import { useCall, useCommand, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type Notification, notifications } from '../contract.ts'
import { texts } from '../texts.ts'
import { wordsOf } from '../words-contract.ts'
import classes from './latest-panel.module.css'
import { notificationList } from './links.ts'

/** The latest notifications below the bell. Opening one marks it as read. */
export function LatestPanel({ onClose }: { onClose: () => void }) {
  const summary = useEndpoint(notifications.summary, {}, { live: ['notification'] })
  const readAll = useCommand(notifications.readAll)
  const { latest = [], unread = 0 } = summary.data ?? {}
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>{texts.notifications}</h2>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={unread === 0 || readAll.isPending}
          onClick={() => readAll.mutate({ input: { until: latest[0]?.created_at } })}
        >
          {texts.markAllRead}
        </Button>
      </div>
      {readAll.error && <ChangeFailure error={readAll.error} />}
      <ReadFailure of={summary} what={texts.latestNotLoaded} />
      {summary.data && latest.length === 0 && (
        <p className={classes.none}>
          <strong>{texts.noneYet}</strong>
          <span>{texts.allReadText}</span>
        </p>
      )}
      <ul className={classes.list}>
        {latest.map((one) => (
          <li key={one.id}>
            <Latest notification={one} onOpen={onClose} />
          </li>
        ))}
      </ul>
      <Link href={notificationList()} className={classes.all} onClick={onClose}>
        {texts.allNotifications}
      </Link>
    </div>
  )
}

function Latest({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const open = useOpened()
  return (
    <Link
      href={notification.path}
      className={classes.one}
      data-unread={notification.read_at === null || undefined}
      onClick={() => {
        open(notification)
        onOpen()
      }}
    >
      <UnreadDot isUnread={notification.read_at === null} />
      <span className={classes.words} dir="auto">
        {wordsOf(notification)}
      </span>
      <span className={classes.time}>
        <Ago at={notification.created_at} />
      </span>
    </Link>
  )
}

/** Marks an unread notification as read while its record opens. If that fails, it stays unread. */
export function useOpened(): (notification: Notification) => void {
  const call = useCall()
  const refresh = useRefresh()
  return ({ id, read_at }) => {
    if (read_at !== null) return
    void call(notifications.read, { ids: [id] }, { asks: false })
      .catch(() => null)
      .then(() => refresh(notifications.read))
  }
}

/** A dot before what is unread, with its word for those who do not see it; as wide without the dot. */
export function UnreadDot({ isUnread }: { isUnread: boolean }) {
  return (
    <span className={classes.dot} data-shown={isUnread || undefined}>
      {isUnread && <span className="visually-hidden">{texts.unread}</span>}
    </span>
  )
}
