import { DoingsPanel } from '#features/audit/web/doings-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import type { Formats } from '#kit/web/record/comparison.tsx'
import type { OrderDetail } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { statusWords } from '../moves-contract.ts'
import { paidIntoWords } from '../payment-contract.ts'
import { texts } from '../texts.ts'

/** The labels of an order's fields. */
const labels: Record<string, string> = {
  order_status: menuTexts.order,
  payment_status: texts.payment,
  vendor_status: texts.vendorStatus,
  status_reason: texts.reason,
  delivery_attempts: texts.failedAttempts,
  call_attempts: texts.calls,
  confirmed_at: texts.confirmed,
  payment_reference: texts.reference,
  paid_into: texts.paidInto,
  total_bill: texts.totalBill,
  tracking_number: texts.trackingNumber,
  invoice: texts.invoice,
  fbr_invoice_number: texts.fbrInvoiceNumber,
  fields: texts.changed,
}

const status = (value: string) => statusWords[value as keyof typeof statusWords] ?? value
const amount = (value: string) => (/^-?\d+(\.\d{1,2})?$/.test(value) ? formatRs(value) : value)

/** How to format the values of these fields. */
const formats: Formats = {
  order_status: status,
  payment_status: status,
  vendor_status: status,
  paid_into: (value) => paidIntoWords[value as keyof typeof paidIntoWords] ?? value,
  amount,
  total_bill: amount,
  paid: amount,
  collected: amount,
  refund: amount,
  paid_total: amount,
  reversed_total: amount,
  refunded_total: amount,
}

/** The history of an order: what was done, by whom and when, together with notes from colleagues. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  return (
    <NotedTimeline
      kind="order"
      subjectId={order.id}
      entries={order.history}
      labels={labels}
      formats={formats}
    />
  )
}

/** The changes that others made to an order while the user had it open. */
export function OrderDoings({ opened, present }: { opened: OrderDetail; present: OrderDetail }) {
  return <DoingsPanel opened={opened.history} present={present.history} labels={labels} formats={formats} />
}
