import { useEndpoint } from '#kit/web/client.tsx'
import { ExportAction } from '#kit/web/export/export-dialog.tsx'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import { type RefundRow, refunds } from '../contract.ts'
import { refundExports, refundFields } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { type RefundStatus, refundStatuses } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { refundRecord } from './links.ts'
import { RefundMark } from './refund-mark-panel.tsx'

const statusLabels: Record<RefundStatus, string> = {
  granted: texts.toSend,
  sent: texts.sent,
  cancelled: texts.cancelled,
}

/** Refunds to send, oldest first, and the sent and cancelled refunds. */
export function RefundListPage() {
  const counts = useEndpoint(refunds.count, {}).data
  const [state] = useUrlState()
  return (
    <ListPage
      title={menuTexts.refundsToSend}
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
          label: texts.refundTo,
          options: [
            { value: 'bank', label: texts.toABankAccount },
            { value: 'wallet', label: texts.toTheWallet },
          ],
        },
        { name: 'from', label: texts.from, control: 'day' },
        { name: 'to', label: texts.to, control: 'day' },
      ]}
      searchLabel={texts.searchLabel}
      actions={
        <ExportAction
          endpoint={refundExports.list}
          noun="refunds"
          title={texts.exportRefunds}
          fields={refundFields}
          unasked={['id']}
          fixed={{ status: state.get('status') || 'granted', sort: 'granted_at' }}
        />
      }
      defaultSort="granted_at"
      hrefOf={refundRecord}
      nameOf={({ order_number }) => texts.refundOfOrder({ orderNumber: order_number })}
      what={texts.theRefunds}
      empty={{
        title: texts.noRefunds,
        text: texts.noRefundsText,
      }}
      columns={[
        {
          key: 'order_number',
          title: texts.order,
          width: 120,
          cell: (row) => (
            <Link href={refundRecord(row)}>
              <bdi dir="ltr">{row.order_number}</bdi>
            </Link>
          ),
        },
        {
          key: 'customer_name',
          title: texts.customer,
          minWidth: 150,
          cell: (row) => <Cut>{row.customer_name}</Cut>,
        },
        {
          key: 'amount',
          title: texts.amount,
          sortable: true,
          align: 'end',
          width: 124,
          cell: (row) => <Money rupees={row.amount} />,
        },
        { key: 'status', title: texts.status, width: 134, cell: (row) => <RefundMark refund={row} /> },
        { key: 'to', title: texts.to, minWidth: 220, cell: (row) => <Cut>{destinationOf(row)}</Cut> },
        {
          key: 'granted_by_name',
          title: texts.grantedBy,
          minWidth: 120,
          cell: (row) => <Cut>{row.granted_by_name}</Cut>,
        },
        {
          key: 'granted_at',
          title: texts.granted,
          sortable: true,
          width: 120,
          cell: (row) => <Day at={row.granted_at} />,
        },
      ]}
    />
  )
}

/** The destination of a refund in one line; the IBAN stays masked. */
function destinationOf({ method, account, status }: RefundRow): string {
  if (method === 'wallet') return texts.wallet
  if (account) return `${account.account_title}, ${account.ibn_number.slice(-9)}`
  return status === 'granted' ? texts.accountMissing : texts.bankAccount
}
