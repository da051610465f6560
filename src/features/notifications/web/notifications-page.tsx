import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCall, useCommand, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { wordsOf as failureWordsOf } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { mostCounted, type Notification, notificationKinds, notifications } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { kindWords, wordsOf } from '../words-contract.ts'
import classes from './latest-panel.module.css'
import { UnreadDot, useOpened } from './latest-panel.tsx'

const ChoicesDialog = lazyOf(() => import('./choices-dialog.tsx'), 'ChoicesDialog')

/** The notifications of the signed-in person, newest first, and how they want to be notified. */
export function NotificationsPage() {
  const [isChoosing, setChoosing] = useState(false)
  const opened = useOpened()
  const { data } = useEndpoint(notifications.summary, {}, { live: ['notification'] })
  const { latest = [], unread } = data ?? {}
  return (
    <>
      <ListPage
        title={menuTexts.notifications}
        endpoint={notifications.list}
        live={['notification']}
        tabs={{
          name: 'state',
          items: [
            { value: '', label: texts.all, count: null },
            // Beyond this nobody counts them, and the list tells its own total.
            { value: 'unread', label: texts.unread, count: unread === mostCounted ? null : unread },
          ],
        }}
        filters={[
          {
            name: 'kind',
            label: texts.kind,
            options: notificationKinds.map((kind) => ({ value: kind, label: kindWords[kind].label })),
          },
          {
            name: 'to',
            label: texts.addressedTo,
            options: [{ value: 'me', label: texts.onlyMine }],
          },
        ]}
        defaultSort="-created_at"
        hrefOf={({ path }) => path}
        nameOf={wordsOf}
        what={texts.theNotifications}
        empty={{ title: texts.noneYet, text: texts.noneYetText }}
        actions={
          <>
            <Button variant="default" onClick={() => setChoosing(true)}>
              {texts.choose}
            </Button>
            <ReadAll isNone={!unread} until={latest[0]?.created_at} />
          </>
        }
        bulk={(rows: Notification[], clear: () => void) => <Marking rows={rows} onDone={clear} />}
        columns={[
          {
            key: 'what',
            title: texts.what,
            minWidth: 280,
            cell: (row) => (
              <span className={classes.what} data-unread={row.read_at === null || undefined}>
                <UnreadDot isUnread={row.read_at === null} />
                <Link href={row.path} dir="auto" title={wordsOf(row)} onClick={() => opened(row)}>
                  {wordsOf(row)}
                </Link>
              </span>
            ),
          },
          { key: 'kind', title: texts.kind, width: 210, cell: (row) => kindWords[row.kind].label },
          {
            key: 'created_at',
            title: texts.time,
            width: 150,
            sortable: true,
            cell: (row) => <Ago at={row.created_at} />,
          },
        ]}
      />
      <Suspense fallback={null}>
        {isChoosing && <ChoicesDialog onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  )
}

/** Marks what is shown: what has come since was seen by nobody. */
function ReadAll({ isNone, until }: { isNone: boolean; until: string | undefined }) {
  const show = useToast()
  const readAll = useCommand(notifications.readAll)
  return (
    <CommandButton
      variant="default"
      isPending={readAll.isPending}
      disabled={isNone}
      onClick={() =>
        readAll.mutate(
          { input: { until } },
          {
            onSuccess: ({ changed }) => show({ message: texts.markedAllRead({ count: changed }) }),
            onError: (error) => show({ message: failureWordsOf(error), tone: 'refused' }),
          },
        )
      }
    >
      {texts.markAllRead}
    </CommandButton>
  )
}

/** Marks the selected notifications. */
function Marking({ rows, onDone }: { rows: readonly Notification[]; onDone: () => void }) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const mark = async (as: 'read' | 'unread') => {
    const ids = rows.map(({ id }) => id)
    onDone()
    await call(notifications[as], { ids }).catch((error: unknown) =>
      show({ message: failureWordsOf(error), tone: 'refused' }),
    )
    await refresh(notifications.read)
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void mark('read')}>
        {texts.markRead}
      </Button>
      <Button size="xs" variant="default" onClick={() => void mark('unread')}>
        {texts.markUnread}
      </Button>
    </>
  )
}
