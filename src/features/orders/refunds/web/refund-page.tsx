import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type OrderDetail, orders } from '#features/orders/contract.ts'
import { statusWords } from '#features/orders/moves-contract.ts'
import { orderHref } from '#features/orders/web/order-columns.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { fullTimeOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import { type RefundDetail, refunds } from '../contract.ts'
import { AccountPanel } from './refund-account-panel.tsx'
import type { RefundVerb } from './refund-asking-panel.tsx'
import { RefundMark } from './refund-mark-panel.tsx'

const RefundAsking = lazyOf(() => import('./refund-asking-panel.tsx'), 'RefundAsking')

/** One refund, for the person who sends it: its order, its destination, and the available actions. */
export function RefundPage() {
  return (
    <RecordOf
      of={refunds.get}
      none={{ noun: 'refund', back: { href: '/refunds', label: 'Refunds to send' } }}
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
        back={{ href: '/refunds', label: 'Refunds to send' }}
        title={`Refund of order ${refund.order_number}`}
        status={
          <span className={classes.marks}>
            <RefundMark refund={refund} />
            <span className={classes.quiet}>
              Granted <Ago at={refund.granted_at} />
            </span>
          </span>
        }
        sideLabel="Account and decisions"
        main={
          <>
            {hasChanged && <ChangedNotice noun="refund" onShow={opened.showPresent} />}
            <RefundFacts refund={refund} />
            <OrderFacts refund={refund} hasLink={can(orders.get)} />
          </>
        }
        side={
          <>
            <SideCard title={refund.method === 'wallet' ? 'To the wallet' : 'To the bank account'}>
              {refund.method === 'wallet' && <p>The amount is added to the wallet of the customer.</p>}
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
                Send
              </Button>
              {refund.method === 'bank' && (
                <Button variant="default" disabled={isPending || hasChanged} onClick={() => ask('account')}>
                  {refund.account ? 'Correct account' : 'Enter account'}
                </Button>
              )}
              {refund.kind === 'lines' && (
                <Button variant="default" disabled={isPending || hasChanged} onClick={() => ask('cancel')}>
                  Cancel refund
                </Button>
              )}
            </>
          ) : undefined
        }
      />
      {asking && (
        <Suspense fallback={null}>
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
        </Suspense>
      )}
    </>
  )
}

/** Runs the actions on a refund, each on the version of the order that the user sees. */
function useRefundActing(refund: RefundDetail & { version: number }, made: (version: number) => void) {
  const show = useToast()
  const [asking, setAsking] = useState<RefundVerb | null>(null)
  const own = ({ version }: OrderDetail) => made(version)
  const send = useCommand(orders.sendRefund, own)
  const cancel = useCommand(orders.cancelRefund, own)
  const enter = useCommand(refunds.enterAccount, own)
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
      send.mutate({ input: { ...of, reference }, ifMatch }, done(`Refund of ${refund.order_number} sent`)),
    cancel: (reason: string) =>
      cancel.mutate(
        { input: { ...of, reason }, ifMatch },
        done(`Refund of ${refund.order_number} cancelled`),
      ),
    enter: (account: { account_title: string; ibn_number: string }) =>
      enter.mutate({ input: { ...of, ...account }, ifMatch }, done('Account saved')),
  }
}

function RefundFacts({ refund }: { refund: RefundDetail }) {
  return (
    <Facts
      title="Refund"
      facts={[
        { label: 'Amount', value: <Money rupees={refund.amount} /> },
        { label: 'Paid back', value: refund.method === 'bank' ? 'To the bank account' : 'To the wallet' },
        { label: 'Reason', value: refund.reason },
        { label: 'Reference', value: refund.reference },
        ...(refund.shipping === '0'
          ? []
          : [{ label: 'Shipping', value: <Money rupees={refund.shipping} /> }]),
      ]}
    >
      <ul className={classes.quiet}>
        {refund.lines.map((line) => (
          <li key={line.line_id} dir="auto">
            {line.product_name}
            {line.quantity > 0 && `, ${line.quantity} returned`}: <Money rupees={line.amount} />
          </li>
        ))}
      </ul>
    </Facts>
  )
}

function OrderFacts({ refund, hasLink }: { refund: RefundDetail; hasLink: boolean }) {
  const { order_number, order_id } = refund
  return (
    <Facts
      title="Order"
      facts={[
        {
          label: 'Order number',
          value: hasLink ? <Link href={orderHref({ id: order_id })}>{order_number}</Link> : order_number,
        },
        { label: 'Customer', value: refund.customer_name },
        { label: 'Status', value: statusWords[refund.order_status] },
        { label: 'Payment', value: statusWords[refund.payment_status] },
        { label: 'Total', value: <Money rupees={refund.total_bill} /> },
        { label: 'Paid', value: <Money rupees={refund.paid_total} /> },
        { label: 'Refunded so far', value: <Money rupees={refund.refunded_total} /> },
      ]}
    />
  )
}

function Decisions({ refund }: { refund: RefundDetail }) {
  const { account } = refund
  return (
    <SideCard title="Decisions">
      <p>
        {refund.kind === 'owed' ? 'Owed since the order changed' : `Granted by ${refund.granted_by_name}`},{' '}
        {fullTimeOf(refund.granted_at)}
      </p>
      {account && (
        <p>
          Account entered by {account.entered_by_name}, {fullTimeOf(account.entered_at)}
        </p>
      )}
      {refund.closed_at && (
        <p>
          {refund.status === 'sent' ? 'Sent' : 'Cancelled'} by {refund.closed_by_name},{' '}
          {fullTimeOf(refund.closed_at)}
        </p>
      )}
      {refund.why_not_send && <p>{refund.why_not_send}.</p>}
    </SideCard>
  )
}
