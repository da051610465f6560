import { texts } from '#features/decisions/texts.ts'
import { bulk } from '#kit/contract/bulk-job.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { NotSent, useCall, useRefresh } from '#kit/web/client.tsx'
import { JobDialog } from '#kit/web/dialog/job-dialog.tsx'
import { isWithoutEffect } from '#kit/web/failure-model.ts'
import { useToast } from '#kit/web/toast.tsx'
import { pastOfKind } from './matching-model.ts'

const toastMs = 30_000

/** The progress and the result of a job. It can be undone here, and for 30 seconds from the message after closing. */
export function MatchingJobDialog({
  id,
  refreshes,
  resultOf = (kind, counts) => texts.jobDone({ ...counts, past: pastOfKind(kind) }),
  onJob,
}: {
  id: string
  refreshes: Pick<Endpoint, 'path'>
  /** The result of a job in words, unless it undoes another one. */
  resultOf?: (kind: string, counts: { done: number; failed: number }) => string
  /** Shows another job, or none. Only what takes the place of a dialog that is shown replaces its entry in the history. */
  onJob: (id: string, options?: { replace: boolean }) => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const undo = async (isShown: boolean) => {
    try {
      const { job_id } = await call(bulk.undo, { id })
      onJob(job_id, { replace: isShown })
    } catch (error) {
      const isUnknown = !isWithoutEffect(error)
      const message = isUnknown
        ? texts.jobMaybeUndone
        : texts.jobNotUndone({ message: (error as Error).message })
      const isOpen = isUnknown || error instanceof NotSent
      // The dialog may be closed by then.
      const again = { undo: () => void undo(false), standsMs: toastMs }
      show({ message, tone: 'refused', about: id, ...(isOpen ? again : {}) })
      await refresh(refreshes)
    }
  }
  return (
    <JobDialog
      id={id}
      resultOf={(kind, { isUndo, ...counts }) => (isUndo ? texts.jobUndone(counts) : resultOf(kind, counts))}
      refreshes={refreshes}
      onUndo={() => void undo(true)}
      onClose={(job) => {
        onJob('')
        if (job?.isUndoable) {
          show({ message: job.result, undo: () => void undo(false), standsMs: toastMs })
        }
      }}
    />
  )
}
