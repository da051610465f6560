import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { vendorDetail } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'

/** Approved Verification: the vendors that sell. */
export function ApprovedListPage() {
  return (
    <ListPage
      title="Approved Verification"
      endpoint={vendors.listApproved}
      filters={[
        { name: 'change', label: 'Changed details', options: [{ value: 'waiting', label: 'Waiting' }] },
      ]}
      searchLabel="Search name, shop, email or phone"
      defaultSort="-created_at"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what="The approved vendors"
      empty={{ title: 'No approved vendors yet', text: 'A vendor appears here when it is approved.' }}
      columns={[
        {
          key: 'username',
          title: 'Vendor Name',
          sortable: true,
          minWidth: 190,
          cell: (row) => (
            <Link href={vendorDetail(row)} dir="auto">
              {row.username}
            </Link>
          ),
        },
        {
          key: 'shop_name',
          title: 'Shop Name',
          sortable: true,
          minWidth: 144,
          cell: (row) => <Cut>{row.shop.shop_name}</Cut>,
        },
        {
          key: 'email',
          title: 'Email',
          sortable: true,
          minWidth: 158,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'Phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'address',
          title: 'Address',
          minWidth: 108,
          cell: (row) => <Cut>{row.seller.sellers_address}</Cut>,
        },
        {
          key: 'sellers_city',
          title: 'City',
          sortable: true,
          width: 100,
          cell: (row) => <Cut>{row.seller.sellers_city}</Cut>,
        },
        {
          key: 'created_at',
          title: 'Joined',
          sortable: true,
          width: 114,
          cell: (row) => <Day at={row.seller.created_at} />,
        },
        {
          key: 'status',
          title: 'Status',
          width: 112,
          cell: (row) => <VendorStatusMark status={row.status} />,
        },
        { key: 'view', title: 'View', width: 62, cell: (row) => <Link href={vendorDetail(row)}>View</Link> },
      ]}
    />
  )
}
