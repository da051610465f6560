import { grants } from '#features/access/contract.ts'
import { vendorReview } from '#features/vendors/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { WayTo } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendorLists } from '../contract.ts'
import { Details } from './owner-panel.tsx'

/** Pending Vendors List: vendors who applied, with the missing parts of their application. */
export function AppliedListPage() {
  // A reader without permission to review vendors sees the applications without links.
  const reviews = useAllows()(grants('Vendor Verifications', 'view'))
  const hrefOf = (row: { id: string }) => (reviews ? vendorReview(row) : '')
  return (
    <ListPage
      title="Pending Vendors List"
      endpoint={vendorLists.applied}
      filters={[
        {
          name: 'list',
          label: 'Status',
          options: [
            { value: 'pending', label: 'Pending' },
            { value: 'changes_requested', label: 'Changes requested' },
          ],
        },
      ]}
      searchLabel="Search name, shop, email or phone"
      defaultSort="created_at"
      hrefOf={hrefOf}
      nameOf={({ username }) => username}
      what="The vendors who applied"
      empty={{ title: 'Nobody waits', text: 'Whoever applies to sell appears here.' }}
      columns={[
        {
          key: 'username',
          title: 'Name',
          sortable: true,
          minWidth: 170,
          cell: (row) => <WayTo href={hrefOf(row)}>{row.username}</WayTo>,
        },
        {
          key: 'email',
          title: 'Email',
          sortable: true,
          minWidth: 170,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'Phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'created_at',
          title: 'Applied',
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          key: 'missing',
          title: 'Missing',
          minWidth: 180,
          cell: (row) =>
            row.missing.length > 0 ? (
              <Cut>{row.missing.join(', ')}</Cut>
            ) : (
              <StatusMark tone="good">Complete</StatusMark>
            ),
        },
        {
          key: 'status',
          title: 'Status',
          width: 172,
          cell: (row) =>
            row.status === 'changes_requested' ? (
              <StatusMark tone="info">Changes requested</StatusMark>
            ) : (
              <StatusMark tone="waiting">Pending</StatusMark>
            ),
        },
        {
          key: 'details',
          title: 'Details',
          width: 76,
          cell: (row) => <Details href={hrefOf(row)} />,
        },
      ]}
    />
  )
}
