import { Button, Group } from '@mantine/core'
import { Dialog } from '../dialog/dialog.tsx'

/** Asks whether to leave unsaved work; `words` states what happens to it. */
export function LeaveDialog({
  words,
  onStay,
  onLeave,
}: {
  words: string
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p>{words}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          Leave
        </Button>
      </Group>
    </Dialog>
  )
}
