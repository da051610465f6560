import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Ago, Cut, None } from '#kit/web/values.tsx'
import { type EndpointWithSecret, webhooks } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { webhookRecord } from './links.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { EndpointStatus } from './status-panel.tsx'

/** Loaded on demand, because most visits only read. */
const EndpointDialog = lazyOf(() => import('./endpoint-dialog.tsx'), 'EndpointDialog')

/** Webhooks: the systems that receive events. */
export function EndpointListPage() {
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<EndpointWithSecret | null>(null)
  return (
    <>
      <ListPage
        title={menuTexts.webhooks}
        endpoint={webhooks.list}
        defaultSort="-created_at"
        hrefOf={webhookRecord}
        nameOf={({ url }) => url}
        what={texts.webhooks}
        empty={{
          title: texts.noEndpointsYet,
          text: texts.emptyHint,
        }}
        actions={
          can(webhooks.create) && <Button onClick={() => setAdding(true)}>{texts.addEndpointHeading}</Button>
        }
        columns={[
          {
            key: 'url',
            title: texts.address,
            sortable: true,
            minWidth: 260,
            cell: (row) => (
              <Link href={webhookRecord(row)} title={row.url}>
                {row.url}
              </Link>
            ),
          },
          {
            key: 'description',
            title: texts.description,
            minWidth: 160,
            cell: (row) => (row.description ? <Cut>{row.description}</Cut> : <None />),
          },
          {
            key: 'kinds',
            title: texts.events,
            minWidth: 220,
            cell: (row) => <Cut>{row.kinds.join(', ')}</Cut>,
          },
          {
            key: 'status',
            title: texts.status,
            width: 130,
            cell: (row) => <EndpointStatus endpoint={row} />,
          },
          {
            key: 'created_at',
            title: texts.added,
            sortable: true,
            width: 130,
            cell: (row) => <Ago at={row.created_at} />,
          },
        ]}
      />

      <Suspense fallback={null}>
        {isAdding && (
          <EndpointDialog
            endpoint={null}
            onClose={() => setAdding(false)}
            onMade={(answer) => {
              setAdding(false)
              setMade(answer)
            }}
          />
        )}
      </Suspense>
      {made && <SecretDialog secret={made.secret} onClose={() => setMade(null)} />}
    </>
  )
}
