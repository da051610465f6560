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
        <OrderMark status={order.payment_status} />
      </div>
      <dl className={`${classes.sums} ${classes.side}`}>
        <Row label={texts.items} rupees={order.items_total} />
        {order.discount_total !== '0' && <Row label={texts.discount} rupees={`-${order.discount_total}`} />}
        <Row label={texts.shipping} rupees={order.shipping_total} />
        <Row label={texts.totalBill} rupees={order.total_bill} isTotal />
        {order.reversed_total !== '0' && (
          <Row label={texts.noLongerCharged} rupees={`-${order.reversed_total}`} />
        )}
        <Row label={texts.paid} rupees={order.paid_total} />
        {order.refunded_total !== '0' && <Row label={texts.refunded} rupees={order.refunded_total} />}
        <Row
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

function Row({ label, rupees, isTotal = false }: { label: string; rupees: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} />
      </dd>
    </div>
  )
}
