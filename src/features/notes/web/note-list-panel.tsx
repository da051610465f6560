import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { type NoteKind, notes } from '../contract.ts'
import { texts } from '../texts.ts'
import { NoteField } from './note-field-panel.tsx'
import { NoteCard } from './note-panel.tsx'
import classes from './notes-panel.module.css'

/** The notes on a record without its history, newest first, with a field for a new note. */
export function NoteList({ kind, id }: { kind: NoteKind; id: string }) {
  const can = useCan()
  const found = useEndpoint(notes[kind].list, { id })
  return (
    <SideCard title={texts.notes}>
      {can(notes[kind].write) && <NoteField kind={kind} recordId={id} />}
      <ReadFailure of={found} what={texts.notesNotLoaded} />
      {found.data?.length === 0 && <p className={classes.quiet}>{texts.noNotes}</p>}
      {found.data?.map((note) => (
        <NoteCard key={note.id} kind={kind} recordId={id} note={note} />
      ))}
    </SideCard>
  )
}

/** The number of notes on a record. */
export function NoteCount({ kind, id }: { kind: NoteKind; id: string }) {
  const { data } = useEndpoint(notes[kind].list, { id })
  return data && numberOf(data.length)
}
