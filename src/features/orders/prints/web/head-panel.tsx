import type { ReactNode } from 'react'
import { PrintBrand } from '#features/branding/web/brand-panel.tsx'
import type { OrderDetail } from '#features/orders/contract.ts'
import { AddressPanel } from '#features/orders/web/address-panel.tsx'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { dayOf } from '#kit/contract/words.ts'
import { SheetHead } from '#kit/web/print/print-page.tsx'
import classes from './sheet-panel.module.css'

/** The top of an invoice or slip: its kind, the order, the day, and the recipient under the heading `to`. */
export function OrderHead({
  order,
  kind,
  to,
  end,
}: {
  order: OrderDetail
  kind: string
  to: string
  end: ReactNode
}) {
  return (
    <>
      <PrintBrand />
      <SheetHead kind={kind} end={end}>
        <p className={classes.number}>
          <bdi dir="ltr">{order.order_number}</bdi>
        </p>
        <p>{dayOf(order.placed_at)}</p>
      </SheetHead>
      <section className={classes.to}>
        <h2>{to}</h2>
        <p dir="auto">
          <strong>{order.customer_name}</strong>
        </p>
        <AddressPanel order={order} />
        <p dir="ltr">{order.phone && formatPhone(order.phone)}</p>
      </section>
    </>
  )
}
