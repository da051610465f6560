import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Found } from '#kit/web/found.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { Cut, Day } from '#kit/web/values.tsx'
import { type SubscriberRow, type SubscriberState, subscriberStates, subscribers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { Download } from './export-panel.tsx'
import { subscriberRecord } from './links.ts'
import { StateMark, stateWords } from './state-panel.tsx'

const ImportDialog = lazyOf(() => import('./import-dialog.tsx'), 'ImportDialog')
const BlockDialog = lazyOf(() => import('./block-dialog.tsx'), 'BlockDialog')
const ConsentDialog = lazyOf(() => import('./consent-dialog.tsx'), 'ConsentDialog')
const EraseDialog = lazyOf(() => import('./erase-dialog.tsx'), 'EraseDialog')

type Asking = 'import' | 'block' | 'consent' | null

const empty: Readonly<Record<SubscriberState | 'all', { title: string; text: string }>> = {
  subscribed: { title: texts.noneSubscribed, text: texts.noneSubscribedText },
  unconfirmed: { title: texts.noneUnconfirmed, text: texts.noneUnconfirmedText },
  unsubscribed: { title: texts.noneUnsubscribed, text: texts.noneUnsubscribedText },
  bounced: { title: texts.noneBounced, text: texts.noneBouncedText },
  blocked: { title: texts.noneBlocked, text: texts.noneBlockedText },
  all: { title: texts.noneSubscribed, text: texts.noneSubscribedText },
}

/** Subscribers: everybody who gets news by e-mail, or may not. */
export function SubscriberListPage() {
  const can = useCan()
  const counts = useEndpoint(subscribers.count, {}).data
  const [state] = useUrlState()
  const [asking, setAsking] = useState<Asking>(null)
  const asked = state.get('list')
  const list = subscriberStates.find((one) => one === asked) ?? (asked === 'all' ? 'all' : 'subscribed')
  const close = () => setAsking(null)
  const mayErase = can(subscribers.eraseAll)
  return (
    <>
      <ListPage
        title={menuTexts.subscribers}
        endpoint={subscribers.list}
        tabs={{
          name: 'list',
          items: [
            ...subscriberStates.map((one) => ({
              value: one,
              label: stateWords[one],
              count: counts?.[one],
            })),
            {
              value: 'all',
              label: texts.all,
              count: counts && subscriberStates.reduce((sum, one) => sum + counts[one], 0),
            },
          ],
        }}
        searchLabel={texts.searchAddresses}
        defaultSort="-created_at"
        hrefOf={subscriberRecord}
        nameOf={({ email }) => email}
        what={texts.theSubscribers}
        empty={{ ...empty[list], isOfTab: true }}
        actions={
          <>
            <Download list={list} />
            {can(subscribers.import) && (
              <>
                <RecordMenu
                  items={[
                    { words: texts.blockAnAddress, onPick: () => setAsking('block') },
                    { words: texts.consentText, onPick: () => setAsking('consent') },
                  ]}
                />
                <Button onClick={() => setAsking('import')}>{texts.import}</Button>
              </>
            )}
          </>
        }
        {...(mayErase || can(subscribers.export)
          ? {
              bulk: (rows: SubscriberRow[], clear: () => void, hold: (isHeld: boolean) => void) => (
                <>
                  <Download list={list} selection={{ ids: rows.map(({ id }) => id), onHold: hold }} />
                  {mayErase && <EraseSelected rows={rows} onDone={clear} onHold={hold} />}
                </>
              ),
            }
          : {})}
        columns={[
          {
            key: 'email',
            title: texts.emails,
            sortable: true,
            minWidth: 220,
            cell: (row) => (
              <Link href={subscriberRecord(row)} dir="ltr" title={row.email}>
                <Found>{row.email}</Found>
              </Link>
            ),
          },
          { key: 'state', title: texts.state, width: 150, cell: (row) => <StateMark state={row.state} /> },
          {
            key: 'state_since',
            title: texts.since,
            sortable: true,
            width: 116,
            cell: (row) => <Day at={row.state_since} />,
          },
          {
            key: 'state_reason',
            title: texts.reason,
            minWidth: 160,
            cell: (row) => <Cut>{row.state_reason}</Cut>,
          },
          {
            key: 'created_at',
            title: texts.added,
            sortable: true,
            width: 116,
            cell: (row) => <Day at={row.created_at} />,
          },
          {
            key: 'view',
            title: texts.view,
            width: 76,
            cell: (row) => <Link href={subscriberRecord(row)}>{texts.view}</Link>,
          },
        ]}
      />
      <Suspense fallback={null}>
        {asking === 'import' && <ImportDialog onClose={close} />}
        {asking === 'block' && <BlockDialog onClose={close} />}
        {asking === 'consent' && <ConsentDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** Erases the selected subscribers after a question that names their number. */
function EraseSelected({
  rows,
  onDone,
  onHold,
}: {
  rows: readonly SubscriberRow[]
  onDone: () => void
  onHold: (isHeld: boolean) => void
}) {
  const [ids, setIds] = useState<string[] | null>(null)
  const turn = (next: string[] | null) => {
    setIds(next)
    onHold(next !== null)
  }
  return (
    <>
      <Button size="xs" variant="default" color="red" onClick={() => turn(rows.map(({ id }) => id))}>
        {texts.erase}
      </Button>
      <Suspense fallback={null}>
        {ids && <EraseDialog ids={ids} onClose={() => turn(null)} onDone={onDone} />}
      </Suspense>
    </>
  )
}
