import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { StaffRow } from '../contract.ts'

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
  const { username, open_sessions, status } = person
  const ends =
    status === 'invited'
      ? 'The link of the invitation stops working until they are enabled again.'
      : open_sessions === 0
        ? 'They are not signed in right now, and cannot sign in any more.'
        : `This ends ${open_sessions === 1 ? 'the session that they have' : `the ${open_sessions} sessions that they have`} open, at once; what is not saved there is lost.`
  return (
    <ConfirmDialog title={`Disable ${username}?`} action="Disable" onClose={onClose} onConfirm={onDisable}>
      {ends} What they did stays on record, and they can be enabled again.
    </ConfirmDialog>
  )
}
