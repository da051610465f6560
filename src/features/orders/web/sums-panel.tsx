import { Money } from '#kit/web/values.tsx'
import type { OrderDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** The lines of what an order costs and what was paid; the last one is what either side owes the other. */
export function OrderSums({ order, restLabel }: { order: OrderDetail; restLabel: string }) {
  const isOwed = order.due.startsWith('-')
  return (
    <>
      <Sum label={texts.items} rupees={order.items_total} />
      {order.discount_total !== '0' && <Sum label={texts.discount} rupees={`-${order.discount_total}`} />}
      <Sum label={texts.shipping} rupees={order.shipping_total} />
      <Sum label={texts.totalBill} rupees={order.total_bill} isTotal />
      {order.reversed_total !== '0' && (
        <Sum label={texts.noLongerCharged} rupees={`-${order.reversed_total}`} />
      )}
      <Sum label={texts.paid} rupees={order.paid_total} />
      {order.refunded_total !== '0' && <Sum label={texts.refunded} rupees={order.refunded_total} />}
      <Sum
        label={isOwed ? texts.owedToTheCustomer : restLabel}
        rupees={isOwed ? order.due.slice(1) : order.due}
        isTotal
      />
    </>
  )
}

/** A line of a sum; the total stands out. */
export function Sum({
  label,
  rupees,
  isTotal = false,
}: {
  label: string
  rupees: string
  isTotal?: boolean
}) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} />
      </dd>
    </div>
  )
}
