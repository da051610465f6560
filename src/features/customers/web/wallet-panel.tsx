import { Button } from '@mantine/core'
import { useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { customerMoney } from '#features/money/web/links.ts'
import { RequestDialog } from '#features/money/web/request-dialog.tsx'
import { orderDetail } from '#features/orders/web/links.ts'
import { customerWithdrawal } from '#features/withdrawals/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useRefresh } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago, Day, Money } from '#kit/web/values.tsx'
import { type CustomerDetail, customers } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'
import { WithdrawalMark } from './status-panel.tsx'

/** The wallet balance, its movements and its withdrawals. */
export function WalletPanel({ customer }: { customer: CustomerDetail }) {
  const { id, username, status, wallet } = customer
  const allows = useAllows()
  const seesOrders = allows(grants('Orders', 'view'))
  const pays = allows(grants('Customer', 'pay'))
  const refresh = useRefresh()
  const [isAsking, setAsking] = useState(false)
  return (
    <SideCard title={texts.wallet}>
      <p className={classes.balance}>
        <Money rupees={wallet.balance} />
      </p>
      {Number(wallet.in_progress) > 0 && (
        <p className={classes.quiet}>
          {texts.inProgress({ inProgress: <Money rupees={wallet.in_progress} /> })}
        </p>
      )}
      {wallet.lines.length === 0 ? (
        <p className={classes.quiet}>{texts.noMovements}</p>
      ) : (
        <ul className={classes.lines} aria-label={texts.latestMovements}>
          {wallet.lines.map((line) => (
            <li key={line.id}>
              <span>
                <span dir="auto">{line.words}</span>
                {line.order_number && (
                  <>
                    {' · '}
                    {seesOrders && line.order_id ? (
                      <Link href={orderDetail({ id: line.order_id })}>
                        <bdi dir="ltr">{line.order_number}</bdi>
                      </Link>
                    ) : (
                      line.order_number
                    )}
                  </>
                )}
              </span>
              <span data-amount>
                <Money rupees={line.amount} />
              </span>
              <Ago at={line.at} />
            </li>
          ))}
        </ul>
      )}
      {wallet.withdrawals.length > 0 && (
        <>
          <h3 className={classes.part}>{texts.withdrawals}</h3>
          <ul className={classes.withdrawals} aria-label={texts.withdrawals}>
            {wallet.withdrawals.map((one) => (
              <li key={one.id}>
                {pays ? (
                  <Link href={customerWithdrawal(one)}>
                    <bdi dir="ltr">{one.number}</bdi>
                  </Link>
                ) : (
                  one.number
                )}
                <span data-amount>
                  <Money rupees={one.amount} />
                </span>
                <Day at={one.requested_at} />
                <WithdrawalMark withdrawal={one} />
              </li>
            ))}
          </ul>
        </>
      )}
      {pays && (
        <div className={classes.walletActions}>
          {status === 'approved' && Number(wallet.balance) > 0 && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {texts.requestWithdrawal}
            </Button>
          )}
          <Link href={customerMoney({ id })}>{texts.statement}</Link>
        </div>
      )}
      {isAsking && (
        <RequestDialog
          kind="customer"
          ownerId={id}
          name={username}
          available={wallet.balance}
          onAsked={() => void refresh(customers.get)}
          onClose={() => setAsking(false)}
        />
      )}
    </SideCard>
  )
}
