import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Ago, Cut, None } from '#kit/web/values.tsx'
import { type DeskRequest, requestKinds, requestStatuses, supportDesk } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { kindWords, statusWords } from '../words-contract.ts'
import { supportRequestRecord } from './links.ts'
import { RequestMark } from './status-panel.tsx'

const columns: Column<DeskRequest>[] = [
  {
    key: 'excerpt',
    title: texts.request,
    minWidth: 260,
    cell: (row) => (
      <Link href={supportRequestRecord(row)} dir="auto" title={row.excerpt}>
        {row.excerpt}
      </Link>
    ),
  },
  { key: 'number', title: texts.number, width: 92, cell: (row) => row.number },
  { key: 'kind', title: texts.kind, minWidth: 130, cell: (row) => <Cut>{kindWords[row.kind]}</Cut> },
  { key: 'author', title: texts.from, minWidth: 150, cell: (row) => <Cut>{row.author.name}</Cut> },
  {
    key: 'assignee',
    title: texts.assignee,
    minWidth: 140,
    cell: (row) => (row.assignee ? <Cut>{row.assignee.name}</Cut> : <None title={texts.nobody} />),
  },
  { key: 'status', title: texts.status, width: 130, cell: (row) => <RequestMark status={row.status} /> },
  {
    key: 'created_at',
    title: texts.sent,
    sortable: true,
    width: 120,
    cell: (row) => <Ago at={row.created_at} />,
  },
  {
    key: 'updated_at',
    title: texts.updated,
    sortable: true,
    width: 120,
    cell: (row) => <Ago at={row.updated_at} />,
  },
]

/** Support requests: what colleagues report and suggest, by state. */
export function RequestListPage() {
  const counts = useEndpoint(supportDesk.count, {}).data
  const handlers = useEndpoint(supportDesk.handlers, {}).data ?? []
  const all = counts && counts.open + counts.answered + counts.closed
  return (
    <ListPage
      title={menuTexts.supportRequests}
      endpoint={supportDesk.list}
      tabs={{
        name: 'status',
        items: [
          { value: '', label: texts.all, count: all },
          ...requestStatuses.map((value) => ({
            value,
            label: statusWords[value],
            count: counts?.[value],
          })),
        ],
      }}
      filters={[
        {
          name: 'kind',
          label: texts.kind,
          options: requestKinds.map((value) => ({ value, label: kindWords[value] })),
        },
        {
          name: 'assignee',
          label: texts.assignee,
          options: [
            { value: 'me', label: texts.me },
            { value: 'nobody', label: texts.nobody },
            ...handlers.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ]}
      searchLabel={texts.searchRequests}
      defaultSort="-updated_at"
      hrefOf={supportRequestRecord}
      nameOf={({ number }) => number}
      what={texts.theRequests}
      empty={{ title: texts.noRequests, text: texts.noRequestsText }}
      columns={columns}
    />
  )
}
