import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useKeptOrigin } from '#kit/web/queue/use-kept-origin.ts'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useOffers } from '#kit/web/record-actions.ts'
import { Ago } from '#kit/web/values.tsx'
import { MarksPanel } from '../checks/web/marks-panel.tsx'
import { type OrderDetail, orders } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import type { OrderStatus } from '../moves-contract.ts'
import { allPartsChoices } from '../parcels/web/parcels-model.ts'
import { PartPanel } from '../parts/web/part-panel.tsx'
import { orderPrint } from '../prints/web/links.ts'
import { RefundsPanel } from '../refunds/web/refunds-panel.tsx'
import { texts } from '../texts.ts'
import { AskingPanel } from './asking-panel.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { OrderDoings, OrderHistory } from './history-panel.tsx'
import { allOrders, completedOrders, declinedOrders, pendingOrders, processingOrders } from './links.ts'
import { MoneyPanel } from './money-panel.tsx'
import { type Acting, NextMoves, useActing, whyNotNow } from './moves-panel.tsx'
import classes from './order-panel.module.css'
import { OrderMark } from './status-panel.tsx'

/** One order: its line items, the state of each part, its money, and the next actions. */
export function DetailPage() {
  return (
    <RecordOf
      of={orders.get}
      none={{ title: texts.noOrderFound, back: { href: allOrders(), label: menuTexts.allOrders } }}
    >
      {(order) => <Detail order={order} />}
    </RecordOf>
  )
}

const lists: Record<OrderStatus, { href: string; label: string }> = {
  pending: { href: pendingOrders(), label: menuTexts.pendingOrders },
  processing: { href: processingOrders(), label: menuTexts.processingOrders },
  completed: { href: completedOrders(), label: menuTexts.completedOrders },
  declined: { href: declinedOrders(), label: menuTexts.declinedOrders },
}

function Detail({ order: fresh }: { order: OrderDetail }) {
  const opened = useOpenedRecord(fresh)
  const order = opened.record
  const acting = useActing(opened)
  return (
    <>
      <RecordLayout
        back={lists[order.order_status]}
        title={texts.orderOrderNumber({ orderNumber: order.order_number })}
        status={
          <span className={classes.marks}>
            <OrderMark status={order.order_status} since={order.status_since} />
            <OrderMark status={order.payment_status} of={order.order_status} />
            <OrderMark status={order.vendor_status} of={order.order_status} />
            <span className={classes.quiet}>
              {texts.placedPlacedAt({ placedAt: <Ago at={order.placed_at} /> })}
            </span>
          </span>
        }
        main={
          <>
            {acting.hasChanged && (
              <ChangedNotice onShow={opened.showPresent}>
                <OrderDoings opened={order} present={opened.present} />
              </ChangedNotice>
            )}
            {acting.error && !acting.asking && <ChangeFailure error={acting.error} />}
            <OrderMoves acting={acting} />
            <MarksPanel acting={acting} />
            {order.status_reason && (
              <SideCard title={order.order_status === 'declined' ? texts.declineReason : texts.reason}>
                <p dir="auto">{order.status_reason}</p>
              </SideCard>
            )}
            {order.parts.map((part) => (
              <PartPanel key={part.id} acting={acting} part={part} />
            ))}
          </>
        }
        side={
          <>
            <MoneyPanel order={order} />
            <RefundsPanel acting={acting} />
            <DeliveryPanel order={order} />
            <CustomerPanel acting={acting} />
            <OrderHistory order={order} />
          </>
        }
        sideLabel={texts.paymentCustomerAndHistory}
      />
      {acting.asking && (
        <Suspense fallback={null}>
          <AskingPanel acting={acting} />
        </Suspense>
      )}
    </>
  )
}

/** The actions for the whole order. */
function OrderMoves({ acting }: { acting: Acting }) {
  const { order, runUndoable, ask, isPending } = acting
  const { id, order_number: orderNumber } = order
  const kept = useKeptOrigin()
  const print = (kind: 'packing' | 'label' | 'invoice') => kept(orderPrint({ id, kind }))
  useOffers([
    { words: texts.printPackingSlip, href: print('packing') },
    { words: texts.printShippingLabel, href: print('label') },
    { words: texts.printInvoice, href: print('invoice') },
  ])
  const [forth, back] = [
    texts.orderWasMovedToProcessing({ orderNumber }),
    texts.orderWasPutBack({ orderNumber }),
  ]
  const process = () =>
    runUndoable(orders.process, { id }, { of: orders.putBack, inputs: [{ id }], done: forth, undone: back })
  const putBack = () =>
    runUndoable(orders.putBack, { id }, { of: orders.process, inputs: [{ id }], done: back, undone: forth })
  return (
    <section className={`box ${classes.card}`} aria-label={texts.actions}>
      <NextMoves
        label={texts.orderActions}
        isPending={isPending}
        choices={[
          ...allPartsChoices(acting),
          {
            label: texts.moveToProcessing,
            endpoint: orders.process,
            why: whyNotNow(acting, 'process'),
            onClick: () => void process(),
            isPrimary: true,
          },
          {
            label: texts.complete,
            endpoint: orders.complete,
            why: whyNotNow(acting, 'complete'),
            onClick: () => ask({ about: 'complete' }),
            isPrimary: true,
          },
          {
            label: texts.putBack,
            endpoint: orders.putBack,
            why: whyNotNow(acting, 'put_back'),
            onClick: () => void putBack(),
          },
          {
            label: texts.markAsPaid,
            endpoint: orders.markPaid,
            why: whyNotNow(acting, 'mark_paid'),
            onClick: () => ask({ about: 'mark_paid' }),
          },
          {
            label: texts.refund,
            endpoint: orders.grantRefund,
            why: whyNotNow(acting, 'refund'),
            onClick: () => ask({ about: 'refund' }),
          },
          {
            label: texts.decline,
            endpoint: orders.decline,
            why: whyNotNow(acting, 'decline'),
            onClick: () => ask({ about: 'decline' }),
          },
        ]}
      >
        <span className={classes.apart}>
          <Button size="xs" variant="subtle" component={Link} href={print('invoice')}>
            {texts.print}
          </Button>
        </span>
      </NextMoves>
    </section>
  )
}
