import { Button } from '@mantine/core'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { notes } from '../contract.ts'
import { texts } from '../texts.ts'
import { NoteField } from './note-field-panel.tsx'
import { NoteCard } from './note-panel.tsx'
import classes from './notes-panel.module.css'
import type { NotedTimelineProps } from './notes-panel.tsx'

/** A record's history and notes in one timeline, newest first, with a field for a new note. */
export function LoadedTimeline({ kind, ...timeline }: NotedTimelineProps) {
  const id = timeline.subjectId
  const can = useCan()
  const found = useEndpoint(notes[kind].list, { id })
  const items = (found.data ?? []).map((note) => ({
    id: note.id,
    at: note.created_at,
    content: <NoteCard kind={kind} recordId={id} note={note} />,
  }))
  return (
    <TimelinePanel
      {...timeline}
      // Both parts appear together, because a note that arrives later would push down the text that someone reads.
      isReady={!found.isPending}
      items={items}
      head={
        <>
          {can(notes[kind].write) && <NoteField kind={kind} recordId={id} />}
          {found.isError && (
            <div role="alert" className={classes.below}>
              <p className={classes.quiet}>{texts.notesNotLoaded}</p>
              <Button size="xs" variant="default" onClick={() => void found.refetch()}>
                {texts.tryAgain}
              </Button>
            </div>
          )}
        </>
      }
    />
  )
}
