import { MatchingJobDialog } from '#features/decisions/bulk/web/matching-job-dialog.tsx'
import { orders } from '#features/orders/contract.ts'
import { texts } from '../texts.ts'

const results: Readonly<Record<string, (counts: { done: number; failed: number }) => string>> = {
  process_orders: texts.jobMoved,
  put_back_orders: texts.jobRestored,
  complete_orders: texts.jobCompleted,
  decline_orders: texts.jobDeclined,
}

/** The dialog with the results of a job, order by order. `onJob` shows another job, or none. */
export function OrderJob({
  id,
  onJob,
}: {
  id: string
  onJob: (id: string, options?: { replace: boolean }) => void
}) {
  return (
    <MatchingJobDialog
      id={id}
      resultOf={(kind, counts) => (results[kind] ?? texts.jobDone)(counts)}
      refreshes={orders.list}
      onJob={onJob}
    />
  )
}
