import { Button } from '@mantine/core'
import { useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { recovery } from '../contract.ts'
import { ChoosePassword, isOfLink, useLinkToken, wordsOf } from './choose-password-panel.tsx'
import { Door } from './door-panel.tsx'

const wayOn = 'Ask whoever invited you to send the invitation again.'

/** The first password of an invited person; for a link that does not work, the reason and what to do next. */
export function AcceptInvitationPage() {
  const token = useLinkToken()
  return <Invited key={token} token={token} />
}

function Invited({ token }: { token: string }) {
  const invitation = useEndpoint(recovery.readInvitation, { token }, { enabled: token !== '' })
  const [isDone, setDone] = useState(false)
  const [refused, setRefused] = useState('')
  if (isDone) {
    return (
      <Door title="Your password is set" text="Sign in with your address and the password that you chose." />
    )
  }
  const failure = token
    ? refused || (invitation.error ? wordsOf(invitation.error) : '')
    : 'This link is not complete. Open it from the mail again'
  if (failure && invitation.error && !refused && !isOfLink(invitation.error)) {
    return (
      <Door title="Invitation" failure={failure}>
        <Button variant="default" fullWidth onClick={() => void invitation.refetch()}>
          Try again
        </Button>
      </Door>
    )
  }
  if (failure) return <Door title="Invitation" failure={failure} text={wayOn} />
  if (!invitation.data) return <Door title="Invitation" text="Loading..." />
  const { username, email } = invitation.data
  return (
    <Door title={`Welcome, ${username}`} text="Choose the password that you will sign in with.">
      <ChoosePassword
        endpoint={recovery.acceptInvitation}
        token={token}
        email={email}
        username={username}
        onChosen={() => setDone(true)}
        onRefused={setRefused}
      />
    </Door>
  )
}
