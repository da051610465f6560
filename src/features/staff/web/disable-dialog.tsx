import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { StaffRow } from '../contract.ts'
import { texts } from '../texts.ts'

/** Says what ends when a person is disabled, before it happens. */
export function DisableDialog({
  person,
  onClose,
  onDisable,
}: {
  person: StaffRow
  onClose: () => void
  onDisable: () => void
}) {
  const { username, open_sessions: sessions, status } = person
  return (
    <ConfirmDialog
      title={texts.disableQuestion({ username })}
      action={texts.disable}
      onClose={onClose}
      onConfirm={onDisable}
    >
      {status === 'invited'
        ? texts.disableInvited
        : sessions === 0
          ? texts.disableSignedOut
          : texts.disableSignedIn({ sessions })}
    </ConfirmDialog>
  )
}
