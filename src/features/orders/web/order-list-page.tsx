import { Suspense } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import type { Tabs } from '#kit/web/list/list-views.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { type OrderRow, orders } from '../contract.ts'
import { orderColumns as columns, orderFilters, statusFilter } from '../lists/web/order-columns.tsx'
import { OrderSum } from '../lists/web/sum-panel.tsx'
import { menuTexts } from '../menu-texts.ts'
import { type OrderStatus, type Preset, presets } from '../moves-contract.ts'
import { parcels } from '../parcels/contract.ts'
import { texts } from '../texts.ts'
import { OrderExport } from './export-panel.tsx'
import { orderDetail } from './links.ts'

// Only a selection needs the actions with their dialogs.
const loadBulk = () => import('../bulk/web/bulk-panel.tsx')
const OrderBulk = lazyOf(loadBulk, 'OrderBulk')
const OrderBulkAll = lazyOf(loadBulk, 'OrderBulkAll')
const OrderJob = lazyOf(() => import('../bulk/web/order-job-dialog.tsx'), 'OrderJob')

/** All Orders: every order, with its status on each of the three axes. */
export function AllOrdersPage() {
  return (
    <OrderList title={menuTexts.allOrders} empty={{ title: texts.noOrdersYet, text: texts.noOrdersText }} />
  )
}

/** Pending Orders: orders to process. */
export function PendingOrdersPage() {
  return (
    <OrderList
      title={menuTexts.pendingOrders}
      status="pending"
      empty={{
        title: texts.nothingWaiting,
        text: texts.nothingWaitingText,
      }}
    />
  )
}

/** Processing Orders: orders that are being packed, shipped and paid. */
export function ProcessingOrdersPage() {
  return (
    <OrderList
      title={menuTexts.processingOrders}
      status="processing"
      empty={{
        title: texts.noProcessingOrders,
        text: texts.noProcessingOrdersText,
      }}
    />
  )
}

/** Completed Orders: orders that have arrived and are paid. */
export function CompletedOrdersPage() {
  return (
    <OrderList
      title={menuTexts.completedOrders}
      status="completed"
      empty={{
        title: texts.noCompletedOrders,
        text: texts.noCompletedOrdersText,
      }}
    />
  )
}

/** Declined Orders: orders that the shop refused, each with its reason. */
export function DeclinedOrdersPage() {
  return (
    <OrderList
      title={menuTexts.declinedOrders}
      status="declined"
      empty={{ title: texts.noDeclinedOrders, text: texts.noDeclinedOrdersText }}
    />
  )
}

