import { QRCodeSVG } from 'qrcode.react'
import { LabelBrand } from '#features/branding/web/brand-panel.tsx'
import type { OrderDetail, OrderPart } from '#features/orders/contract.ts'
import { AddressPanel } from '#features/orders/web/address-panel.tsx'
import { deliveryLines } from '#features/orders/web/delivery-panel.tsx'
import { formatRs, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { texts } from '../texts.ts'
import classes from './sheet-panel.module.css'

/** The label for one parcel: recipient, sender, the cash to collect, and the number that a courier scans. */
export function Label({ order, part }: { order: OrderDetail; part: OrderPart }) {
  const scanned = part.tracking_number || `${order.order_number}-${part.number}`
  const cash = cashOf(order, part)
  return (
    <div className={classes.label}>
      <header>
        <p className={classes.courier} dir="auto">
          {part.courier || texts.noCourierYet}
        </p>
        <LabelBrand />
        <p>{texts.partOf({ number: <bdi dir="ltr">{part.number}</bdi>, parts: order.parts.length })}</p>
      </header>
      {/* A long address is printed smaller, because an address that is cut off keeps the parcel from arriving. */}
      <section className={classes.to} data-length={lengthOf(order)}>
        <h2>{texts.to}</h2>
        <p dir="auto">
          <strong>{order.customer_name}</strong>
        </p>
        <p className={classes.phone} dir="ltr">
          {order.phone && formatPhone(order.phone)}
        </p>
        <AddressPanel order={order} />
      </section>
      <div className={classes.cash}>
        <span>{cash === '0' ? texts.nothingToCollect : texts.cashToCollect}</span>
        {cash !== '0' && <strong>{formatRs(cash)}</strong>}
      </div>
      <section className={classes.scan}>
        <QRCodeSVG value={scanned} size={88} marginSize={0} title={texts.codeOf({ number: scanned })} />
        <div>
          <p className={classes.tracking} dir="ltr">
            {scanned}
          </p>
          <p>{texts.orderOrderNumber({ orderNumber: <bdi dir="ltr">{order.order_number}</bdi> })}</p>
          <p dir="auto">{texts.fromShopName({ shopName: part.shop_name })}</p>
          {deliveryLines(order).map(({ label, value }) => (
            <p key={label}>{texts.delivered({ label, value: <bdi dir="auto">{value}</bdi> })}</p>
          ))}
        </div>
      </section>
    </div>
  )
}

/** The cash that a courier collects for a part: the charged amount, if the order is unpaid cash on delivery. */
function cashOf({ payment_status }: OrderDetail, part: OrderPart): string {
  if (payment_status !== 'cod_due' || part.vendor_status === 'delivered' || part.vendor_status === 'returned')
    return '0'
  const reversed = part.lines.reduce((sum, line) => sum + parseRupees(line.reversed), 0n)
  return rupeesFromPaisa(parseRupees(part.total) - parseRupees(part.shipping_reversed) - reversed)
}

function lengthOf({ address, area, landmark, city }: OrderDetail): 'usual' | 'long' | 'very-long' {
  const { length } = address + area + landmark + city
  return length > 320 ? 'very-long' : length > 150 ? 'long' : 'usual'
}
