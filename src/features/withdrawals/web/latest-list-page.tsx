import { grants } from '#features/access/contract.ts'
import { vendorDetail } from '#features/vendors/web/links.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { WayTo } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Day, Email, Money, None, Phone } from '#kit/web/values.tsx'
import { vendorLists, withdrawalStatuses, withdrawals, withdrawalWords } from '../contract.ts'
import { Details } from './owner-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const never = <None title="No withdrawal yet" />

/** Approved Vendors List: one row per vendor, with the latest withdrawal. */
export function LatestListPage() {
  // Without access to money the row links to the vendor's record, and without access to vendors it has no link.
  const seesMoney = useCan()(withdrawals.vendor.list)
  const seesVendor = useAllows()(grants('Vendor Verifications', 'view'))
  const hrefOf = (row: { id: string }) =>
    seesMoney ? `/vendor-money?id=${row.id}` : seesVendor ? vendorDetail(row) : ''
  return (
    <ListPage
      title="Approved Vendors List"
      endpoint={vendorLists.latest}
      filters={[
        {
          name: 'status',
          label: 'Status',
          options: withdrawalStatuses.map((value) => ({ value, label: withdrawalWords[value] })),
        },
      ]}
      searchLabel="Search name, shop, email or phone"
      defaultSort="-withdrawal_at"
      hrefOf={hrefOf}
      nameOf={({ username }) => username}
      what="The approved vendors"
      empty={{ title: 'No approved vendors yet', text: 'A vendor appears here when it is approved.' }}
      columns={[
        {
          key: 'username',
          title: 'name',
          sortable: true,
          minWidth: 180,
          cell: (row) => <WayTo href={hrefOf(row)}>{row.username}</WayTo>,
        },
        {
          key: 'email',
          title: 'email',
          sortable: true,
          minWidth: 180,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'withdrawal_amount',
          title: 'Amount',
          sortable: true,
          align: 'end',
          width: 132,
          cell: ({ withdrawal }) => (withdrawal ? <Money rupees={withdrawal.amount} /> : never),
        },
        {
          key: 'withdrawal_at',
          title: 'withdraw Date',
          sortable: true,
          width: 140,
          cell: ({ withdrawal }) => (withdrawal ? <Day at={withdrawal.at} /> : never),
        },
        {
          key: 'status',
          title: 'Status',
          width: 124,
          cell: ({ withdrawal }) => (withdrawal ? <WithdrawalStatusMark row={withdrawal} /> : never),
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
