import { Pictured } from '#features/default-images/web/picture-panel.tsx'
import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { Email, Phone } from '#kit/web/values.tsx'
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
      minWidth: 190,
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
      minWidth: 190,
      cell: (row) => <Email address={row.email} />,
    },
    { key: 'phone', title: headings.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
  ]
}

export const detailsColumn: Column<CustomerRow> = {
  key: 'details',
  title: texts.details,
  width: 76,
  cell: (row) => <Link href={customerDetail(row)}>{texts.details}</Link>,
}
