import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Ago, Cut } from '#kit/web/values.tsx'
import { type MyRequest, requestStatuses, support } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { kindWords, statusWords } from '../words-contract.ts'
import { myRequestRecord } from './links.ts'
import { RequestMark } from './status-panel.tsx'

const columns: Column<MyRequest>[] = [
  {
    key: 'excerpt',
    title: texts.request,
    minWidth: 260,
    cell: (row) => (
      <Link href={myRequestRecord(row)} dir="auto" title={row.excerpt}>
        {row.excerpt}
      </Link>
    ),
  },
  { key: 'number', title: texts.number, width: 92, cell: (row) => row.number },
  { key: 'kind', title: texts.kind, minWidth: 130, cell: (row) => <Cut>{kindWords[row.kind]}</Cut> },
  { key: 'status', title: texts.status, width: 130, cell: (row) => <RequestMark status={row.status} /> },
  {
    key: 'updated_at',
    title: texts.updated,
    sortable: true,
    width: 130,
    cell: (row) => <Ago at={row.updated_at} />,
  },
]

/** My requests: what the person reported and suggested, with its state. */
export function MyRequestListPage() {
  return (
    <ListPage
      title={menuTexts.myRequests}
      endpoint={support.list}
      filters={[
        {
          name: 'status',
          label: texts.status,
          options: requestStatuses.map((value) => ({ value, label: statusWords[value] })),
        },
      ]}
      defaultSort="-updated_at"
      hrefOf={myRequestRecord}
      nameOf={({ number }) => number}
      what={texts.myRequests}
      empty={{ title: texts.noRequestsOfMine, text: texts.noRequestsOfMineText }}
      columns={columns}
    />
  )
}
