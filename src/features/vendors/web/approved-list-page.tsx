import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorDetail } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'

/** Approved Verification: vendors who can sell. */
export function ApprovedListPage() {
  return (
    <ListPage
      title={menuTexts.approvedVerification}
      endpoint={vendors.listApproved}
      filters={[
        {
          name: 'change',
          label: texts.changedDetails,
          options: [{ value: 'waiting', label: texts.waiting }],
        },
      ]}
      searchLabel={texts.searchNameShopEmailOr}
      defaultSort="-created_at"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what={texts.theApprovedVendors}
      empty={{ title: texts.noApprovedVendorsYet, text: texts.aVendorAppearsHereWhen }}
      columns={[
        {
          key: 'username',
          title: texts.vendorName,
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
          title: texts.shopName,
          sortable: true,
          minWidth: 144,
          cell: (row) => <Cut>{row.shop.shop_name}</Cut>,
        },
        {
          key: 'email',
          title: texts.email,
          sortable: true,
          minWidth: 158,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: texts.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'address',
          title: texts.address,
          minWidth: 108,
          cell: (row) => <Cut>{row.seller.sellers_address}</Cut>,
        },
        {
          key: 'sellers_city',
          title: texts.city,
          sortable: true,
          width: 100,
          cell: (row) => <Cut>{row.seller.sellers_city}</Cut>,
        },
        {
          key: 'created_at',
          title: texts.joined,
          sortable: true,
          width: 114,
          cell: (row) => <Day at={row.seller.created_at} />,
        },
        {
          key: 'status',
          title: texts.status,
          width: 112,
          cell: (row) => <VendorStatusMark status={row.status} />,
        },
        {
          key: 'view',
          title: texts.view,
          width: 62,
          cell: (row) => <Link href={vendorDetail(row)}>{texts.view}</Link>,
        },
      ]}
    />
  )
}
