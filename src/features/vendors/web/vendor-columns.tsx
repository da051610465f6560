import type { RecordAddress } from '#kit/web/address.ts'
import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Cut, Email, Phone } from '#kit/web/values.tsx'
import { type VendorStatus, vendors } from '../contract.ts'
import { exportedFields } from '../export-contract.ts'
import { texts } from '../texts.ts'
import { VendorStatusMark } from './status-panel.tsx'

interface Row {
  id: string
  username: string
  email: string
  phone: string
  status: VendorStatus
}

/** The columns that the lists of vendors share; names link to this screen. */
export function vendorColumns(to: RecordAddress) {
  return {
    username: {
      key: 'username',
      title: texts.vendorName,
      sortable: true,
      cell: (row) => (
        <Link href={to(row)} dir="auto">
          <Found>{row.username}</Found>
        </Link>
      ),
    },
    email: {
      key: 'email',
      title: texts.email,
      sortable: true,
      cell: (row) => <Email address={row.email} />,
    },
    phone: { key: 'phone', title: texts.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
    status: {
      key: 'status',
      title: texts.status,
      width: 112,
      cell: (row) => <VendorStatusMark status={row.status} />,
    },
    view: {
      key: 'view',
      title: texts.view,
      width: 62,
      cell: (row) => <Link href={to(row)}>{texts.view}</Link>,
    },
  } satisfies Record<string, Column<Row>>
}

/** The shop column of vendors who have been approved. */
export const shopColumn = {
  key: 'shop_name',
  title: texts.shopName,
  sortable: true,
  cell: (row) => <Cut>{row.shop.shop_name}</Cut>,
} satisfies Column<{ shop: { shop_name: string } }>

/** The export that the lists of vendors share. */
export const vendorExport = {
  endpoint: vendors.export,
  noun: 'vendors',
  title: texts.exportVendors,
  fields: exportedFields,
  unasked: ['bank_name', 'account_title', 'branch_code'],
} as const
