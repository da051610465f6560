import { PhotoPanel } from '#features/identity/account/web/photo-panel.tsx'
import { PreferencesPanel } from '#features/identity/account/web/preferences-panel.tsx'
import { SecondFactorPanel } from '#features/identity/factors/web/second-factor-panel.tsx'
import { RequestsPanel } from '#features/support/web/requests-panel.tsx'
import card from '#kit/web/card.module.css'
import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { session } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './account-page.module.css'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** The person's own account: photo, preferences, name, phone, password, second factor, and current sessions. */
export function AccountPage() {
  const account = useEndpoint(session.account, {})
  return (
    <div className={classes.page}>
      <h1>{menuTexts.myAccount}</h1>
      <ReadFailure of={account} what={texts.accountNotLoaded} />
      <div className={classes.columns}>
        {account.data ? <ProfilePanel account={account.data} /> : <div className={`box ${card.card}`} />}
        <PasswordPanel />
      </div>
      <div className={classes.columns} data-photo>
        {account.data ? (
          <>
            <PhotoPanel name={account.data.username} settings={account.data.settings} />
            <PreferencesPanel settings={account.data.settings} />
          </>
        ) : (
          <>
            <div className={`box ${card.card}`} />
            <div className={`box ${card.card}`} />
          </>
        )}
      </div>
      <SecondFactorPanel />
      <SessionsPanel />
      <RequestsPanel />
    </div>
  )
}
