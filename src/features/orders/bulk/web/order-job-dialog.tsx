import { orders } from '#features/orders/contract.ts'
import { JobDialog } from '#kit/web/dialog/job-dialog.tsx'
import { texts } from '../texts.ts'

const results: Readonly<Record<string, (counts: { done: number; failed: number }) => string>> = {
  process_orders: texts.jobMoved,
  put_back_orders: texts.jobRestored,
  complete_orders: texts.jobCompleted,
  decline_orders: texts.jobDeclined,
}

/** The dialog with the results of a job, order by order. */
export function OrderJob({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <JobDialog
      id={id}
      resultOf={(kind, counts) => (results[kind] ?? texts.jobDone)(counts)}
      refreshes={orders.list}
      onClose={onClose}
    />
  )
}
