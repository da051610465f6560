import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, Day, Email, Phone } from '#kit/web/values.tsx'
import { vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { vendorDetail } from './links.ts'
import { VendorStatusMark } from './status-panel.tsx'

/** Disabled Verification: vendors whose listings are hidden, and why. */
export function DisabledListPage() {
  return (
    <ListPage
      title={menuTexts.disabledVerification}
      endpoint={vendors.listDisabled}
      searchLabel={texts.searchNameShopEmailOr}
      defaultSort="-status_since"
      hrefOf={vendorDetail}
      nameOf={({ username }) => username}
      what={texts.theDisabledVendors}
      empty={{
        title: texts.noDisabledVendors,
        text: texts.aVendorThatIsDisabled,
      }}
      columns={[
        {
          key: 'username',
          title: texts.vendorName,
          sortable: true,
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
          minWidth: 154,
          cell: (row) => <Cut>{row.shop.shop_name}</Cut>,
        },
        {
          key: 'email',
          title: texts.email,
          sortable: true,
          minWidth: 164,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: texts.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'status_since',
          title: texts.disabledOn,
          sortable: true,
          width: 116,
          cell: (row) => <Day at={row.disabled_at} />,
        },
        {
          key: 'reason',
          title: texts.reason,
          minWidth: 180,
          cell: (row) => <Cut>{row.disabled_reason}</Cut>,
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
