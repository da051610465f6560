import { Suspense } from 'react'
import { momentOf, numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { userTypeWords } from '../audience-contract.ts'
import { type Mailing, mailings, statusWords } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { mailingStatuses } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import { mailingRecord } from './links.ts'
import classes from './mailings.module.css'
import { MailingMark } from './status-panel.tsx'

/** Its fields come behind the rows, and have their place before. */
const NewMailingPanel = lazyOf(() => import('./new-mailing-panel.tsx'), 'NewMailingPanel')

const columns: Column<Mailing>[] = [
  {
    key: 'subject',
    title: texts.subject,
    sortable: true,
    minWidth: 200,
    cell: (row) => (
      <Link href={mailingRecord(row)}>
        <Cut>{row.subject}</Cut>
      </Link>
    ),
  },
  { key: 'user_type', title: texts.userType, width: 120, cell: (row) => userTypeWords[row.user_type] },
  { key: 'status', title: texts.status, width: 176, cell: (row) => <MailingMark status={row.status} /> },
  {
    key: 'total',
    title: texts.recipients,
    align: 'end',
    width: 104,
    cell: (row) => (row.started_at ? numberOf(row.total) : '–'),
  },
  { key: 'sent', title: texts.sent, align: 'end', width: 88, cell: (row) => numberOf(row.sent) },
  { key: 'failed', title: texts.failed, align: 'end', width: 88, cell: (row) => numberOf(row.failed) },
  {
    key: 'created_by_name',
    title: texts.createdBy,
    minWidth: 120,
    cell: (row) => <Cut>{row.created_by_name}</Cut>,
  },
  {
    key: 'created_at',
    title: texts.created,
    sortable: true,
    width: 168,
    cell: (row) => momentOf(row.created_at),
  },
]

/** Email: the form of a new group e-mail, and those that were written. */
export function MailingListPage() {
  const can = useCan()
  const counts = useEndpoint(mailings.count, {}).data
  return (
    <ListPage
      title={menuTexts.email}
      endpoint={mailings.list}
      lead={
        can(mailings.create) && (
          <Suspense fallback={<div className={`box ${classes.newPlace}`} />}>
            <NewMailingPanel />
          </Suspense>
        )
      }
      tabs={{
        name: 'status',
        items: [
          { value: '', label: texts.all, count: counts?.all },
          ...mailingStatuses.map((status) => ({
            value: status,
            label: statusWords[status],
            count: counts?.[status],
          })),
        ],
      }}
      searchLabel={texts.searchEmails}
      defaultSort="-created_at"
      hrefOf={mailingRecord}
      nameOf={({ subject }) => subject}
      what={texts.theEmails}
      empty={{ title: texts.noEmailsYet, text: texts.emptyHint }}
      columns={columns}
    />
  )
}
