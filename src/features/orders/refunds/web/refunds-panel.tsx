import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { type Acting, Moves } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import { refunds } from '../contract.ts'
import type { Refund } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { AccountPanel } from './refund-account-panel.tsx'
import { RefundMark } from './refund-mark-panel.tsx'

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

function RefundItem({ acting, refund }: { acting: Acting; refund: Refund }) {
  const { order, ask, isPending, hasChanged } = acting
  const changed = hasChanged ? texts.theOrderWasChangedSince : null
  return (
    <li>
      <div className={classes.head}>
        <strong>
          <Money rupees={refund.amount} />
        </strong>
        <RefundMark refund={refund} />
      </div>
      <p className={classes.quiet}>
        {texts.toThe({
          kind:
            refund.kind === 'owed'
              ? texts.owedSinceTheOrderChanged
              : texts.grantedByHeading({ grantedByName: refund.granted_by_name }),
          grantedAt: <Ago at={refund.granted_at} />,
          method: refund.method === 'bank' ? texts.bankAccountWord : texts.walletWord,
          restock: refund.restock ? texts.withTheGoodsBackIn : '',
        })}
      </p>
      <ul className={classes.quiet}>
        {linesOf(order, refund).map(({ id, name, quantity, amount }) => (
          <li key={id} dir="auto">
            {name}
            {quantity > 0 && texts.quantityReturned({ quantity })}: <Money rupees={amount} />
          </li>
        ))}
        {refund.shipping !== '0' && (
          <li>{texts.shippingShipping({ shipping: <Money rupees={refund.shipping} /> })}</li>
        )}
      </ul>
      {refund.reason && <p dir="auto">“{refund.reason}”</p>}
      <AccountPanel orderId={order.id} refund={refund} />
      {refund.closed_at && (
        <p className={classes.quiet}>
          {texts.statusByClosedByName({
            status: refund.status === 'sent' ? texts.sent : texts.cancelled,
            closedByName: refund.closed_by_name,
            closedAt: <Ago at={refund.closed_at} />,
          })}
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
              why: changed ?? refund.why_not_send,
              onClick: () => ask({ about: 'send', refund }),
            },
            ...(refund.method === 'bank'
              ? [
                  {
                    label: refund.account ? texts.correctAccount : texts.enterAccount,
                    endpoint: refunds.enterAccount,
                    why: changed,
                    onClick: () => ask({ about: 'account', refund }),
                  },
                ]
              : []),
            {
              label: texts.cancel,
              endpoint: orders.cancelRefund,
              why: changed ?? (refund.kind === 'owed' ? texts.itIsOwedToThe : null),
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
    name: lines.find(({ id }) => id === line_id)?.product_name ?? 'A line',
    quantity,
    amount,
  }))
}
