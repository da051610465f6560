import { orders } from '#features/orders/contract.ts'
import type { OrderStatus } from '#features/orders/moves-contract.ts'
import { texts } from '#features/orders/texts.ts'
import { formatRs } from '#kit/contract/money.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import classes from './sum-panel.module.css'

/** The total bill of the listed orders, next to their count; hidden if no total is kept for these filters. */
export function OrderSum({ status, names }: { status: OrderStatus | undefined; names: readonly string[] }) {
  const [state] = useUrlState()
  const asked = Object.fromEntries(
    names.flatMap((name) => (state.get(name) ? [[name, state.get(name)]] : [])),
  )
  const read = useEndpoint(orders.sum, { ...asked, ...(status ? { status } : {}) })
  // Until the answer is there, the previous one is that of other filters.
  const sum = read.isPlaceholderData ? undefined : read.data
  return (
    <span className={classes.sum}>
      {sum?.amount != null && texts.amountTotal({ amount: formatRs(sum.amount) })}
    </span>
  )
}
