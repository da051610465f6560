import { Button } from '@mantine/core'
import type { OrderPart } from '#features/orders/contract.ts'
import { invoiceWords } from '#features/orders/prints/invoice-contract.ts'
import classes from '#features/orders/web/order-panel.module.css'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { PartCash } from './cash-panel.tsx'

/** The way of a part: its courier, its invoice, its cash, and when each step was made. */
export function ShipmentPanel({ part, onCorrect }: { part: OrderPart; onCorrect?: () => void }) {
  const steps = [
    [texts.packed, part.packed_at],
    [texts.shipped, part.shipped_at],
    [texts.delivered, part.delivered_at],
    [texts.returned, part.returned_at],
    [texts.returnDecided, part.return_decided_at],
    [texts.shareReleased, part.released_at],
  ] as const
  const done = steps.filter(([, at]) => at !== null)
  if (done.length === 0 && !part.courier) return null
  return (
    <dl className={classes.facts}>
      {part.courier && (
        <div>
          <dt>{texts.courier}</dt>
          <dd dir="auto">{part.courier}</dd>
        </div>
      )}
      {part.tracking_number && (
        <div data-pair>
          <dt>{texts.trackingNumber}</dt>
          <dd>
            <bdi dir="ltr">{part.tracking_number}</bdi>
            <CopyButton what={texts.theTrackingNumber} text={part.tracking_number} />
            {onCorrect && (
              <Button size="compact-xs" variant="subtle" onClick={onCorrect}>
                {texts.correct}
              </Button>
            )}
          </dd>
        </div>
      )}
      {part.invoice_number !== null && (
        <div>
          <dt>{texts.invoice}</dt>
          <dd>
            <bdi dir="ltr">{invoiceWords(part.invoice_number)}</bdi>
          </dd>
        </div>
      )}
      {part.fbr_invoice_number && (
        <div data-pair>
          <dt>{texts.fbrInvoiceNumber}</dt>
          <dd>
            <bdi dir="ltr">{part.fbr_invoice_number}</bdi>
            <CopyButton what={texts.theFbrInvoiceNumber} text={part.fbr_invoice_number} />
          </dd>
        </div>
      )}
      {part.delivery_attempts > 0 && (
        <div>
          <dt>{texts.failedAttempts}</dt>
          <dd>{part.delivery_attempts}</dd>
        </div>
      )}
      {done.map(([label, at]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{at && <Ago at={at} />}</dd>
        </div>
      ))}
      {(part.settlement || part.courier_cash !== '0') && (
        <div data-wide>
          <dt>{texts.cashOnDelivery}</dt>
          <dd>
            <PartCash part={part} />
          </dd>
        </div>
      )}
      {part.return_reason && (
        <div data-wide>
          <dt>{texts.returnReason}</dt>
          <dd dir="auto">{part.return_reason}</dd>
        </div>
      )}
    </dl>
  )
}
