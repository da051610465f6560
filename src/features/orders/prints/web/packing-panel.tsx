import type { OrderDetail, OrderPart } from '#features/orders/contract.ts'
import { lineFields } from '#features/orders/fields-contract.ts'
import { AddressPanel } from '#features/orders/web/address-panel.tsx'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { dayOf, numberOf } from '#kit/contract/words.ts'
import { SheetHead, SheetLines } from '#kit/web/print/print-page.tsx'
import { texts } from '../texts.ts'
import classes from './sheet-panel.module.css'

/** A checklist of what a vendor puts into one parcel; without prices, because the slip travels with the goods. */
export function PackingSlip({ order, part }: { order: OrderDetail; part: OrderPart }) {
  const pieces = part.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <SheetHead
        kind={texts.packingSlip}
        end={
          <>
            <p dir="auto">
              <strong>{part.shop_name}</strong>
            </p>
            <p>{texts.partOf({ number: <bdi dir="ltr">{part.number}</bdi>, parts: order.parts.length })}</p>
            {part.courier && <p dir="auto">{part.courier}</p>}
            {part.tracking_number && <p dir="ltr">{part.tracking_number}</p>}
          </>
        }
      >
        <p className={classes.number}>
          <bdi dir="ltr">{order.order_number}</bdi>
        </p>
        <p>{dayOf(order.placed_at)}</p>
      </SheetHead>
      <section className={classes.to}>
        <h2>{texts.deliverTo}</h2>
        <p dir="auto">
          <strong>{order.customer_name}</strong>
        </p>
        <AddressPanel order={order} />
        <p dir="ltr">{order.phone && formatPhone(order.phone)}</p>
      </section>
      <SheetLines
        running={texts.orderPart({
          orderNumber: <bdi dir="ltr">{order.order_number}</bdi>,
          number: <bdi dir="ltr">{part.number}</bdi>,
        })}
        columns={[
          { title: texts.packed },
          { title: texts.product },
          { title: texts.sku },
          { title: lineFields.quantity.label, isAmount: true },
        ]}
      >
        <tbody>
          {part.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <span className={classes.tick} />
              </td>
              <td dir="auto">
                {line.product_name}
                {line.short > 0 && <small>{texts.shortShort({ short: line.short })}</small>}
              </td>
              <td>
                <bdi dir="ltr">{line.sku}</bdi>
              </td>
              <td data-align="end">{numberOf(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </SheetLines>
      <p className={classes.pieces}>{texts.pieces({ count: pieces })}</p>
      {order.customer_note && (
        <p className={classes.note} dir="auto">
          {order.customer_note}
        </p>
      )}
    </>
  )
}
