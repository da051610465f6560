import { Button } from '@mantine/core'
import { useState } from 'react'
import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { statusWords } from '#features/orders/moves-contract.ts'
import { orderDetail } from '#features/orders/web/links.ts'
import { presentOf } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { withTouched } from '#kit/web/queue/queue-model.ts'
import { changeQueue } from '#kit/web/queue/queue-store.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import { type RefundDetail, refunds } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { refundList } from './links.ts'
import { AccountPanel } from './refund-account-panel.tsx'
import type { RefundVerb } from './refund-asking-panel.tsx'
import { RefundAsking } from './refund-asking-panel.tsx'
import { closedWords, grantedWords, RefundLine, RefundMark } from './refund-mark-panel.tsx'

/** One refund, for the person who sends it: its order, its destination, and the available actions. */
export function RefundPage() {
  return (
    <RecordOf
      of={refunds.get}
      none={{ title: texts.noRefundFound, back: { href: refundList(), label: menuTexts.refundsToSend } }}
    >
      {(refund) => <Detail fresh={refund} />}
    </RecordOf>
  )
}

function Detail({ fresh }: { fresh: RefundDetail }) {
  // An order and its refunds share one version.
  const opened = useOpenedRecord({ ...fresh, version: fresh.order_version })
  const refund = opened.record
  const acting = useRefundActing(refund, (version) => opened.made(version))
  const { asking, ask, isPending } = acting
  const can = useCan()
  const isOpen = refund.status === 'granted'
  const hasChanged = opened.hasChanged && !isPending
  return (
    <>
      <RecordLayout
        back={{ href: refundList(), label: menuTexts.refundsToSend }}
        title={texts.refundOfOrder({ orderNumber: refund.order_number })}
        status={
          <span className={classes.marks}>
            <RefundMark refund={refund} />
            <span className={classes.quiet}>
              {texts.grantedGrantedAt({ grantedAt: <Ago at={refund.granted_at} /> })}
            </span>
          </span>
        }
        sideLabel={texts.accountAndDecisions}
        main={
          <>
            {hasChanged && <ChangedNotice onShow={opened.showPresent} />}
            <RefundFacts refund={refund} />
            <OrderFacts refund={refund} hasLink={can(orders.get)} />
          </>
        }
        side={
          <>
            <SideCard title={refund.method === 'wallet' ? texts.toTheWallet : texts.toTheBankAccount}>
              {refund.method === 'wallet' && <p>{texts.walletText}</p>}
              <AccountPanel orderId={refund.order_id} refund={refund} />
            </SideCard>
            <Decisions refund={refund} />
          </>
        }
        bar={
          isOpen && can(orders.sendRefund) ? (
            <>
              <Button
                disabled={isPending || hasChanged || refund.why_not_send !== null}
                onClick={() => ask('send')}
              >
                {texts.send}
              </Button>
              {refund.method === 'bank' && (
                <Button variant="default" disabled={isPending || hasChanged} onClick={() => ask('account')}>
                  {refund.account ? texts.correctAccount : texts.enterAccount}
                </Button>
              )}
              {refund.kind === 'lines' && (
                <Button variant="default" disabled={isPending || hasChanged} onClick={() => ask('cancel')}>
                  {texts.cancelRefund}
                </Button>
              )}
            </>
          ) : undefined
        }
      />
      {asking && (
        <RefundAsking
          about={asking}
          refund={refund}
          orderId={refund.order_id}
          customerName={refund.customer_name}
          isPending={isPending}
          error={acting.error}
          onClose={() => ask(null)}
          onSend={acting.send}
          onCancel={acting.cancel}
          onEnter={acting.enter}
        />
      )}
    </>
  )
}

