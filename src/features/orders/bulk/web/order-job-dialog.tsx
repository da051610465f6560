import { orders } from '#features/orders/contract.ts'
import { JobDialog } from '#kit/web/dialog/job-dialog.tsx'
import { pastWords } from './bulk-model.ts'

const past: Readonly<Record<string, string>> = {
  process_orders: pastWords.process,
  put_back_orders: pastWords.put_back,
  complete_orders: pastWords.complete,
  decline_orders: pastWords.decline,
}

/** The dialog with the results of a job, order by order. */
export function OrderJob({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <JobDialog id={id} pastOf={(kind) => past[kind] ?? 'done'} refreshes={orders.list} onClose={onClose} />
  )
}
