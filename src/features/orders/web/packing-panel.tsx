import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { dayOf } from '#kit/web/values.tsx'
import type { OrderDetail, OrderPart } from '../contract.ts'
import { lineFields } from '../fields-contract.ts'
import { AddressPanel } from './address-panel.tsx'
import classes from './sheet-panel.module.css'

/** What a vendor puts into one parcel, to tick off; without prices, since it travels with the goods. */
export function PackingSlip({ order, part }: { order: OrderDetail; part: OrderPart }) {
  const pieces = part.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <header className={classes.head}>
        <div>
          <p className={classes.kind}>Packing slip</p>
          <p className={classes.number}>{order.order_number}</p>
          <p>{dayOf(order.placed_at)}</p>
        </div>
        <div className={classes.payment}>
          <p dir="auto">
            <strong>{part.shop_name}</strong>
          </p>
          <p>
            Part {part.number} of {order.parts.length}
          </p>
          {part.courier && <p dir="auto">{part.courier}</p>}
          {part.tracking_number && <p dir="ltr">{part.tracking_number}</p>}
        </div>
      </header>
      <section className={classes.to}>
        <h2>Deliver to</h2>
        <p dir="auto">
          <strong>{order.customer_name}</strong>
        </p>
        <AddressPanel order={order} />
        <p dir="ltr">{order.phone && formatPhone(order.phone)}</p>
      </section>
      <table className={classes.lines}>
        <thead>
          {/* Repeated on every page: a second sheet still says whose it is. */}
          <tr className={classes.running}>
            <td colSpan={4}>
              Order {order.order_number}, part {part.number}
            </td>
          </tr>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Product</th>
            <th scope="col">SKU</th>
            <th scope="col" data-align="end">
              {lineFields.quantity.label}
            </th>
          </tr>
        </thead>
        <tbody>
          {part.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <span className={classes.tick} />
              </td>
              <td dir="auto">
                {line.product_name}
                {line.short > 0 && <small>{line.short.toLocaleString('en-PK')} short</small>}
              </td>
              <td>
                <bdi dir="ltr">{line.sku}</bdi>
              </td>
              <td data-align="end">{line.quantity.toLocaleString('en-PK')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.pieces}>
        {pieces.toLocaleString('en-PK')} {pieces === 1 ? 'piece' : 'pieces'}
      </p>
      {order.customer_note && (
        <p className={classes.note} dir="auto">
          {order.customer_note}
        </p>
      )}
    </>
  )
}
