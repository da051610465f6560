import { BulkDecisions } from '#features/decisions/web/bulk-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Day, Email, Phone } from '#kit/web/values.tsx'
import { type PendingVendorRow, vendors } from '../contract.ts'
import { vendorReview } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'

const nameOf = ({ username }: { username: string }) => username

/** Pending Verification: who waits, who was sent back, who was rejected. */
export function PendingListPage() {
  const counts = useEndpoint(vendors.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  // A rejected one comes back when its vendor hands it in again: there is nothing to decide on here.
  const isRejected = state.get('list') === 'rejected'
  return (
    <ListPage
      title="Pending Verification"
      endpoint={vendors.listPending}
      tabs={{
        name: 'list',
        items: [
          { value: 'pending', label: 'Pending', count: counts?.pending },
          { value: 'changes_requested', label: 'Changes requested', count: counts?.changes_requested },
          { value: 'rejected', label: 'Rejected', count: counts?.rejected },
        ],
      }}
      filters={[
        {
          name: 'profile',
          label: 'Profile',
          options: [
            { value: 'created', label: 'Created' },
            { value: 'missing', label: 'Not created yet' },
          ],
        },
      ]}
      searchLabel="Search name, shop, email or phone"
      defaultSort="status_since"
      hrefOf={vendorReview}
      nameOf={nameOf}
      what="The pending vendors"
      empty={{
        title: 'No vendors here',
        text: 'Applications that the marketplace hands in through the intake appear here as soon as they arrive.',
      }}
      {...(can(vendors.bulkApprove) && !isRejected
        ? {
            bulk: (rows: PendingVendorRow[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <BulkDecisions
                noun="vendor"
                rows={rows}
                nameOf={nameOf}
                approve={vendors.bulkApprove}
                reject={vendors.bulkReject}
                undo={vendors.undo}
                onDone={clear}
                onHold={hold}
              />
            ),
          }
        : {})}
      columns={[
        {
          key: 'username',
          title: 'Vendor Name',
          sortable: true,
          cell: (row) => (
            <Link href={vendorReview(row)} dir="auto">
              {row.username}
            </Link>
          ),
        },
        {
          key: 'email',
          title: 'Email',
          sortable: true,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'Phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
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
          width: 220,
          cell: (row) => <VendorStatusMark status={row.status} since={row.status_since} />,
        },
        { key: 'view', title: 'View', width: 62, cell: (row) => <Link href={vendorReview(row)}>View</Link> },
      ]}
    />
  )
}
