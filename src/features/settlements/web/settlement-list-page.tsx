import { Button } from '@mantine/core'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import { settlements } from '../contract.ts'
import { OpenDifferences } from './rows-panel.tsx'

const hrefOf = ({ id }: { id: string }) => `/settlement?id=${id}`

/** Settlements: each is one payment from a courier with its statement. */
export function SettlementListPage() {
  const can = useCan()
  const [state] = useUrlState()
  const courier = state.get('courier') ?? ''
  return (
    <ListPage
      title="Settlements"
      endpoint={settlements.list}
      searchLabel="Search number, courier or reference"
      filters={[
        { name: 'difference', label: 'Differences', options: [{ value: 'open', label: 'Open' }] },
        {
          name: 'courier',
          label: 'Courier',
          control: 'link',
          options: [{ value: courier, label: courier }],
        },
      ]}
      defaultSort="-imported_at"
      hrefOf={hrefOf}
      nameOf={({ number }) => number}
      what="The settlements"
      empty={{
        title: 'No settlement yet',
        text: 'A courier pays the cash of many orders at once. Import the statement that comes with it.',
      }}
      actions={
        <>
          <Button size="xs" variant="default" component={Link} href="/courier-cash">
            Cash with couriers
          </Button>
          {can(settlements.import) && (
            <Button size="xs" component={Link} href="/settlement-import">
              Import a statement
            </Button>
          )}
        </>
      }
      columns={[
        {
          key: 'number',
          title: 'Number',
          width: 92,
          cell: (row) => (
            <Link href={hrefOf(row)}>
              <bdi dir="ltr">{row.number}</bdi>
            </Link>
          ),
        },
        {
          key: 'courier',
          title: 'Courier',
          sortable: true,
          minWidth: 96,
          cell: (row) => <Cut>{row.courier}</Cut>,
        },
        { key: 'reference', title: 'Reference', minWidth: 128, cell: (row) => <Cut>{row.reference}</Cut> },
        {
          key: 'paid_on',
          title: 'Paid on',
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.paid_on} />,
        },
        {
          key: 'rows',
          title: 'Rows',
          align: 'end',
          width: 66,
          cell: (row) => row.rows.toLocaleString('en-PK'),
        },
        {
          key: 'cash',
          title: 'Cash',
          align: 'end',
          width: 124,
          cell: (row) => <Money rupees={row.cash} />,
        },
        { key: 'net', title: 'Came in', align: 'end', width: 124, cell: (row) => <Money rupees={row.net} /> },
        {
          key: 'open',
          title: 'Differences',
          width: 182,
          cell: (row) =>
            row.undone_at ? (
              <StatusMark tone="off">Undone</StatusMark>
            ) : row.open > 0 ? (
              <OpenDifferences row={row} />
            ) : (
              <StatusMark tone="good">None open</StatusMark>
            ),
        },
        { key: 'by', title: 'By', minWidth: 118, cell: (row) => <Cut>{row.imported_by_name}</Cut> },
        {
          key: 'imported_at',
          title: 'Imported',
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.imported_at} />,
        },
      ]}
    />
  )
}
