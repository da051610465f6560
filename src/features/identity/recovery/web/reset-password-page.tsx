import { useState } from 'react'
import classes from '#kit/web/door.module.css'
import { Link } from '#kit/web/link.tsx'
import { recovery } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChoosePassword, useLinkToken } from './choose-password-panel.tsx'
import { Door } from './door-panel.tsx'
import { forgotPassword } from './links.ts'

/** A new password with the link in an email; for a link that does not work, the reason and how to request another. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  return <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState(token ? '' : texts.linkIncomplete)
  if (isDone) {
    return <Door title={texts.passwordChanged} text={texts.signedOutEverywhere} />
  }
  return (
    <Door title={menuTexts.newPassword} failure={failure}>
      {failure ? (
        <Link href={forgotPassword()} className={classes.way}>
          {texts.newLink}
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
