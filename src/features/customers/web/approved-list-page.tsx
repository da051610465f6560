import { Pictured } from '#features/default-images/web/picture-panel.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Day, Email, Money, None, Phone } from '#kit/web/values.tsx'
import { customers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { customerDetail } from './links.ts'
import { WithdrawalMark } from './status-panel.tsx'

const nothing = <None title={texts.nothingWithdrawn} />
const approved = { name: 'list', items: [{ value: 'approved', label: texts.approved, count: undefined }] }

/** Approved Customers List: one row per person, with their latest wallet withdrawal. */
export function ApprovedListPage() {
  return (
    <ListPage
      title={menuTexts.approvedCustomersList}
      endpoint={customers.list}
      tabs={approved}
      filters={[{ name: 'city', label: texts.city, control: 'city' }]}
      searchLabel={texts.searchNameEmailOrPhone}
      defaultSort="-withdrawal_at"
      hrefOf={customerDetail}
      nameOf={({ username }) => username}
      what={texts.theApprovedCustomers}
      empty={{ title: texts.noApprovedCustomersYet, text: texts.aCustomerAppearsHereWhen }}
      columns={[
        {
          key: 'username',
          title: texts.name,
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
          title: texts.email,
          sortable: true,
          minWidth: 190,
          cell: (row) => <Email address={row.email} />,
        },
        { key: 'phone', title: texts.phone, width: 132, cell: (row) => <Phone number={row.phone} /> },
        {
          key: 'withdrawal_amount',
          title: texts.amount,
          sortable: true,
          align: 'end',
          width: 140,
          cell: ({ withdrawal }) => (withdrawal ? <Money rupees={withdrawal.amount} /> : nothing),
        },
        {
          key: 'withdrawal_at',
          title: texts.withdrawDate,
          sortable: true,
          width: 132,
          cell: ({ withdrawal }) => (withdrawal ? <Day at={withdrawal.at} /> : nothing),
        },
        {
          key: 'status',
          title: texts.status,
          width: 128,
          cell: ({ withdrawal }) => (withdrawal ? <WithdrawalMark status={withdrawal.status} /> : nothing),
        },
        {
          key: 'details',
          title: texts.details,
          width: 76,
          cell: (row) => <Link href={customerDetail(row)}>{texts.details}</Link>,
        },
      ]}
    />
  )
}
