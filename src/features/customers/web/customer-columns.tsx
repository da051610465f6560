import { Pictured } from '#features/default-images/web/picture-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Day, Email, Money, None, Phone } from '#kit/web/values.tsx'
import type { CustomerRow } from '../contract.ts'
import { texts } from '../texts.ts'
import { customerDetail } from './links.ts'

/** The columns of the person, with the headings of the list. */
export function personColumns(headings: {
  name: string
  email: string
  phone: string
}): Column<CustomerRow>[] {
  return [
    {
      key: 'username',
      title: headings.name,
      sortable: true,
      minWidth: 160,
      cell: (row) => (
        <Pictured media={row.image} slot="customer" name={row.username}>
          <Link href={customerDetail(row)} dir="auto" title={row.username}>
            <Found>{row.username}</Found>
          </Link>
        </Pictured>
      ),
    },
    {
      key: 'email',
      title: headings.email,
      sortable: true,
      minWidth: 108,
      cell: (row) => <Email address={row.email} />,
    },
    { key: 'phone', title: headings.phone, width: 124, cell: (row) => <Phone number={row.phone} /> },
  ]
}

/** What a customer ordered and sent back; declined orders are left out. */
export const tradeColumns: Column<CustomerRow>[] = [
  {
    key: 'orders_count',
    title: texts.orders,
    sortable: true,
    align: 'end',
    width: 76,
    cell: (row) => numberOf(row.orders_count),
  },
  {
    key: 'orders_total',
    title: texts.orderTotal,
    sortable: true,
    align: 'end',
    width: 124,
    cell: (row) => <Money rupees={row.orders_total} />,
  },
  {
    key: 'last_order_at',
    title: texts.lastOrder,
    sortable: true,
    width: 112,
    isSpare: true,
    cell: (row) => (row.last_order_at ? <Day at={row.last_order_at} /> : <None title={texts.neverOrdered} />),
  },
  {
    key: 'refused_count',
    title: texts.refusedDeliveries,
    sortable: true,
    align: 'end',
    width: 86,
    cell: (row) => (row.refused_count > 0 ? numberOf(row.refused_count) : <None title={texts.noneRefused} />),
  },
]

export const detailsColumn: Column<CustomerRow> = {
  key: 'details',
  title: texts.details,
  width: 66,
  cell: (row) => <Link href={customerDetail(row)}>{texts.details}</Link>,
}
