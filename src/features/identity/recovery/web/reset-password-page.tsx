import { useState } from 'react'
import classes from '#kit/web/door.module.css'
import { Link } from '#kit/web/link.tsx'
import { recovery } from '../contract.ts'
import { ChoosePassword, useLinkToken } from './choose-password-panel.tsx'
import { Door } from './door-panel.tsx'

/** A new password with the link in an email; for a link that does not work, the reason and how to request another. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  return <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState(
    token ? '' : 'This link is not complete. Open it from the mail again',
  )
  if (isDone) {
    return (
      <Door
        title="Your password is changed"
        text="You were signed out everywhere. Sign in with the new password."
      />
    )
  }
  return (
    <Door title="New password" failure={failure}>
      {failure ? (
        <Link href="/forgot-password" className={classes.way}>
          Ask for a new link
        </Link>
      ) : (
        <ChoosePassword
          endpoint={recovery.finishReset}
          token={token}
          onChosen={() => setDone(true)}
          onRefused={setFailure}
        />
      )}
    </Door>
  )
}
