import { lazy, Suspense, use } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import { ListToolsContext, plainLayout, shownOf } from '#kit/web/list/list-tools.ts'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { type OrderRow, orders } from '../contract.ts'
import { exportedOf } from '../export-contract.ts'
import type { OrderStatus } from '../moves-contract.ts'
import { orderColumns as columns, orderFilters, orderHref, statusFilter } from './order-columns.tsx'

// What waits for a selection or for the next order is loaded behind the first rows.
const OrderBulk = lazyOf(() => import('./bulk-panel.tsx'), 'OrderBulk')
const OrderBulkAll = lazyOf(() => import('./bulk-all-panel.tsx'), 'OrderBulkAll')
const OrderJob = lazyOf(() => import('./order-job-dialog.tsx'), 'OrderJob')
const NewOrders = lazyOf(() => import('./new-orders-panel.tsx'), 'NewOrders')
const OrderSum = lazyOf(() => import('./sum-panel.tsx'), 'OrderSum')
const ExportButton = lazy(async () => ({
  default: (await import('#kit/web/export/export-button.tsx')).ExportButton<typeof orders.export>,
}))

/** All Orders: with what they stand at on each of their three axes. */
export function AllOrdersPage() {
  return (
    <OrderList
      title="All Orders"
      empty={{ title: 'No orders yet', text: 'An order appears here as soon as the shop hands it in.' }}
    />
  )
}

/** Pending Orders: orders to process. */
export function PendingOrdersPage() {
  return (
    <OrderList
      title="Pending Orders"
      status="pending"
      empty={{
        title: 'Nothing waiting',
        text: 'Every order is processed. A new order appears here as soon as the shop front sends it.',
      }}
    />
  )
}

/** Processing Orders: those that are packed, sent and paid. */
export function ProcessingOrdersPage() {
  return (
    <OrderList
      title="Processing Orders"
      status="processing"
      empty={{
        title: 'Nothing is being processed',
        text: 'An order comes here when it is moved to processing.',
      }}
    />
  )
}

/** Completed Orders: those that have arrived and are paid. */
export function CompletedOrdersPage() {
  return (
    <OrderList
      title="Completed Orders"
      status="completed"
      empty={{
        title: 'No completed orders',
        text: 'An order comes here when it has arrived, is paid, and is completed.',
      }}
    />
  )
}

/** Declined Orders: those that the shop has refused, with the reason in each. */
export function DeclinedOrdersPage() {
  return (
    <OrderList
      title="Declined Orders"
      status="declined"
      empty={{ title: 'No declined orders', text: 'An order that is declined comes here, with its reason.' }}
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
  const [state, change] = useUrlState()
  const job = state.get('job') ?? ''
  const filters = [...(status ? [] : [statusFilter]), ...useFilters()]
  const names = ['q', ...filters.map(({ name }) => name)]
  const [asked] = useUrlState()
  const isNarrowed = names.some((name) => asked.get(name))
  const { number, customer, email, phone, bill, qty, method, payment, vendor, placed, marks, details } =
    columns
  const usual = status
    ? [number, customer, email, phone, bill, qty, vendor, payment, placed, marks, details]
    : [
        ...[number, customer, email, phone, bill, qty, method, payment, vendor, columns.status, placed],
        ...[marks, details],
      ]
  // Who looks for marks reads them beside the number, not behind the edge of the table.
  const listed = asked.get('mark')
    ? [number, marks, ...usual.filter((column) => column !== number && column !== marks)]
    : usual
  const { layouts } = use(ListToolsContext)
  const shown = shownOf(listed, layouts[window.location.pathname] ?? plainLayout)
  return (
    <ListPage
      title={title}
      endpoint={orders.list}
      above={
        job !== '' && (
          <Suspense fallback={null}>
            <OrderJob id={job} onClose={() => change({ job: '' })} />
          </Suspense>
        )
      }
      {...(status ? { fixed: { status } } : {})}
      filters={filters}
      searchLabel="Search order number, phone, e-mail or SKU"
      actions={
        <Suspense fallback={null}>
          <OrderSum status={status} names={names} />
          <ExportButton
            endpoint={orders.export}
            parameters={['sort', ...names]}
            fixed={{
              ...(status ? { status } : {}),
              columns: exportedOf(shown.map(({ key }) => key)).join(','),
            }}
            name="orders"
          />
        </Suspense>
      }
      // What is new is counted for the whole list: beside a part of it the number would be another one.
      news={(readAt, onShow) =>
        !isNarrowed && (
          <Suspense fallback={null}>
            <NewOrders list={status ?? 'all'} readAt={readAt} onShow={onShow} />
          </Suspense>
        )
      }
      defaultSort="-placed_at"
      hrefOf={orderHref}
      nameOf={({ order_number }) => order_number}
      what="The orders"
      empty={empty}
      bulk={(rows: OrderRow[], clear: () => void, hold: (isHeld: boolean) => void) => (
        <Suspense fallback={null}>
          <OrderBulk rows={rows} onDone={clear} onHold={hold} />
        </Suspense>
      )}
      {...(can(orders.bulkMove) || can(orders.bulkDecline)
        ? { bulkAll: (offer: AllOffer) => <OrderBulkAll {...offer} /> }
        : {})}
      columns={listed}
    />
  )
}

/** The filters, with the names of the vendor and of the customer that the address asks for. */
function useFilters() {
  const [state] = useUrlState()
  const vendorId = state.get('vendor_id') ?? ''
  const customerId = state.get('customer_id') ?? ''
  const { data: shops } = useEndpoint(orders.vendors, { id: vendorId }, { enabled: vendorId !== '' })
  // Any order of theirs knows the name of a customer, for whoever may see orders and nothing else.
  const { data: rows } = useEndpoint(
    orders.list,
    { limit: 1, customer_id: customerId },
    { enabled: customerId !== '' },
  )
  const first = rows?.rows[0]
  return orderFilters(
    (shops ?? []).map(({ id, shop_name }) => ({ value: id, label: shop_name })),
    { value: customerId, label: first?.customer_id === customerId ? first.customer_name : 'One of many' },
    state.get('courier') ?? '',
    state.get('promotion_id') ?? '',
  )
}
