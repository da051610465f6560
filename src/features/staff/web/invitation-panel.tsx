import { Group } from '@mantine/core'
import { fullTimeOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type StaffMember, staff } from '../contract.ts'

/** The state of the person's invitation; it can be sent again and revoked. */
export function InvitationPanel({
  person,
  invitation,
  mayChange,
}: {
  person: StaffMember
  invitation: NonNullable<StaffMember['invitation']>
  mayChange: boolean
}) {
  const show = useToast()
  const resend = useCommand(staff.resendInvitation)
  const revoke = useCommand(staff.revokeInvitation)
  const error = resend.error ?? revoke.error
  const input = { id: person.id }
  const words = {
    open: `${person.username} was invited and has no password yet. The link works until ${fullTimeOf(invitation.expires_at)}.`,
    expired: `The link expired on ${fullTimeOf(invitation.expires_at)}, unused.`,
    revoked: 'The invitation was taken back. Send a new one to let them in.',
  }
  return (
    <SideCard title="Invitation">
      {error && <ChangeFailure error={error} />}
      <p>{words[invitation.state]}</p>
      {mayChange && (
        <Group gap="xs">
          <CommandButton
            size="xs"
            isPending={resend.isPending}
            onClick={() =>
              resend.mutate(
                { input },
                {
                  onSuccess: () =>
                    show({
                      message: `A new invitation goes to ${person.email}. The earlier link stopped working.`,
                    }),
                },
              )
            }
          >
            Send again
          </CommandButton>
          {invitation.state === 'open' && (
            <CommandButton
              size="xs"
              variant="default"
              isPending={revoke.isPending}
              onClick={() =>
                revoke.mutate(
                  { input },
                  { onSuccess: () => show({ message: 'The invitation is taken back.' }) },
                )
              }
            >
              Revoke
            </CommandButton>
          )}
        </Group>
      )}
    </SideCard>
  )
}
