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
import type { Acting } from './moves-panel.tsx'

const RefundAsking = lazyOf(() => import('../refunds/web/refund-asking-panel.tsx'), 'RefundAsking')
const RefundDialog = lazyOf(() => import('../refunds/web/refund-dialog.tsx'), 'RefundDialog')

const Note = z.strictObject({ reason: reasonText('A note is required') })

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
          title={`Decline order ${order.order_number}?`}
          text={
            kept === 0n
              ? 'Its goods go back into stock, and nothing is charged. There is no way back.'
              : `Its goods go back into stock, and ${formatRs(kept)} is owed to the customer. There is no way back.`
          }
          verb="Decline order"
          isDangerous
          onSend={(reason) => void run(orders.decline, { id, reason })}
        />
      )
    case 'complete':
      return (
        <ConfirmDialog
          {...shared}
          title={`Complete order ${order.order_number}?`}
          action="Complete order"
          isDangerous={false}
          onConfirm={() => void run(orders.complete, { id })}
        >
          It has arrived and is paid. A completed order is not opened again.
        </ConfirmDialog>
      )
    case 'check':
      return (
        <ReasonDialog
          {...shared}
          title={`Mark order ${order.order_number} as checked?`}
          text="Its open marks are closed. The order itself stays as it is."
          label="Note"
          verb="Mark as checked"
          check={Note}
          onSend={(note) => void run(orderChecks.check, { id, note })}
        />
      )
    case 'mark_paid':
      return (
        <ReferenceDialog
          {...shared}
          title="Mark as paid?"
          text={
            order.order_status === 'declined'
              ? `${formatRs(order.payable)} is written down as paid by the customer, and owed back: the order is declined.`
              : `${formatRs(order.payable)} is written down as paid by the customer.`
          }
          verb="Mark as paid"
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
          title={`The courier tried part ${asking.part.number} in vain?`}
          text="The attempt is counted, and the part stays with the courier."
          label="What the courier says"
          verb="Write down"
          onSend={(reason) => void run(orders.attempt, { id, part_id: asking.part.id, reason })}
        />
      )
    case 'deliver':
      return (
        <ConfirmDialog
          {...shared}
          title={`Part ${asking.part.number} was delivered?`}
          action="Mark as delivered"
          isDangerous={false}
          onConfirm={() => void run(orders.deliver, { id, part_id: asking.part.id })}
        >
          {order.payment_status === 'cod_due'
            ? `The courier has collected the cash for it, ${formatRs(asking.part.total)} at most.`
            : 'It is paid already: the courier collects nothing.'}
        </ConfirmDialog>
      )
    case 'return':
      return (
        <ReasonDialog
          {...shared}
          title={`Part ${asking.part.number} came back?`}
          text="Its goods go back into stock. What never arrived is not charged."
          verb="Mark as returned"
          isDangerous
          onSend={(reason) => void run(orders.return, { id, part_id: asking.part.id, reason })}
        />
      )
    case 'cancel_part':
      return (
        <ReasonDialog
          {...shared}
          title={`Cancel part ${asking.part.number}?`}
          text={
            order.paid_total === '0'
              ? 'Its goods go back into stock, and nothing of it is charged. There is no way back.'
              : 'Its goods go back into stock, and what was paid for it is owed to the customer. There is no way back.'
          }
          verb="Cancel part"
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
