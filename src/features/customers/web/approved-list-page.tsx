import { Pictured } from '#features/default-images/web/picture-panel.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Day, Email, Money, None, Phone } from '#kit/web/values.tsx'
import { customers } from '../contract.ts'
import { customerDetail } from './links.ts'
import { WithdrawalMark } from './status-panel.tsx'

const nothing = <None title="Nothing withdrawn" />
const approved = { name: 'list', items: [{ value: 'approved', label: 'Approved', count: undefined }] }

/** Approved Customers List: one row a person, with the latest withdrawal from their wallet. */
export function ApprovedListPage() {
  return (
    <ListPage
      title="Approved Customers List"
      endpoint={customers.list}
      tabs={approved}
      filters={[{ name: 'city', label: 'City', control: 'city' }]}
      searchLabel="Search name, email or phone"
      defaultSort="-withdrawal_at"
      hrefOf={customerDetail}
      nameOf={({ username }) => username}
      what="The approved customers"
      empty={{ title: 'No approved customers yet', text: 'A customer appears here when they are approved.' }}
      columns={[
        {
          key: 'username',
          title: 'name',
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
          title: 'email',
          sortable: true,
          minWidth: 190,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'withdrawal_amount',
          title: 'Amount',
          sortable: true,
          align: 'end',
          width: 140,
          cell: ({ withdrawal }) => (withdrawal ? <Money rupees={withdrawal.amount} /> : nothing),
        },
        {
          key: 'withdrawal_at',
          title: 'withdraw Date',
          sortable: true,
          width: 132,
          cell: ({ withdrawal }) => (withdrawal ? <Day at={withdrawal.at} /> : nothing),
        },
        {
          key: 'status',
          title: 'Status',
          width: 128,
          cell: ({ withdrawal }) => (withdrawal ? <WithdrawalMark status={withdrawal.status} /> : nothing),
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
