import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { SecondFactorReset, type StaffMember, staff } from '../contract.ts'

/** Says what ends with the person's second factor and asks for the reason, before it happens. */
export function FactorDialog({
  person,
  onClose,
  onDone,
}: {
  person: StaffMember
  onClose: () => void
  onDone: () => void
}) {
  const reset = useCommand(staff.resetSecondFactor)
  return (
    <ReasonDialog
      title={`Switch off the second factor of ${person.username}?`}
      text={`Their authenticator app, passkeys and recovery codes end, and they are signed out everywhere. Until they set up a new one, their password alone signs them in. Make sure that it is ${person.username} who asks. They get a mail with your name and the reason.`}
      verb="Switch off"
      isDangerous
      check={SecondFactorReset}
      isPending={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onSend={(reason) => reset.mutate({ input: { id: person.id, reason } }, { onSuccess: onDone })}
    />
  )
}
