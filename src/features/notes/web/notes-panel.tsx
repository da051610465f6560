import { type ComponentProps, Suspense } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import type { NoteKind } from '../contract.ts'

const LoadedTimeline = lazyOf(() => import('./noted-timeline-panel.tsx'), 'LoadedTimeline')

export type NotedTimelineProps = { kind: NoteKind } & Omit<
  ComponentProps<typeof TimelinePanel>,
  'head' | 'items' | 'isReady'
>

/** A record's history with its notes; the code for notes loads while the notes are fetched. */
export function NotedTimeline(props: NotedTimelineProps) {
  const { kind, ...timeline } = props
  return (
    <Suspense fallback={<TimelinePanel {...timeline} isReady={false} items={[]} />}>
      <LoadedTimeline {...props} />
    </Suspense>
  )
}
