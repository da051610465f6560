import { z } from 'zod'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { reasonText } from '#kit/contract/reason.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { orderChecks } from '../checks/contract.ts'
import { orders, Payment } from '../contract.ts'
import { ShipDialog } from '../parts/web/ship-dialog.tsx'
import { refunds } from '../refunds/contract.ts'
import { ReferenceDialog } from '../refunds/web/reference-dialog.tsx'
import { texts } from '../texts.ts'
import type { Acting } from './moves-panel.tsx'

const RefundAsking = lazyOf(() => import('../refunds/web/refund-asking-panel.tsx'), 'RefundAsking')
const RefundDialog = lazyOf(() => import('../refunds/web/refund-dialog.tsx'), 'RefundDialog')

const Note = z.strictObject({ reason: reasonText(texts.aNoteIsRequired) })

/** The dialog for the move that the user is about to make. */
export function AskingPanel({ acting }: { acting: Acting }) {
  const { order, asking, run, ask, isPending, error } = acting
  const { id } = order
  // The paid amount that has not been refunded yet.
  const kept = parseRupees(order.paid_total) - parseRupees(order.refunded_total)
  const shared = { isPending, error, onClose: () => ask(null) }
  switch (asking?.about) {
    case 'decline':
      return (
        <ReasonDialog
          {...shared}
          title={texts.declineOrderQuestion({ orderNumber: order.order_number })}
          text={
            kept === 0n ? texts.itsGoodsGoBackInto : texts.itsGoodsGoBackIntoStock({ kept: formatRs(kept) })
          }
          verb={texts.declineOrder}
          isDangerous
          onSend={(reason) => void run(orders.decline, { id, reason })}
        />
      )
    case 'complete':
      return (
        <ConfirmDialog
          {...shared}
          title={texts.completeOrderQuestion({ orderNumber: order.order_number })}
          action={texts.completeOrder}
          isDangerous={false}
          onConfirm={() => void run(orders.complete, { id })}
        >
          {texts.itHasArrivedAndIs}
        </ConfirmDialog>
      )
    case 'check':
      return (
        <ReasonDialog
          {...shared}
          title={texts.markOrderAsCheckedQuestion({ orderNumber: order.order_number })}
          text={texts.itsOpenMarksAreClosed}
          label={texts.note}
          verb={texts.markAsChecked}
          check={Note}
          onSend={(note) => void run(orderChecks.check, { id, note })}
        />
      )
    case 'mark_paid':
      return (
        <ReferenceDialog
          {...shared}
          title={texts.markAsPaidQuestion}
          text={
            order.order_status === 'declined'
              ? texts.isWrittenDownAsPaid({ payable: formatRs(order.payable) })
              : texts.isWrittenDownAsPaidBy({ payable: formatRs(order.payable) })
          }
          verb={texts.markAsPaid}
          check={Payment}
          onSend={(reference) => void run(orders.markPaid, { id, reference })}
        />
      )
    case 'ship':
    case 'correct':
      return <ShipDialog acting={acting} part={asking.part} isCorrection={asking.about === 'correct'} />
    case 'attempt':
      return (
        <ReasonDialog
          {...shared}
          title={texts.theCourierTriedPartInQuestion({ number: asking.part.number })}
          text={texts.theAttemptIsCountedAnd}
          label={texts.whatTheCourierSays}
          verb={texts.writeDown}
          onSend={(reason) => void run(orders.attempt, { id, part_id: asking.part.id, reason })}
        />
      )
    case 'deliver':
      return (
        <ConfirmDialog
          {...shared}
          title={texts.partWasDeliveredQuestion({ number: asking.part.number })}
          action={texts.markAsDelivered}
          isDangerous={false}
          onConfirm={() => void run(orders.deliver, { id, part_id: asking.part.id })}
        >
          {order.payment_status === 'cod_due'
            ? texts.theCourierHasCollectedThe({ total: formatRs(asking.part.total) })
            : texts.itIsPaidAlreadyThe}
        </ConfirmDialog>
      )
    case 'return':
      return (
        <ReasonDialog
          {...shared}
          title={texts.partCameBackQuestion({ number: asking.part.number })}
          text={texts.itsGoodsGoBackIntoStockWhat}
          verb={texts.markAsReturned}
          isDangerous
          onSend={(reason) => void run(orders.return, { id, part_id: asking.part.id, reason })}
        />
      )
    case 'cancel_part':
      return (
        <ReasonDialog
          {...shared}
          title={texts.cancelPartQuestion({ number: asking.part.number })}
          text={
            order.paid_total === '0' ? texts.itsGoodsGoBackIntoStockAnd : texts.itsGoodsGoBackIntoStockAndWhat
          }
          verb={texts.cancelPart}
          isDangerous
          onSend={(reason) => void run(orders.cancel, { id, part_id: asking.part.id, reason })}
        />
      )
    case 'refund':
      return <RefundDialog acting={acting} />
    case 'send':
    case 'cancel':
    case 'account': {
      const of = { id, refund_id: asking.refund.id }
      return (
        <RefundAsking
          {...shared}
          about={asking.about}
          refund={asking.refund}
          orderId={id}
          customerName={order.customer_name}
          onSend={(reference) => void run(orders.sendRefund, { ...of, reference })}
          onCancel={(reason) => void run(orders.cancelRefund, { ...of, reason })}
          onEnter={(account) => void run(refunds.enterAccount, { ...of, ...account })}
        />
      )
    }
    default:
      return null
  }
}
