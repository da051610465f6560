import { orders } from '#features/orders/contract.ts'
import { statusWords } from '#features/orders/moves-contract.ts'
import { allOrders, orderDetail } from '#features/orders/web/links.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Day, Money } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'

const shown = 10
const tones: Record<keyof typeof statusWords & ('pending' | 'processing' | 'completed' | 'declined'), Tone> =
  {
    pending: 'waiting',
    processing: 'info',
    completed: 'good',
    declined: 'refused',
  }

/** The latest orders of a customer. */
export function OrdersPanel({ customerId, height }: { customerId: string; height: string }) {
  const found = useEndpoint(orders.list, { customer_id: customerId, sort: '-placed_at', limit: shown })
  const page = found.data
  return (
    <section className="box" style={{ minHeight: height }} aria-label={texts.orders}>
      <div className={classes.head}>
        <h2>{texts.orders}</h2>
        {page && page.total > shown && (
          <Link href={allOrders({ customer_id: customerId })}>
            {page.total_is_exact
              ? texts.allOrders({ total: page.total })
              : texts.allOrdersAtLeast({ total: page.total })}
          </Link>
        )}
      </div>
      {found.isLoadingError ? (
        <ReadFailure of={found} what={texts.ordersLoadFailed} />
      ) : page?.rows.length === 0 ? (
        <p className={classes.quiet}>{texts.noOrdersYet}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        <section className={classes.rows} aria-label={texts.latestOrders} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.orderNumber}</th>
                <th scope="col">{texts.placed}</th>
                <th scope="col">{texts.status}</th>
                <th scope="col" data-align="end">
                  {texts.totalBill}
                </th>
              </tr>
            </thead>
            <tbody>
              {page?.rows.map((order) => (
                <tr key={order.id}>
                  <td>
                    <Link href={orderDetail(order)}>
                      <bdi dir="ltr">{order.order_number}</bdi>
                    </Link>
                  </td>
                  <td>
                    <Day at={order.placed_at} />
                  </td>
                  <td>
                    <StatusMark tone={tones[order.order_status]}>
                      {statusWords[order.order_status]}
                    </StatusMark>
                  </td>
                  <td data-align="end">
                    <Money rupees={order.total_bill} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
