import type { ReactNode } from 'react'
import { cashOverdueDays } from '#features/orders/moves-contract.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { Ago, Day, Money, None } from '#kit/web/values.tsx'
import { type CourierCash, settlements } from '../contract.ts'
import classes from './import-page.module.css'

/** Cash with couriers: the cash that each has collected and not paid, oldest first; each number links to its orders. */
export function CourierCashPage() {
  const found = useEndpoint(settlements.couriers, {})
  if (found.isError && !found.data) {
    return (
      <Failure
        error={found.error}
        answered="not_created"
        what="The cash with couriers could not be loaded."
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (!found.data) return <RecordSkeleton />
  const total = found.data.reduce((sum, { cash }) => sum + parseRupees(cash), 0n)
  return (
    <div className={classes.page}>
      <Link href="/settlements" className={classes.back}>
        ‹ Settlements
      </Link>
      <h1>Cash with couriers</h1>
      <Sheet
        title={`${formatRs(total)} collected at the door and not settled`}
        empty="No courier has carried anything yet."
        columns={[
          { title: 'Courier' },
          { title: 'Parcels', end: true },
          { title: 'Cash', end: true },
          { title: 'Oldest' },
          { title: `Over ${cashOverdueDays} days`, end: true },
          { title: 'Differences open', end: true },
          { title: 'Last paid on' },
        ]}
        rows={found.data.map((row) => ({
          key: row.courier,
          isQuiet: row.parts === 0 && row.open === 0,
          cells: [
            <span key="courier" dir="auto">
              {row.courier}
            </span>,
            <OrdersOf key="parts" row={row} cash="with_courier" isShown={row.parts > 0}>
              {row.parts.toLocaleString('en-PK')}
            </OrdersOf>,
            <OrdersOf key="cash" row={row} cash="with_courier" isShown={row.parts > 0}>
              <Money rupees={row.cash} />
            </OrdersOf>,
            row.oldest_at ? <Ago key="oldest" at={row.oldest_at} /> : <None key="oldest" title="None" />,
            <OrdersOf key="overdue" row={row} cash="overdue" isShown={row.overdue_parts > 0}>
              <Money rupees={row.overdue_cash} />
            </OrdersOf>,
            <OrdersOf key="open" row={row} cash="difference" isShown={row.open > 0}>
              {row.open.toLocaleString('en-PK')}: <Money rupees={row.open_gap} />
            </OrdersOf>,
            row.last_paid_on ? (
              <Link key="last" href={`/settlements?courier=${encodeURIComponent(row.courier)}`}>
                <Day at={row.last_paid_on} />
              </Link>
            ) : (
              <None key="last" title="Never" />
            ),
          ],
        }))}
      />
    </div>
  )
}

function OrdersOf({
  row,
  cash,
  isShown,
  children,
}: {
  row: CourierCash
  cash: 'with_courier' | 'overdue' | 'difference'
  isShown: boolean
  children: ReactNode
}) {
  if (!isShown) return <None title="None" />
  const query = new URLSearchParams({ courier: row.courier, cash })
  return <Link href={`/orders-all-orders?${query}`}>{children}</Link>
}
