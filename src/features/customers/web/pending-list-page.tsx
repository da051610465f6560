import { decisionOffers } from '#features/decisions/bulk/web/bulk-panel.tsx'
import { MatchingJob } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day } from '#kit/web/values.tsx'
import { type CustomerRow, customers, reasonLabels as labels } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { detailsColumn, personColumns, tradeColumns } from './customer-columns.tsx'
import { CustomerExport, exportingToo } from './export-panel.tsx'
import { customerDetail } from './links.ts'
import { CustomerStatusMark } from './status-panel.tsx'

const verbs = [
  { verb: 'approve', begin: customers.decideMatching },
  { verb: 'disable', begin: customers.decideMatching },
] as const
const nameOf = ({ username }: { username: string }) => username
const offers = decisionOffers<CustomerRow>({ noun: 'customer', nameOf, calls: customers, verbs, labels })

/** Pending Customers List: pending and disabled customers. */
export function PendingListPage() {
  const counts = useEndpoint(customers.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  const list = state.get('list') || 'pending'
  const shown = { list, sort: 'created_at' }
  const isDisabled = list === 'disabled'
  const isDeciding = can(customers.bulkApprove) && !isDisabled
  return (
    <ListPage
      title={list === 'all' ? texts.allCustomers : menuTexts.pendingCustomersList}
      endpoint={customers.list}
      tabs={{
        name: 'list',
        items: [
          { value: 'pending', label: texts.pending, count: counts?.pending },
          { value: 'disabled', label: texts.disabled, count: counts?.disabled },
          {
            value: 'all',
            label: texts.all,
            count: counts && counts.pending + counts.approved + counts.disabled,
          },
        ],
      }}
      filters={[
        { name: 'from', label: texts.joinedFrom, control: 'day' },
        { name: 'to', label: texts.joinedUntil, control: 'day' },
        { name: 'city', label: texts.city, control: 'city' },
      ]}
      searchLabel={texts.searchCustomers}
      actions={<CustomerExport {...shown} />}
      defaultSort="created_at"
      hrefOf={customerDetail}
      nameOf={nameOf}
      what={texts.theCustomers}
      empty={
        isDisabled
          ? {
              title: texts.noDisabledCustomers,
              text: texts.noDisabledText,
              isOfTab: true,
            }
          : {
              title: texts.noPending,
              text: texts.noPendingText,
            }
      }
      above={<MatchingJob refreshes={customers.list} />}
      {...(isDeciding ? { bulkAll: offers.bulkAll } : {})}
      {...(isDeciding || can(customers.exportList)
        ? { bulk: exportingToo(shown, isDeciding ? offers.bulk : null) }
        : {})}
      columns={[
        ...personColumns({ name: texts.nameHeading, email: texts.emailHeading, phone: texts.phoneHeading }),
        {
          key: 'city',
          title: texts.city,
          sortable: true,
          minWidth: 96,
          cell: (row) => <Cut>{row.city}</Cut>,
        },
        {
          key: 'created_at',
          title: texts.joined,
          sortable: true,
          width: 108,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          key: 'status_since',
          onPhone: 'state',
          title: texts.status,
          sortable: true,
          width: 158,
          cell: (row) => (
            <CustomerStatusMark
              status={row.status}
              since={row.status_since}
              isErased={row.erased_at !== null}
            />
          ),
        },
        ...tradeColumns,
        detailsColumn,
      ]}
    />
  )
}
