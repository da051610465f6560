import type { ReactNode } from 'react'
import { cashOverdueDays } from '#features/orders/moves-contract.ts'
import { allOrders } from '#features/orders/web/links.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import layout from '#kit/web/record/record-layout.module.css'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { Ago, Day, Money, None } from '#kit/web/values.tsx'
import { type CourierCash, settlements } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { settlementList } from './links.ts'

/** Cash with couriers: the cash that each has collected and not paid, oldest first; each number links to its orders, and differences to their settlements. */
export function CourierCashPage() {
  const found = useEndpoint(settlements.couriers, {})
  if (found.isLoadingError) return <ReadFailure of={found} what={texts.cashLoadFailed} />
  if (!found.data) return <RecordSkeleton />
  const total = found.data.reduce((sum, { cash }) => sum + parseRupees(cash), 0n)
  return (
    <div className={layout.page}>
      <Link href={settlementList()} className={layout.back}>
        {texts.settlements}
      </Link>
      <h1>{menuTexts.cashWithCouriers}</h1>
      <Sheet
        title={texts.collectedTotal({ total: formatRs(total) })}
        empty={texts.noCouriers}
        columns={[
          { title: texts.courier },
          { title: texts.parcels, end: true },
          { title: texts.cash, end: true },
          { title: texts.oldest },
          { title: texts.overDays({ cashOverdueDays }), end: true },
          { title: texts.differencesOpen, end: true },
          { title: texts.lastPaidOn },
        ]}
        rows={found.data.map((row) => ({
          key: row.courier,
          isQuiet: row.parts === 0 && row.open === 0,
          cells: [
            <span key="courier" dir="auto">
              {row.courier}
            </span>,
            <OrdersOf key="parts" row={row} cash="with_courier" isShown={row.parts > 0}>
              {numberOf(row.parts)}
            </OrdersOf>,
            <OrdersOf key="cash" row={row} cash="with_courier" isShown={row.parts > 0}>
              <Money rupees={row.cash} />
            </OrdersOf>,
            row.oldest_at ? (
              <Ago key="oldest" at={row.oldest_at} />
            ) : (
              <None key="oldest" title={texts.none} />
            ),
            <OrdersOf key="overdue" row={row} cash="overdue" isShown={row.overdue_parts > 0}>
              <Money rupees={row.overdue_cash} />
            </OrdersOf>,
            row.open > 0 ? (
              // Differences are accepted in their settlements.
              <Link key="open" href={settlementList({ courier: row.courier, difference: 'open' })}>
                {numberOf(row.open)}: <Money rupees={row.open_gap} />
              </Link>
            ) : (
              <None key="open" title={texts.none} />
            ),
            row.last_paid_on ? (
              <Link key="last" href={settlementList({ courier: row.courier })}>
                <Day at={row.last_paid_on} />
              </Link>
            ) : (
              <None key="last" title={texts.never} />
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
  cash: 'with_courier' | 'overdue'
  isShown: boolean
  children: ReactNode
}) {
  if (!isShown) return <None title={texts.none} />
  return <Link href={allOrders({ courier: row.courier, cash })}>{children}</Link>
}