/** Runs the actions on a refund, each on the version of the order that the user sees. */
function useRefundActing(refund: RefundDetail & { version: number }, made: (version: number) => void) {
  const show = useToast()
  const [asking, setAsking] = useState<RefundVerb | null>(null)
  const own = ({ version }: OrderDetail) => {
    made(version)
    changeQueue((queue) => withTouched(queue, refund.id))
  }
  // The dialog says what happened and goes on with the present order, so that nothing has to be typed again.
  const goOn = (failure: Error) => {
    const present = presentOf(failure)
    if (present) made(present.version)
  }
  // A transfer went to the account that was seen: if somebody changed the order, the person looks at it again before they say so.
  const send = useCommand(orders.sendRefund, own)
  const cancel = useCommand(orders.cancelRefund, own, goOn)
  const enter = useCommand(refunds.enterAccount, own, goOn)
  const of = { id: refund.order_id, refund_id: refund.id }
  const ifMatch = refund.order_version
  const done = (message: string) => ({
    onSuccess: () => {
      setAsking(null)
      show({ message })
    },
  })
  return {
    asking,
    ask: (about: RefundVerb | null) => {
      for (const command of [send, cancel, enter]) command.reset()
      setAsking(about)
    },
    isPending: send.isPending || cancel.isPending || enter.isPending,
    error: send.error ?? cancel.error ?? enter.error,
    send: (reference: string) =>
      send.mutate(
        { input: { ...of, reference }, ifMatch },
        done(texts.refundOfSent({ orderNumber: refund.order_number })),
      ),
    cancel: (reason: string) =>
      cancel.mutate(
        { input: { ...of, reason }, ifMatch },
        done(texts.refundOfCancelled({ orderNumber: refund.order_number })),
      ),
    enter: (account: { account_title: string; ibn_number: string }) =>
      enter.mutate({ input: { ...of, ...account }, ifMatch }, done(texts.accountSaved)),
  }
}

function RefundFacts({ refund }: { refund: RefundDetail }) {
  return (
    <Facts
      title={menuTexts.refund}
      facts={[
        { label: texts.amount, value: <Money rupees={refund.amount} /> },
        {
          label: texts.refundTo,
          value: refund.method === 'bank' ? texts.toTheBankAccount : texts.toTheWallet,
        },
        { label: texts.reason, value: refund.reason },
        { label: texts.reference, value: refund.reference },
        ...(refund.shipping === '0'
          ? []
          : [{ label: texts.shipping, value: <Money rupees={refund.shipping} /> }]),
      ]}
    >
      <ul className={classes.quiet}>
        {refund.lines.map((line) => (
          <RefundLine
            key={line.line_id}
            name={line.product_name}
            quantity={line.quantity}
            amount={line.amount}
          />
        ))}
      </ul>
    </Facts>
  )
}

function OrderFacts({ refund, hasLink }: { refund: RefundDetail; hasLink: boolean }) {
  const { order_number, order_id } = refund
  return (
    <Facts
      title={texts.order}
      facts={[
        {
          label: texts.orderNumber,
          value: hasLink ? <Link href={orderDetail({ id: order_id })}>{order_number}</Link> : order_number,
        },
        { label: texts.customer, value: refund.customer_name },
        { label: texts.status, value: statusWords[refund.order_status] },
        { label: texts.payment, value: statusWords[refund.payment_status] },
        { label: texts.total, value: <Money rupees={refund.total_bill} /> },
        { label: texts.paid, value: <Money rupees={refund.paid_total} /> },
        { label: texts.refundedSoFar, value: <Money rupees={refund.refunded_total} /> },
      ]}
    />
  )
}

function Decisions({ refund }: { refund: RefundDetail }) {
  const { account } = refund
  return (
    <SideCard title={texts.decisions}>
      <p>{grantedWords(refund, fullTimeOf(refund.granted_at))}</p>
      {account && (
        <p>
          {texts.accountEnteredBy({
            enteredByName: account.entered_by_name,
            enteredAt: fullTimeOf(account.entered_at),
          })}
        </p>
      )}
      {refund.closed_at && <p>{closedWords(refund, fullTimeOf(refund.closed_at))}</p>}
      {refund.why_not_send && <p>{refund.why_not_send}.</p>}
    </SideCard>
  )
}
