import { Button } from '@mantine/core'
import { useState } from 'react'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type Note, type NoteKind, noteParts, notes } from '../contract.ts'
import { texts } from '../texts.ts'
import { NoteDeleteDialog } from './delete-dialog.tsx'
import { hasDraft, NoteField } from './note-field-panel.tsx'
import classes from './notes-panel.module.css'

/** One note as its readers see it; the author can change and delete it here. */
export function NoteCard({ kind, recordId, note }: { kind: NoteKind; recordId: string; note: Note }) {
  const can = useCan()
  const isMine = note.is_own && can(notes[kind].change)
  const [isEditing, setEditing] = useState(() => isMine && hasDraft(kind, recordId, note.id))
  const [isDeleting, setDeleting] = useState(false)
  if (isEditing && isMine)
    return <NoteField kind={kind} recordId={recordId} note={note} onDone={() => setEditing(false)} />
  return (
    <article className={classes.note} aria-label={texts.noteBy({ name: note.author.name })}>
      <p className={classes.head}>
        <strong>
          <bdi>{note.author.name}</bdi>
        </strong>
        <span className={classes.quiet}>
          <Ago at={note.created_at} />
          {note.edited_at && (
            <>
              {' · '}
              <span title={fullTimeOf(note.edited_at)}>{texts.edited}</span>
            </>
          )}
        </span>
      </p>
      <p className={classes.text} dir="auto">
        <NoteWords note={note} />
      </p>
      {isMine && (
        <p className={classes.own}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setDeleting(true)}>
            {texts.delete}
          </Button>
        </p>
      )}
      {isDeleting && (
        <NoteDeleteDialog kind={kind} recordId={recordId} note={note} onClose={() => setDeleting(false)} />
      )}
    </article>
  )
}

function NoteWords({ note }: { note: Note }) {
  const nameOf = (id: string) => note.mentions.find((person) => person.id === id)?.name ?? texts.somebody
  return noteParts(note.text).map((part, index) =>
    'words' in part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name than their place
      <span key={index}>{part.words}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <bdi key={index} className={classes.mention}>
        @{nameOf(part.person)}
      </bdi>
    ),
  )
}
