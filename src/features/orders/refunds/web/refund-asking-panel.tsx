import { Payment, SentRefund } from '#features/orders/contract.ts'
import { formatRs } from '#kit/contract/money.ts'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import type { Refund, RefundAccount } from '../refund-contract.ts'
import { AccountDialog } from './account-dialog.tsx'
import { GrantedEffect } from './effect-panel.tsx'
import { ReferenceDialog } from './reference-dialog.tsx'
import { AccountPanel } from './refund-account-panel.tsx'

/** The action that a refund dialog is open for. */
export type RefundVerb = 'send' | 'cancel' | 'account'

/** The dialog for an action on a refund, opened from its order or from its own screen. */
export function RefundAsking({
  about,
  refund,
  orderId,
  customerName,
  isPending,
  error,
  onClose,
  onSend,
  onCancel,
  onEnter,
}: {
  about: RefundVerb
  refund: Refund
  orderId: string
  customerName: string
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSend: (reference: string) => void
  onCancel: (reason: string) => void
  onEnter: (account: RefundAccount) => void
}) {
  const shared = { isPending, error, onClose }
  if (about === 'send') {
    return (
      <ReferenceDialog
        {...shared}
        title={`Send ${formatRs(refund.amount)} to the customer?`}
        text="Make the transfer first: the refund is recorded as sent. This cannot be undone."
        effect={
          <>
            <GrantedEffect id={orderId} refundId={refund.id} />
            <AccountPanel orderId={orderId} refund={refund} />
          </>
        }
        verb="Send refund"
        check={refund.method === 'bank' ? Payment : SentRefund}
        onSend={onSend}
      />
    )
  }
  if (about === 'account') {
    return (
      <AccountDialog
        {...shared}
        isCorrection={refund.account !== null}
        customerName={customerName}
        onEnter={onEnter}
      />
    )
  }
  return (
    <ReasonDialog
      {...shared}
      title={`Cancel the refund of ${formatRs(refund.amount)}?`}
      text="Nothing of it has left yet: it is not sent, and the order stays as it is."
      verb="Cancel refund"
      isDangerous
      onSend={onCancel}
    />
  )
}
