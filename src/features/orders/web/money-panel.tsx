import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import type { OrderDetail } from '../contract.ts'
import { methodWords } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import classes from './order-panel.module.css'
import { OrderMark } from './status-panel.tsx'

/** What an order costs, the payments received, and who owes the rest to whom. */
export function MoneyPanel({ order }: { order: OrderDetail }) {
  const isOwed = order.due.startsWith('-')
  const rest = isOwed ? order.due.slice(1) : order.due
  const isCash = order.payment_status === 'cod_due'
  return (
    <SideCard title={texts.payment}>
      <div className={classes.head}>
        <span>{methodWords[order.payment_method]}</span>
        <OrderMark status={order.payment_status} of={order.order_status} />
      </div>
      <dl className={`${classes.sums} ${classes.side}`}>
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
          label={isOwed ? texts.owedToTheCustomer : isCash ? texts.cashToCollect : texts.stillToPay}
          rupees={rest}
          isTotal
        />
      </dl>
      {order.payment_reference && (
        <p className={classes.quiet} dir="auto">
          {texts.referencePaymentReference({ paymentReference: order.payment_reference })}
        </p>
      )}
    </SideCard>
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
