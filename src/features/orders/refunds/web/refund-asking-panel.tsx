import { SentRefund } from '#features/orders/contract.ts'
import { Payment } from '#features/orders/payment-contract.ts'
import { formatRs } from '#kit/contract/money.ts'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import type { Refund, RefundAccount } from '../refund-contract.ts'
import { texts } from '../texts.ts'
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
        title={texts.sendQuestion({ amount: formatRs(refund.amount) })}
        text={texts.sendText}
        effect={
          <>
            <GrantedEffect id={orderId} refundId={refund.id} />
            <AccountPanel orderId={orderId} refund={refund} />
          </>
        }
        verb={texts.sendRefund}
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
      title={texts.cancelQuestion({ amount: formatRs(refund.amount) })}
      text={texts.cancelText}
      verb={texts.cancelRefund}
      isDangerous
      onSend={onCancel}
    />
  )
}
