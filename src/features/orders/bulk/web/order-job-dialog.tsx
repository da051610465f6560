import { orders } from '#features/orders/contract.ts'
import { JobDialog } from '#kit/web/dialog/job-dialog.tsx'
import { texts } from '../texts.ts'

const past: Readonly<Record<string, string>> = {
  process_orders: texts.movedToProcessing,
  put_back_orders: texts.putBack,
  complete_orders: 'completed',
  decline_orders: 'declined',
}

/** The dialog with the results of a job, order by order. */
export function OrderJob({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <JobDialog id={id} pastOf={(kind) => past[kind] ?? 'done'} refreshes={orders.list} onClose={onClose} />
  )
}
