import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { SecondFactorReset, type StaffMember, staff } from '../contract.ts'
import { texts } from '../texts.ts'

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
      title={texts.factorOffQuestion({ username: person.username })}
      text={texts.factorOffExplained({ username: person.username })}
      verb={texts.switchOff}
      isDangerous
      check={SecondFactorReset}
      isPending={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onSend={(reason) => reset.mutate({ input: { id: person.id, reason } }, { onSuccess: onDone })}
    />
  )
}
