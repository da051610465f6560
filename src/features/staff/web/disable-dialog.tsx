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
  const { username, open_sessions, status } = person
  const ends =
    status === 'invited'
      ? texts.theLinkOfTheInvitation
      : open_sessions === 0
        ? texts.theyAreNotSignedIn
        : texts.thisEndsOpenAtOnce({
            openSessions:
              open_sessions === 1
                ? texts.theSessionThatTheyHave
                : texts.theSessionsThatTheyHave({ openSessions: open_sessions }),
          })
  return (
    <ConfirmDialog
      title={texts.disableUsernameQuestion({ username })}
      action={texts.disable}
      onClose={onClose}
      onConfirm={onDisable}
    >
      {texts.whatTheyDidStaysOn({ ends })}
    </ConfirmDialog>
  )
}
