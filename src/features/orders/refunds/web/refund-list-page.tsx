import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Ago, Cut, Money } from '#kit/web/values.tsx'
import { type RefundRow, refunds } from '../contract.ts'
import { type RefundStatus, refundStatuses } from '../refund-contract.ts'
import { RefundMark } from './refund-mark-panel.tsx'

const statusLabels: Record<RefundStatus, string> = {
  granted: 'To send',
  sent: 'Sent',
  cancelled: 'Cancelled',
}
const refundHref = ({ id }: { id: string }) => `/refund?id=${id}`

/** Refunds to send, oldest first, and the sent and cancelled refunds. */
export function RefundListPage() {
  const counts = useEndpoint(refunds.count, {}).data
  return (
    <ListPage
      title="Refunds to send"
      endpoint={refunds.list}
      tabs={{
        name: 'status',
        items: refundStatuses.map((value) => ({
          value,
          label: statusLabels[value],
          count: counts?.[value],
        })),
      }}
      filters={[
        {
          name: 'method',
          label: 'Paid back',
          options: [
            { value: 'bank', label: 'To a bank account' },
            { value: 'wallet', label: 'To the wallet' },
          ],
        },
        { name: 'from', label: 'From', control: 'day' },
        { name: 'to', label: 'To', control: 'day' },
      ]}
      searchLabel="Search order number, customer or phone"
      defaultSort="granted_at"
      hrefOf={refundHref}
      nameOf={({ order_number }) => `Refund of order ${order_number}`}
      what="The refunds"
      empty={{
        title: 'No refunds here',
        text: 'A refund appears here as soon as it is granted. Another person sends it.',
      }}
      columns={[
        {
          key: 'order_number',
          title: 'Order',
          width: 120,
          cell: (row) => (
            <Link href={refundHref(row)}>
              <bdi dir="ltr">{row.order_number}</bdi>
            </Link>
          ),
        },
        {
          key: 'customer_name',
          title: 'Customer',
          minWidth: 150,
          cell: (row) => <Cut>{row.customer_name}</Cut>,
        },
        {
          key: 'amount',
          title: 'Amount',
          sortable: true,
          align: 'end',
          width: 124,
          cell: (row) => <Money rupees={row.amount} />,
        },
        { key: 'status', title: 'Status', width: 134, cell: (row) => <RefundMark refund={row} /> },
        { key: 'to', title: 'To', minWidth: 220, cell: (row) => <Cut>{destinationOf(row)}</Cut> },
        {
          key: 'granted_by_name',
          title: 'Granted by',
          minWidth: 120,
          cell: (row) => <Cut>{row.granted_by_name}</Cut>,
        },
        {
          key: 'granted_at',
          title: 'Granted',
          sortable: true,
          width: 120,
          cell: (row) => <Ago at={row.granted_at} />,
        },
      ]}
    />
  )
}

/** The destination of a refund in one line; the IBAN stays masked. */
function destinationOf({ method, account, status }: RefundRow): string {
  if (method === 'wallet') return 'Wallet'
  if (account) return `${account.account_title}, ${account.ibn_number.slice(-9)}`
  return status === 'granted' ? 'Account missing' : 'Bank account'
}
