import { useCan } from '#kit/web/can.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Day, Money, None } from '#kit/web/values.tsx'
import { customers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { detailsColumn, personColumns, tradeColumns } from './customer-columns.tsx'
import { CustomerExport, exportingToo } from './export-panel.tsx'
import { customerDetail } from './links.ts'
import { WithdrawalMark } from './status-panel.tsx'

const nothing = <None title={texts.nothingWithdrawn} />
const shown = { list: 'approved', sort: '-withdrawal_at' }
const approved = { name: 'list', items: [{ value: 'approved', label: texts.approved, count: null }] }

/** Approved Customers List: one row per person, with their latest wallet withdrawal. */
export function ApprovedListPage() {
  const can = useCan()
  return (
    <ListPage
      title={menuTexts.approvedCustomersList}
      endpoint={customers.list}
      tabs={approved}
      filters={[{ name: 'city', label: texts.city, control: 'city' }]}
      searchLabel={texts.searchCustomers}
      actions={<CustomerExport {...shown} />}
      defaultSort="-withdrawal_at"
      hrefOf={customerDetail}
      nameOf={({ username }) => username}
      what={texts.theApprovedCustomers}
      empty={{ title: texts.noApprovedCustomersYet, text: texts.noApprovedText }}
      {...(can(customers.exportList) ? { bulk: exportingToo(shown, null) } : {})}
      columns={[
        ...personColumns({ name: texts.name, email: texts.email, phone: texts.phone }),
        {
          key: 'withdrawal_amount',
          title: texts.amount,
          sortable: true,
          align: 'end',
          width: 128,
          cell: ({ withdrawal }) => (withdrawal ? <Money rupees={withdrawal.amount} /> : nothing),
        },
        {
          key: 'withdrawal_at',
          title: texts.withdrawDate,
          sortable: true,
          width: 112,
          cell: ({ withdrawal }) => (withdrawal ? <Day at={withdrawal.at} /> : nothing),
        },
        {
          key: 'status',
          title: texts.status,
          width: 124,
          cell: ({ withdrawal }) => (withdrawal ? <WithdrawalMark withdrawal={withdrawal} /> : nothing),
        },
        ...tradeColumns,
        detailsColumn,
      ]}
    />
  )
}
