import type { orders } from '#features/orders/contract.ts'
import { totalsOf } from '#features/orders/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import { sumDays } from '#kit/server/day-totals.ts'

/**
 * The total bill of the orders that match these filters, from day totals; null without totals, because orders are not
 * scanned.
 */
export async function sumOrders(
  ctx: Context,
  input: Input<typeof orders.sum>,
): Promise<{ amount: string | null }> {
  const totals = totalsOf(input)
  return { amount: totals && rupeesFromPaisa((await sumDays(ctx.db, totals)).amount) }
}
