import { Button, Group } from '@mantine/core'
import { Dialog } from '../dialog/dialog.tsx'
import { texts } from './texts.ts'

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
    <Dialog title={texts.leaveWithoutSavingQuestion} onClose={onStay}>
      <p>{words}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onStay}>
          {texts.stay}
        </Button>
        <Button color="red" onClick={onLeave}>
          {texts.leave}
        </Button>
      </Group>
    </Dialog>
  )
}
