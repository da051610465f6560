import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { type Note, type NoteKind, notes } from '../contract.ts'
import { texts } from '../texts.ts'

/** Explains what remains after a note is deleted, before the person deletes the note. */
export function NoteDeleteDialog({
  kind,
  recordId,
  note,
  onClose,
}: {
  kind: NoteKind
  recordId: string
  note: Note
  onClose: () => void
}) {
  const remove = useCommand(notes[kind].delete)
  return (
    <ConfirmDialog
      title={texts.deleteThisNoteQuestion}
      action={texts.deleteNote}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id: recordId, note_id: note.id } }, { onSuccess: onClose })}
    >
      {texts.deleteConsequences}
    </ConfirmDialog>
  )
}
