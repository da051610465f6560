import { Suspense } from 'react'
import { lazyOf } from '#kit/web/lazy.ts'
import { endAsk, useAsk } from './use-ask.ts'

/** Loaded when somebody asks, to keep the dialogs out of the first load. */
const ReportDialog = lazyOf(() => import('./report-dialog.tsx'), 'ReportDialog')
const FeedbackDialog = lazyOf(() => import('./feedback-dialog.tsx'), 'FeedbackDialog')

/** The dialogs of the support button and of the user menu, on any screen. */
export function AskPanel() {
  const asked = useAsk()
  return (
    <Suspense fallback={null}>
      {asked?.kind === 'report' && <ReportDialog requestId={asked.requestId} onClose={endAsk} />}
      {asked?.kind === 'feedback' && <FeedbackDialog onClose={endAsk} />}
    </Suspense>
  )
}
