import { orders } from '#features/orders/contract.ts'
import { JobDialog } from '#kit/web/dialog/job-dialog.tsx'

const past: Readonly<Record<string, string>> = {
  process_orders: 'moved to processing',
  put_back_orders: 'put back',
  complete_orders: 'completed',
  decline_orders: 'declined',
}

/** The dialog with the results of a job, order by order. */
export function OrderJob({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <JobDialog id={id} pastOf={(kind) => past[kind] ?? 'done'} refreshes={orders.list} onClose={onClose} />
  )
}
