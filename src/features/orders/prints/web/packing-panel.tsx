import type { OrderDetail, OrderPart } from '#features/orders/contract.ts'
import { lineFields } from '#features/orders/fields-contract.ts'
import { deliveryLines } from '#features/orders/web/delivery-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { SheetHead, SheetLines } from '#kit/web/print/print-page.tsx'
import { texts } from '../texts.ts'
import { OrderHead } from './head-panel.tsx'
import classes from './sheet-panel.module.css'
import { piecesOf } from './sheets-model.ts'

/** A checklist of what a vendor puts into one parcel; without prices, because the slip travels with the goods. */
export function PackingSlip({ order, part }: { order: OrderDetail; part: OrderPart }) {
  const lines = part.lines
    .map((line) => ({ ...line, pieces: piecesOf(order, part, line) }))
    .filter(({ pieces }) => pieces > 0)
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return (
    <>
      <OrderHead
        order={order}
        kind={texts.packingSlip}
        to={texts.deliverTo}
        end={
          <>
            <p dir="auto">
              <strong>{part.shop_name}</strong>
            </p>
            <p>{texts.partOf({ number: <bdi dir="ltr">{part.number}</bdi>, parts: order.parts.length })}</p>
            {part.courier && <p dir="auto">{part.courier}</p>}
            {part.tracking_number && <p dir="ltr">{part.tracking_number}</p>}
            {deliveryLines(order).map(({ label, value }) => (
              <p key={label}>{texts.delivered({ label, value: <bdi dir="auto">{value}</bdi> })}</p>
            ))}
          </>
        }
      />
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
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                <span className={classes.tick} />
              </td>
              <td>
                <bdi>{line.product_name}</bdi>
                {line.short > 0 && <small>{texts.shortShort({ short: line.short })}</small>}
              </td>
              <td>
                <bdi dir="ltr">{line.sku}</bdi>
              </td>
              <td data-align="end">{numberOf(line.pieces)}</td>
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

/** Instead of a slip or label: the part, or the order (null), and that nothing of it is to be sent. */
export function NotSent({ order, part }: { order: OrderDetail; part: OrderPart | null }) {
  const orderNumber = <bdi dir="ltr">{order.order_number}</bdi>
  return (
    <SheetHead kind={texts.notToBeSent} end={<p dir="auto">{part?.shop_name}</p>}>
      <p>
        {part
          ? texts.orderPart({ orderNumber, number: <bdi dir="ltr">{part.number}</bdi> })
          : texts.orderOrderNumber({ orderNumber })}
      </p>
      <p>{texts.nothingToSend}</p>
    </SheetHead>
  )
}
