import { z } from 'zod'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { reasonText } from '#kit/contract/reason.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { orderChecks } from '../checks/contract.ts'
import { ContactDialog } from '../contact/web/contact-dialog.tsx'
import { chargedOf, type OrderPart, orders } from '../contract.ts'
import { DeliverPartsDialog, ShipPartsDialog } from '../parcels/web/parts-dialog.tsx'
import { ShipDialog } from '../parts/web/ship-dialog.tsx'
import { refunds } from '../refunds/contract.ts'
import { RefundAsking } from '../refunds/web/refund-asking-panel.tsx'
import { texts } from '../texts.ts'
import type { Acting, Asking } from './moves-panel.tsx'
import { PaidDialog } from './paid-dialog.tsx'

const RefundDialog = lazyOf(() => import('../refunds/web/refund-dialog.tsx'), 'RefundDialog')

const Note = z.strictObject({ reason: reasonText(texts.noteRequired) })

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
          text={kept === 0n ? texts.declineText : texts.declineOwedText({ kept: formatRs(kept) })}
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
          {texts.completeText}
        </ConfirmDialog>
      )
    case 'check':
      return (
        <ReasonDialog
          {...shared}
          title={texts.checkQuestion({ orderNumber: order.order_number })}
          text={texts.checkText}
          label={texts.note}
          verb={texts.markAsChecked}
          check={Note}
          onSend={(note) => void run(orderChecks.check, { id, note })}
        />
      )
    case 'mark_paid':
      return (
        <PaidDialog
          {...shared}
          order={order}
          onSend={(payment) => void run(orders.markPaid, { id, ...payment })}
        />
      )
    case 'ship':
    case 'correct':
    case 'attempt':
    case 'deliver':
    case 'return':
    case 'close_return':
    case 'cancel_part':
      return <PartAsking acting={acting} about={asking.about} part={asking.part} shared={shared} />
    case 'ship_all':
      return <ShipPartsDialog acting={acting} parts={asking.parts} />
    case 'deliver_all':
      return <DeliverPartsDialog acting={acting} parts={asking.parts} />
    case 'refund':
      return <RefundDialog acting={acting} />
    case 'contact':
      return <ContactDialog acting={acting} />
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

/** The dialog for a move of one vendor's part. */
function PartAsking({
  acting,
  about,
  part,
  shared,
}: {
  acting: Acting
  about: Extract<Asking, { part: OrderPart }>['about']
  part: OrderPart
  shared: Pick<FormDialogProps, 'isPending' | 'error' | 'onClose'>
}) {
  const { order, run } = acting
  const { number } = part
  const input = { id: order.id, part_id: part.id }
  switch (about) {
    case 'ship':
    case 'correct':
      return <ShipDialog acting={acting} part={part} isCorrection={about === 'correct'} />
    case 'attempt':
      return (
        <ReasonDialog
          {...shared}
          title={texts.attemptQuestion({ number })}
          text={texts.attemptText}
          label={texts.attemptReason}
          verb={texts.recordAttempt}
          onSend={(reason) => void run(orders.attempt, { ...input, reason })}
        />
      )
    case 'deliver':
      return (
        <ConfirmDialog
          {...shared}
          title={texts.deliverQuestion({ number })}
          action={texts.markAsDelivered}
          isDangerous={false}
          onConfirm={() => void run(orders.deliver, input)}
        >
          {part.vendor_status === 'packed'
            ? texts.handOverText({ place: order.pickup_location })
            : order.payment_status === 'cod_due'
              ? texts.deliverCashText({ total: formatRs(chargedOf(part)) })
              : texts.deliverPaidText}
        </ConfirmDialog>
      )
    case 'return':
      return (
        <ReasonDialog
          {...shared}
          title={texts.returnQuestion({ number })}
          text={texts.returnText}
          verb={texts.markAsReturned}
          isDangerous
          onSend={(reason) => void run(orders.return, { ...input, reason })}
        />
      )
    case 'close_return':
      return (
        <ReasonDialog
          {...shared}
          title={texts.closeReturnQuestion({ number })}
          text={texts.closeReturnText}
          verb={texts.noFurtherRefund}
          onSend={(reason) => void run(orders.closeReturn, { ...input, reason })}
        />
      )
    case 'cancel_part':
      return (
        <ReasonDialog
          {...shared}
          title={texts.cancelPartQuestion({ number })}
          text={order.paid_total === '0' ? texts.cancelPartText : texts.cancelPartOwedText}
          verb={texts.cancelPart}
          isDangerous
          onSend={(reason) => void run(orders.cancel, { ...input, reason })}
        />
      )
  }
}
