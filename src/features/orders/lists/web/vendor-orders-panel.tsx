import { orders } from '#features/orders/contract.ts'
import { texts } from '#features/orders/texts.ts'
import { allOrders, orderDetail } from '#features/orders/web/links.ts'
import { OrderMark } from '#features/orders/web/status-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { Day, Money } from '#kit/web/values.tsx'

const shown = 25

/** The latest orders with a part of this vendor, with the way to all of them. */
export function VendorOrders({ id }: { id: string }) {
  const found = useLatest(id)
  if (found.isLoadingError) return <ReadFailure of={found} what={texts.vendorOrdersNotLoaded} />
  if (!found.data) return <RecordSkeleton />
  const { rows, total } = found.data
  return (
    <>
      <Sheet
        title={texts.ordersOfVendor}
        empty={texts.noOrdersOfVendor}
        columns={[
          { title: texts.orderNumber },
          { title: texts.placed },
          { title: texts.customer },
          { title: texts.totalBill, end: true },
          { title: texts.paymentStatus },
          { title: texts.vendorStatusHeading },
          { title: texts.orderStatus },
        ]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Link key="number" href={orderDetail(row)}>
              <bdi dir="ltr">{row.order_number}</bdi>
            </Link>,
            <Day key="placed" at={row.placed_at} />,
            row.customer_name,
            <Money key="bill" rupees={row.total_bill} />,
            <OrderMark key="payment" status={row.payment_status} of={row.order_status} />,
            <OrderMark key="vendor" status={row.vendor_status} of={row.order_status} />,
            <OrderMark key="order" status={row.order_status} />,
          ],
        }))}
      />
      {total > rows.length && <Link href={allOrders({ vendor_id: id })}>{texts.allOrdersOfVendor}</Link>}
    </>
  )
}

/** The number of orders with a part of this vendor. */
export function VendorOrderCount({ id }: { id: string }) {
  const { data } = useLatest(id)
  return data && `${numberOf(data.total)}${data.total_is_exact ? '' : '+'}`
}

const useLatest = (id: string) =>
  useEndpoint(orders.list, { vendor_id: id, sort: '-placed_at', limit: shown })
