import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { GonePart } from '#kit/web/gone-part.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Popover } from '#kit/web/popover.tsx'
import { mostCounted, notifications } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import classes from './bell-panel.module.css'

const LatestPanel = lazyOf(() => import('./latest-panel.tsx'), 'LatestPanel')

/** Without the stream, the count is asked for again and again. */
const everyMs = 60_000
const widest = 380

/** The bell of the top bar: how many notifications are unread, and the latest ones. */
export function Bell() {
  const { data } = useEndpoint(
    notifications.summary,
    {},
    { live: ['notification', 'person', 'role'], refetchInterval: everyMs },
  )
  const unread = data?.unread ?? 0
  const isMany = unread >= mostCounted
  const label =
    unread === 0
      ? menuTexts.notifications
      : isMany
        ? menuTexts.manyUnread
        : menuTexts.unreadCount({ count: unread })
  return (
    <Popover
      label={label}
      width={Math.min(widest, document.documentElement.clientWidth - 16)}
      icon={
        <span className={classes.bell}>
          <IconBell size={20} aria-hidden="true" />
          {unread > 0 && <span className={classes.count}>{isMany ? menuTexts.manyCount : unread}</span>}
        </span>
      }
    >
      {(close) => (
        <div className={classes.place}>
          <GonePart>
            <Suspense fallback={null}>
              <LatestPanel onClose={close} />
            </Suspense>
          </GonePart>
        </div>
      )}
    </Popover>
  )
}
