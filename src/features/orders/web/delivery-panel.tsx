import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import type { OrderDetail } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './order-panel.module.css'

/** How the goods reach the customer, in lines; none if the order named nothing. */
export function deliveryLines({ shipping_method, packaging, pickup_location }: OrderDetail) {
  return [
    { label: texts.shippingMethod, value: shipping_method },
    { label: texts.pickupLocation, value: pickup_location },
    { label: texts.packaging, value: packaging },
  ].filter(({ value }) => value !== '')
}

/** A parcel for cash on delivery that nobody has agreed to take: it often comes back. */
export function isUnconfirmed({ payment_status, confirmed_at }: OrderDetail): boolean {
  return payment_status === 'cod_due' && confirmed_at === null
}

/** What a person reads before a parcel leaves: how it goes, and that the customer has not confirmed the order by phone. */
export function ShippingNotes({ order }: { order: OrderDetail }) {
  const method = order.shipping_method
  return (
    <>
      {method && (
        <span className={classes.note}>
          {texts.shippingMethod}: <bdi>{method}</bdi>
        </span>
      )}
      {isUnconfirmed(order) && (
        <span className={classes.note}>
          <StatusMark tone="waiting">{texts.notConfirmedByPhone}</StatusMark>{' '}
          {texts.unconfirmedText({ name: <bdi key="name">{order.customer_name}</bdi> })}
        </span>
      )}
    </>
  )
}

/** The shipping method or pickup location and the packaging of an order, as they were called when it was placed. */
export function DeliveryPanel({ order }: { order: OrderDetail }) {
  const lines = deliveryLines(order)
  if (lines.length === 0) return null
  return (
    <SideCard title={texts.delivery}>
      <dl className={`${classes.sums} ${classes.side}`}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </SideCard>
  )
}
