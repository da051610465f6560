import { readBalances } from '#features/money/server/queries.ts'
import { countOpenOrders } from '#features/orders/server/vendor-queries.ts'
import { countInProgress } from '#features/withdrawals/server/queries.ts'
import { formatRs } from '#kit/contract/money.ts'
import type { Services } from '#kit/server/context.ts'

/** What is still open between the marketplace and a vendor. Held money counts, and so does money that the vendor owes. */
export const openWithVendor: Services['openWithVendor'] = async (db, id) => {
  const orders = await countOpenOrders(db, id)
  const withdrawals = await countInProgress(db, id)
  const { held = 0n, available = 0n } = (await readBalances(db, [id])).get(id) ?? {}
  return [
    ...(orders > 0 ? [`Orders that are not over: ${orders}`] : []),
    ...(withdrawals > 0 ? [`Withdrawals in progress: ${withdrawals}`] : []),
    ...(available !== 0n ? [`Balance: ${formatRs(available)}`] : []),
    ...(held !== 0n ? [`Held money: ${formatRs(held)}`] : []),
  ]
}
