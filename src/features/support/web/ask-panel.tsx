import { Suspense, useEffect } from 'react'
import { GonePart } from '#kit/web/gone-part.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useToast } from '#kit/web/toast.tsx'
import { endAsk, useAsk } from './use-ask.ts'

/** Loaded when somebody asks, to keep the dialogs out of the first load. */
const ReportDialog = lazyOf(() => import('./report-dialog.tsx'), 'ReportDialog')
const FeedbackDialog = lazyOf(() => import('./feedback-dialog.tsx'), 'FeedbackDialog')

/** The dialogs of the support button and of the user menu, on any screen. */
export function AskPanel() {
  const asked = useAsk()
  return (
    <GonePart key={asked?.kind ?? ''} instead={(words) => <Gone words={words} />}>
      <Suspense fallback={null}>
        {asked?.kind === 'report' && <ReportDialog requestId={asked.requestId} onClose={endAsk} />}
        {asked?.kind === 'feedback' && <FeedbackDialog onClose={endAsk} />}
      </Suspense>
    </GonePart>
  )
}

/** Says that the dialog did not come, and lets it be asked for again. */
function Gone({ words }: { words: string }) {
  const show = useToast()
  useEffect(() => {
    show({ message: words, tone: 'refused' })
    endAsk()
  }, [words, show])
  return null
}
