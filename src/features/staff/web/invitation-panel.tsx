import { Group } from '@mantine/core'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type StaffMember, staff } from '../contract.ts'
import { texts } from '../texts.ts'

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
    open: texts.invitationOpen({
      username: person.username,
      expiresAt: fullTimeOf(invitation.expires_at),
    }),
    expired: texts.invitationExpired({ expiresAt: fullTimeOf(invitation.expires_at) }),
    revoked: texts.invitationRevoked,
  }
  return (
    <SideCard title={texts.invitation}>
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
                      message: texts.invitationSent({ email: person.email }),
                    }),
                },
              )
            }
          >
            {texts.sendAgain}
          </CommandButton>
          {invitation.state === 'open' && (
            <CommandButton
              size="xs"
              variant="default"
              isPending={revoke.isPending}
              onClick={() => revoke.mutate({ input }, { onSuccess: () => show({ message: texts.revoked }) })}
            >
              {texts.revoke}
            </CommandButton>
          )}
        </Group>
      )}
    </SideCard>
  )
}
