import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { type Acting, Moves } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import { refunds } from '../contract.ts'
import type { Refund } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { AccountPanel } from './refund-account-panel.tsx'
import { closedWords, grantedWords, RefundLine, RefundMark } from './refund-mark-panel.tsx'

/** The refunds of an order: one person grants a refund, another sends it. */
export function RefundsPanel({ acting }: { acting: Acting }) {
  const { refunds } = acting.order
  if (refunds.length === 0) return null
  return (
    <SideCard title={texts.refunds}>
      <ul className={classes.refunds}>
        {refunds.map((refund) => (
          <RefundItem key={refund.id} acting={acting} refund={refund} />
        ))}
      </ul>
    </SideCard>
  )
}

/** What becomes of the returned units; empty if none are restocked. */
function restockWords({ status, restock, lines }: Refund): string {
  if (!restock || status === 'cancelled' || lines.every(({ quantity }) => quantity === 0)) return ''
  return status === 'sent' ? texts.itemsRestocked : texts.itemsToRestock
}

function RefundItem({ acting, refund }: { acting: Acting; refund: Refund }) {
  const { order, ask, isPending, whyHeld } = acting
  return (
    <li>
      <div className={classes.head}>
        <strong>
          <Money rupees={refund.amount} />
        </strong>
        <RefundMark refund={refund} />
      </div>
      <p className={classes.quiet}>
        {grantedWords(refund, <Ago at={refund.granted_at} />)} ·{' '}
        {refund.method === 'bank' ? texts.toTheBankAccount : texts.toTheWallet}
        {restockWords(refund) && ` · ${restockWords(refund)}`}
      </p>
      <ul className={classes.quiet}>
        {linesOf(order, refund).map(({ id, name, quantity, amount }) => (
          <RefundLine key={id} name={name} quantity={quantity} amount={amount} />
        ))}
        {refund.shipping !== '0' && (
          <li>{texts.shippingShipping({ shipping: <Money rupees={refund.shipping} /> })}</li>
        )}
      </ul>
      {refund.reason && <p dir="auto">“{refund.reason}”</p>}
      <AccountPanel orderId={order.id} refund={refund} />
      {refund.closed_at && (
        <p className={classes.quiet}>
          {closedWords(refund, <Ago at={refund.closed_at} />)}
          {refund.reference && ` · ${refund.reference}`}
        </p>
      )}
      {refund.status === 'granted' && (
        <Moves
          label={texts.refundOf({ amount: refund.amount })}
          isPending={isPending}
          choices={[
            {
              label: texts.send,
              endpoint: orders.sendRefund,
              why: whyHeld ?? refund.why_not_send,
              onClick: () => ask({ about: 'send', refund }),
            },
            ...(refund.method === 'bank'
              ? [
                  {
                    label: refund.account ? texts.correctAccount : texts.enterAccount,
                    endpoint: refunds.enterAccount,
                    why: whyHeld,
                    onClick: () => ask({ about: 'account', refund }),
                  },
                ]
              : []),
            {
              label: texts.cancel,
              endpoint: orders.cancelRefund,
              why: whyHeld ?? (refund.kind === 'owed' ? texts.owedOnlySent : null),
              onClick: () => ask({ about: 'cancel', refund }),
            },
          ]}
        />
      )}
    </li>
  )
}

function linesOf(order: OrderDetail, refund: Refund) {
  const lines = order.parts.flatMap((part) => part.lines)
  return refund.lines.map(({ line_id, quantity, amount }) => ({
    id: line_id,
    name: lines.find(({ id }) => id === line_id)?.product_name ?? texts.lineItem,
    quantity,
    amount,
  }))
}