function OrderList({
  title,
  status,
  empty,
}: {
  title: string
  status?: OrderStatus
  empty: { title: string; text: string }
}) {
  const can = useCan()
  const tabs = useTabs(status)
  const [state, change] = useUrlState()
  const job = state.get('job') ?? ''
  const filters = [...(status ? [] : [statusFilter]), ...useFilters()]
  const names = ['q', 'preset', ...filters.map(({ name }) => name)]
  const [asked] = useUrlState()
  const { number, customer, email, phone, bill, qty, method, payment, vendor, placed, marks, details } =
    columns
  // The states come before what one looks up less often, so that they are in view at the width of a laptop.
  const isOver = status === 'completed' || status === 'declined'
  const steps = isOver || !can(orders.bulkMove) ? [] : [columns.next]
  // Every order of such a list has the same status: a phone shows what differs.
  const differing = status === 'processing' ? vendor.key : payment.key
  const states = [payment, vendor].map((column) =>
    column.key === differing ? { ...column, onPhone: 'state' as const } : column,
  )
  const usual = status
    ? [number, customer, phone, bill, ...states, ...steps, qty, placed, marks, email, details]
    : [
        ...[number, customer, bill, columns.status, payment, vendor, ...steps, phone, qty, method, placed],
        ...[marks, email, details],
      ]
  // With a filter on marks, the marks column moves next to the order number, so that it is visible without scrolling.
  const listed = asked.get('mark')
    ? [number, marks, ...usual.filter((column) => column !== number && column !== marks)]
    : usual
  return (
    <ListPage
      title={title}
      endpoint={orders.list}
      above={
        job !== '' && (
          <Suspense fallback={null}>
            <OrderJob key={job} id={job} onJob={(next, options) => change({ job: next }, options)} />
          </Suspense>
        )
      }
      {...(status ? { fixed: { status } } : {})}
      tabs={tabs}
      filters={filters}
      searchLabel={texts.searchLabel}
      actions={
        <>
          <OrderSum status={status} names={names} />
          <OrderExport status={status} />
        </>
      }
      announced={announced}
      defaultSort="-placed_at"
      hrefOf={orderDetail}
      nameOf={({ order_number }) => order_number}
      what={texts.theOrders}
      empty={empty}
      bulk={(rows: OrderRow[], clear: () => void, hold: (isHeld: boolean) => void) => (
        <Suspense fallback={null}>
          <OrderBulk rows={rows} status={status} onDone={clear} onHold={hold} />
        </Suspense>
      )}
      {...(can(orders.bulkMove) || can(orders.bulkDecline)
        ? {
            bulkAll: (offer: AllOffer) => (
              <Suspense fallback={null}>
                <OrderBulkAll {...offer} />
              </Suspense>
            ),
          }
        : {})}
      columns={listed}
    />
  )
}

/** Everybody who works on orders has a list open, and orders change all the time. */
const everyMs = 10_000

const announced = { of: ['order'], everyMs, words: (fresh: number) => texts.newOrders({ fresh }) }

/** The preset views of a list: those of its orders that wait for somebody. */
const presetsOf: Record<OrderStatus | 'all', readonly Preset[]> = {
  all: presets,
  pending: ['cod_to_confirm'],
  processing: ['late_to_pack', 'failed_attempts', 'refunds_to_send', 'returns_to_decide'],
  completed: ['returns_to_decide'],
  declined: ['refunds_to_send'],
}

const presetWords: Record<Preset, string> = {
  refunds_to_send: texts.refundsToSend,
  cod_to_confirm: texts.codToConfirm,
  late_to_pack: texts.lateToPack,
  failed_attempts: texts.failedAttempts,
  returns_to_decide: texts.returnsToDecide,
}

/** Views whose orders are in several lists. Their counts are those of all orders, so only that list shows them. */
const inSeveral: readonly Preset[] = ['refunds_to_send', 'returns_to_decide']

function useTabs(status: OrderStatus | undefined): Tabs {
  const offered = presetsOf[status ?? 'all']
  const counts = useEndpoint(
    parcels.presets,
    {},
    { enabled: offered.length > 0, live: ['order'], liveEveryMs: everyMs },
  ).data
  const isCounted = (preset: Preset) => !inSeveral.includes(preset) || !status
  return {
    name: 'preset',
    items: [
      { value: '', label: texts.all, count: null },
      ...offered.map((value) => ({
        value,
        label: presetWords[value],
        // Undefined keeps the place of a count that is still read.
        count: isCounted(value) ? counts?.[value] : null,
      })),
    ],
  }
}

/** The filters, with the name of the customer in the URL. */
function useFilters() {
  const [state] = useUrlState()
  const customerId = state.get('customer_id') ?? ''
  // The customer's name is read from one of their orders, because the user may have permission for orders only.
  const { data: rows } = useEndpoint(
    orders.list,
    { limit: 1, customer_id: customerId },
    { enabled: customerId !== '' },
  )
  const first = rows?.rows[0]
  return orderFilters(
    { value: customerId, label: first?.customer_id === customerId ? first.customer_name : texts.selected },
    state.get('courier') ?? '',
    state.get('promotion_id') ?? '',
  )
}
