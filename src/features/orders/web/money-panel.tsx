import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { OrderDetail } from '../contract.ts'
import { methodWords } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import classes from './order-panel.module.css'
import { OrderMark } from './status-panel.tsx'
import { OrderSums } from './sums-panel.tsx'

/** What an order costs, the payments received, and who owes the rest to whom. */
export function MoneyPanel({ order }: { order: OrderDetail }) {
  const isCash = order.payment_status === 'cod_due'
  return (
    <SideCard title={texts.payment}>
      <div className={classes.head}>
        <span>{methodWords[order.payment_method]}</span>
        <OrderMark status={order.payment_status} of={order.order_status} />
      </div>
      <dl className={`${classes.sums} ${classes.side}`}>
        <OrderSums order={order} restLabel={isCash ? texts.cashToCollect : texts.stillToPay} />
      </dl>
      {order.payment_reference && (
        <p className={classes.quiet} dir="auto">
          {texts.referencePaymentReference({ paymentReference: order.payment_reference })}
        </p>
      )}
    </SideCard>
  )
}
