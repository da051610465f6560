import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import { orders } from '../contract.ts'
import { exportedFields, unaskedFields } from '../export-contract.ts'
import type { OrderStatus } from '../moves-contract.ts'
import { texts } from '../texts.ts'

/** Exports the orders that a list shows, or the selected ones. */
export function OrderExport({
  status,
  selection,
}: {
  /** The status of the orders of the list, if it has one alone. */
  status: OrderStatus | undefined
  selection?: Selection
}) {
  return (
    <ExportAction
      endpoint={orders.export}
      noun="orders"
      title={texts.exportOrders}
      fields={exportedFields}
      unasked={unaskedFields}
      fixed={{ sort: '-placed_at', ...(status ? { status } : {}) }}
      {...(selection ? { selection } : {})}
    />
  )
}
