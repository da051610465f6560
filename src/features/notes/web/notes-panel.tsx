import { type ComponentProps, Suspense } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import type { NoteKind } from '../contract.ts'

const LoadedTimeline = lazyOf(() => import('./noted-timeline-panel.tsx'), 'LoadedTimeline')

export type NotedTimelineProps = { kind: NoteKind } & Omit<
  ComponentProps<typeof TimelinePanel>,
  'head' | 'items' | 'isReady'
>

/** The history of a record with the notes on it; what notes need is loaded while they are read. */
export function NotedTimeline(props: NotedTimelineProps) {
  const { kind, ...timeline } = props
  return (
    <Suspense fallback={<TimelinePanel {...timeline} isReady={false} items={[]} />}>
      <LoadedTimeline {...props} />
    </Suspense>
  )
}
