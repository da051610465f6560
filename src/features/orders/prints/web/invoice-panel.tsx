import { QRCodeSVG } from 'qrcode.react'
import type { OrderDetail, OrderPart } from '#features/orders/contract.ts'
import { lineFields } from '#features/orders/fields-contract.ts'
import { methodWords, statusWords } from '#features/orders/moves-contract.ts'
import { OrderSums } from '#features/orders/web/sums-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { dayOf, numberOf } from '#kit/contract/words.ts'
import { SheetLines } from '#kit/web/print/print-page.tsx'
import { invoiceWords } from '../invoice-contract.ts'
import { texts } from '../texts.ts'
import { OrderHead } from './head-panel.tsx'
import classes from './sheet-panel.module.css'

/** The customer's copy of what an order costs, by vendor. */
export function Invoice({ order }: { order: OrderDetail }) {
  return (
    <>
      <OrderHead
        order={order}
        kind={texts.invoice}
        to={texts.billTo}
        end={
          <>
            <p>{methodWords[order.payment_method]}</p>
            <p>{statusWords[order.payment_status]}</p>
            {order.payment_reference && <p dir="auto">{order.payment_reference}</p>}
          </>
        }
      />
      <SheetLines
        running={texts.orderOrderNumber({ orderNumber: <bdi dir="ltr">{order.order_number}</bdi> })}
        columns={[
          { title: texts.product },
          { title: lineFields.quantity.label, isAmount: true },
          { title: lineFields.unit_price.label, isAmount: true },
          { title: texts.discount, isAmount: true },
          { title: texts.total, isAmount: true },
        ]}
      >
        {order.parts.map((part) => (
          <tbody key={part.id}>
            <tr>
              <th scope="rowgroup" colSpan={5}>
                <bdi>{part.shop_name}</bdi>
              </th>
            </tr>
            {part.lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <span dir="auto">{line.product_name}</span>
                  <small>
                    <bdi dir="ltr">{line.sku}</bdi>
                  </small>
                </td>
                <td data-align="end">{numberOf(line.quantity)}</td>
                <td data-align="end">{formatRs(line.unit_price)}</td>
                <td data-align="end">{line.discount === '0' ? '–' : formatRs(line.discount)}</td>
                <td data-align="end">{formatRs(line.net_total)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </SheetLines>
      <dl className={classes.sums}>
        <OrderSums order={order} restLabel={texts.toPay} />
      </dl>
      <section className={classes.sellers} aria-label={texts.sellerInvoices}>
        {order.parts.map((part) => (
          <SellerInvoice key={part.id} part={part} />
        ))}
      </section>
      {order.customer_note && (
        <p className={classes.note} dir="auto">
          {order.customer_note}
        </p>
      )}
    </>
  )
}

/** The invoice of one seller: its number, and the number and QR code from the tax authority (FBR). */
function SellerInvoice({ part }: { part: OrderPart }) {
  const { fbr_invoice_number: fbr } = part
  return (
    <div>
      <div>
        <p dir="auto">
          <strong>{part.shop_name}</strong>
        </p>
        {part.invoice_number === null ? (
          <p>{texts.invoiceNumberLater}</p>
        ) : (
          <p>
            <bdi dir="ltr">{invoiceWords(part.invoice_number)}</bdi>
            {part.invoiced_at && `, ${dayOf(part.invoiced_at)}`}
          </p>
        )}
        {fbr ? (
          <p>{texts.fbrInvoiceNumber({ fbr: <bdi dir="ltr">{fbr}</bdi> })}</p>
        ) : (
          <p>{texts.fbrInvoiceNotIntegrated}</p>
        )}
      </div>
      {/* FBR requires a QR code of one inch, and at least version 2. */}
      {fbr && (
        <QRCodeSVG
          value={part.fbr_qr || fbr}
          size={96}
          marginSize={0}
          minVersion={2}
          title={texts.codeOf({ number: fbr })}
        />
      )}
    </div>
  )
}
