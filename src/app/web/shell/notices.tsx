import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from '#app/texts.ts'
import { neededInWords } from '#features/access/contract.ts'
import { startScreen } from '#features/dashboard/web/links.ts'
import { myAccount } from '#features/identity/session/web/links.ts'
import type { Access } from '#kit/contract/endpoint.ts'
import { Link } from '#kit/web/link.tsx'
import classes from './notices.module.css'

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.notice}>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

export function NotFoundScreen() {
  return (
    <Notice title={texts.noSuchScreen}>
      <p>{texts.noSuchScreenText}</p>
      <Link href={startScreen()}>{texts.backToStart}</Link>
    </Notice>
  )
}

export function DeniedScreen({ access }: { access: Access }) {
  // A screen without an area is open to everyone who is signed in.
  const permission = neededInWords(access)
  return (
    <Notice title={texts.noAccess}>
      <p>{texts.permissionNeeded({ permission: <strong>{permission}</strong> })}</p>
      <Link href={startScreen()}>{texts.backToStart}</Link>
    </Notice>
  )
}

export function NothingAllowedScreen() {
  return (
    <Notice title={texts.noScreens}>
      <p>{texts.noScreensText}</p>
      <Link href={myAccount()}>{texts.myAccount}</Link>
    </Notice>
  )
}

/**
 * Shown for a screen that throws, or whose code no longer exists after an update. Reloading the page loads the current
 * code.
 */
export function ScreenFault({ error }: { error: unknown }) {
  const isMissingChunk = /dynamically imported module|module script/i.test(
    error instanceof Error ? error.message : '',
  )
  const isUnread = isMissingChunk && !navigator.onLine
  useEffect(() => {
    if (!isUnread) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isUnread])
  if (isUnread) {
    return (
      <Notice title={texts.notLoadedYet}>
        <p>{texts.notLoadedYetText}</p>
      </Notice>
    )
  }
  return (
    <Notice title={isMissingChunk ? texts.updated : texts.somethingWentWrong}>
      <p>{isMissingChunk ? texts.updatedText : texts.screenFailed}</p>
      <Button variant="default" onClick={() => window.location.reload()}>
        {texts.reload}
      </Button>
    </Notice>
  )
}
