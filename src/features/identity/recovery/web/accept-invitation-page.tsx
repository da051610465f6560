import { Button } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { session } from '#features/identity/session/contract.ts'
import { useCall, useEndpoint } from '#kit/web/client.tsx'
import { storeCurrentUser } from '#kit/web/current-user.ts'
import { knownDevice } from '#kit/web/known-device.ts'
import { recovery } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChoosePassword, isOfLink, useLinkToken, wordsOf } from './choose-password-panel.tsx'
import { Door } from './door-panel.tsx'

const wayOn = texts.askForInvitation

/** The first password of an invited person, which also signs them in; for a link that does not work, the reason and what to do next. */
export function AcceptInvitationPage() {
  const token = useLinkToken()
  return <Invited key={token} token={token} />
}

function Invited({ token }: { token: string }) {
  const invitation = useEndpoint(recovery.readInvitation, { token }, { enabled: token !== '' })
  const call = useCall()
  const [isDone, setDone] = useState(false)
  const [refused, setRefused] = useState('')
  if (isDone) {
    return <Door title={texts.passwordSet} text={texts.signInNow} />
  }
  // Read once: what is typed stays when the link is read again and the server does not answer.
  const unread = invitation.data ? null : invitation.error
  const failure = token ? refused || (unread ? wordsOf(unread) : '') : texts.linkIncomplete
  if (unread && !refused && !isOfLink(unread)) {
    return (
      <Door title={menuTexts.invitation} failure={failure}>
        <Button variant="default" fullWidth onClick={() => void invitation.refetch()}>
          {texts.tryAgain}
        </Button>
      </Door>
    )
  }
  if (failure) return <Door title={menuTexts.invitation} failure={failure} text={wayOn} />
  if (!invitation.data) return <Door title={menuTexts.invitation} text={texts.loading} />
  const { username, email } = invitation.data
  const goIn = async (password: string) => {
    try {
      const device = knownDevice(email)
      storeCurrentUser(await call(session.login, { email, password, ...(device ? { device } : {}) }))
      navigate('/')
    } catch {
      // The password is set all the same. The sign-in says what is wrong.
      setDone(true)
    }
  }
  return (
    <Door title={texts.welcome({ username })} text={texts.choosePassword}>
      <ChoosePassword
        endpoint={recovery.acceptInvitation}
        token={token}
        email={email}
        username={username}
        onChosen={goIn}
        onRefused={setRefused}
      />
    </Door>
  )
}
