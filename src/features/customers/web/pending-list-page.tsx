import { BulkDecisions } from '#features/decisions/web/bulk-panel.tsx'
import { Pictured } from '#features/default-images/web/picture-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { type CustomerRow, customers } from '../contract.ts'
import { customerDetail } from './links.ts'
import { CustomerStatusMark } from './status-panel.tsx'

const nameOf = ({ username }: { username: string }) => username

/** Pending Customers List: who waits, and who was disabled. */
export function PendingListPage() {
  const counts = useEndpoint(customers.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  const isDisabled = state.get('list') === 'disabled'
  return (
    <ListPage
      title="Pending Customers List"
      endpoint={customers.list}
      tabs={{
        name: 'list',
        items: [
          { value: 'pending', label: 'Pending', count: counts?.pending },
          { value: 'disabled', label: 'Disabled', count: counts?.disabled },
          { value: 'all', label: 'All', count: counts && counts.pending + counts.approved + counts.disabled },
        ],
      }}
      filters={[
        { name: 'from', label: 'Joined from', control: 'day' },
        { name: 'to', label: 'Joined until', control: 'day' },
        { name: 'city', label: 'City', control: 'city' },
      ]}
      searchLabel="Search name, email or phone"
      defaultSort="created_at"
      hrefOf={customerDetail}
      nameOf={nameOf}
      what="The customers"
      empty={
        isDisabled
          ? {
              title: 'No disabled customers',
              text: 'A customer who is disabled appears here, with the reason.',
            }
          : {
              title: 'No customers wait',
              text: 'Customers that the shop front hands in through the intake appear here as soon as they arrive.',
            }
      }
      {...(can(customers.bulkApprove) && !isDisabled
        ? {
            bulk: (rows: CustomerRow[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <BulkDecisions
                noun="customer"
                rows={rows}
                nameOf={nameOf}
                approve={customers.bulkApprove}
                undo={customers.undo}
                onDone={clear}
                onHold={hold}
              />
            ),
          }
        : {})}
      columns={[
        {
          key: 'username',
          title: 'Name',
          sortable: true,
          minWidth: 190,
          cell: (row) => (
            <Pictured media={row.image} slot="customer" name={row.username}>
              <Link href={customerDetail(row)} dir="auto" title={row.username}>
                {row.username}
              </Link>
            </Pictured>
          ),
        },
        {
          key: 'email',
          title: 'Email',
          sortable: true,
          minWidth: 190,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'Phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        { key: 'city', title: 'City', sortable: true, width: 120, cell: (row) => <Cut>{row.city}</Cut> },
        {
          key: 'created_at',
          title: 'Joined',
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          key: 'status_since',
          title: 'Status',
          sortable: true,
          width: 176,
          cell: (row) => (
            <CustomerStatusMark
              status={row.status}
              since={row.status_since}
              isErased={row.erased_at !== null}
            />
          ),
        },
        {
          key: 'details',
          title: 'Details',
          width: 76,
          cell: (row) => <Link href={customerDetail(row)}>Details</Link>,
        },
      ]}
    />
  )
}
