import { Button, Group } from '@mantine/core'
import { useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { type Note, type NoteKind, notes } from '../contract.ts'
import classes from './notes-panel.module.css'

/** Says what deleting a note leaves, before it does. */
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
    <Dialog title="Delete this note?" onClose={onClose}>
      <div className={classes.dialog}>
        {remove.error && <ChangeFailure error={remove.error} />}
        <p className={classes.quiet}>
          The history keeps that you wrote and deleted it. Mails to the people it names are withdrawn, where
          they have not left.
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate({ input: { id: recordId, note_id: note.id } }, { onSuccess: onClose })
            }
          >
            {remove.isPending ? 'Loading...' : 'Delete note'}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
