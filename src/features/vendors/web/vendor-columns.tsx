import type { ReactNode } from 'react'
import type { RecordAddress } from '#kit/web/address.ts'
import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
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

/** A list of vendors, and its default sort. */
interface Of {
  list: string
  sort: string
}

/** Exports the vendors that a list shows, or the selected ones. */
export function VendorExport({ list, sort, selection }: Of & { selection?: Selection }) {
  return (
    <ExportAction
      endpoint={vendors.export}
      noun="vendors"
      title={texts.exportVendors}
      fields={exportedFields}
      unasked={['bank_name', 'account_title', 'branch_code']}
      fixed={{ list, sort }}
      {...(selection ? { selection } : {})}
    />
  )
}

type Bulk<Row> = (rows: Row[], clear: () => void, hold: (isHeld: boolean) => void) => ReactNode

/** What is offered for the selected vendors: what is decided on them, where it may be, and their export. */
export function exportingToo<Row extends { id: string }>(of: Of, bulk: Bulk<Row> | null): Bulk<Row> {
  return (rows, clear, hold) => (
    <>
      {bulk?.(rows, clear, hold)}
      <VendorExport {...of} selection={{ ids: rows.map(({ id }) => id), onHold: hold }} />
    </>
  )
}
