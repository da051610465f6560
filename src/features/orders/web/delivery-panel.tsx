import { SideCard } from '#kit/web/record/record-layout.tsx'
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
