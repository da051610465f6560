import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { vendorDetail } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'

/** Disabled Verification: vendors whose listings are hidden, and why. */
export function DisabledListPage() {
  return (
    <ListPage
      title="Disabled Verification"
      endpoint={vendors.listDisabled}
      searchLabel="Search name, shop, email or phone"
      defaultSort="-status_since"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what="The disabled vendors"
      empty={{
        title: 'No disabled vendors',
        text: 'A vendor that is disabled appears here, with the reason.',
      }}
      columns={[
        {
          key: 'username',
          title: 'Vendor Name',
          sortable: true,
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
          minWidth: 154,
          cell: (row) => <Cut>{row.shop.shop_name}</Cut>,
        },
        {
          key: 'email',
          title: 'Email',
          sortable: true,
          minWidth: 164,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: 'Phone', width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'status_since',
          title: 'Disabled on',
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.disabled_at} />,
        },
        { key: 'reason', title: 'Reason', minWidth: 180, cell: (row) => <Cut>{row.disabled_reason}</Cut> },
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
