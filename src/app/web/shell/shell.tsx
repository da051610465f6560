import { useMantineColorScheme } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { texts } from '#app/texts.ts'
import { allows } from '#features/access/contract.ts'
import { startScreen } from '#features/dashboard/web/links.ts'
import { useHelp } from '#features/help/web/use-help.ts'
import { type CurrentUser, session } from '#features/identity/session/contract.ts'
import { Bell } from '#features/notifications/web/bell-panel.tsx'
import { AskPanel } from '#features/support/web/ask-panel.tsx'
import { PermissionProvider } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { viewedRole } from '#kit/web/current-user.ts'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { SingleKeys } from '#kit/web/list/shortcuts.ts'
import { Mark } from '#kit/web/mark.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Finder } from './finder.tsx'
import { HelpColumn } from './help-column.tsx'
import { ListSettings } from './list-settings.tsx'
import { useLive } from './live.ts'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { SupportButton } from './support-button.tsx'
import { useSwipeAway } from './use-swipe-away.ts'
import { UserMenu } from './user-menu.tsx'
import { ViewBanner } from './view-banner.tsx'

/** The frame of every screen: navigation, top bar, and the user's permissions, which are refetched while they work. */
export function Shell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const account = useEndpoint(session.account, {}, { refetchInterval: 60_000, live: ['person', 'role'] })
  useLive(user.id, user.token)
  const { permissions, settings } = account.data ?? {}
  const help = useHelp()
  const pathname = usePathname()
  const drawer = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const closeDrawer = useCallback(() => drawer.current?.close(), [])
  const swipe = useSwipeAway(closeDrawer)

  // The colour scheme is saved with the account; this browser keeps a copy for the next first paint.
  const theme = settings?.theme
  // biome-ignore lint/correctness/useExhaustiveDependencies: setting it restyles the whole page, and `setColorScheme` is a new function at each render
  useEffect(() => {
    if (theme && theme !== colorScheme) setColorScheme(theme)
  }, [theme])

  // The drawer closes when the user opens a screen from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what closes it
  useEffect(closeDrawer, [pathname])

  const navigation = settings ? <Navigation pathname={pathname} pins={settings.pins} /> : null
  return (
    <PermissionProvider permissions={permissions} allows={allows}>
      <a href="#content" className={classes.skip}>
        {texts.skipToContent}
      </a>
      <div className={`${classes.shell} ${help.isOpen ? classes.beside : ''}`}>
        <aside className={classes.side}>
          <Brand />
          {navigation}
        </aside>
        <header className={classes.bar}>
          <button
            type="button"
            className={classes.burger}
            aria-label={texts.openNavigation}
            aria-expanded={isOpen}
            onClick={() => {
              drawer.current?.showModal()
              setOpen(true)
            }}
          >
            <IconMenu2 size={20} aria-hidden="true" />
          </button>
          <Finder userId={user.id} />
          <SupportButton />
          <Bell />
          <UserMenu user={user} roleName={account.data?.role_name ?? ''} settings={settings} />
        </header>
        {/* The native dialog keeps the focus inside, closes on Escape and returns the focus. */}
        <dialog
          ref={drawer}
          className={classes.drawer}
          aria-label={texts.navigation}
          onClose={() => setOpen(false)}
          onClick={(event) => event.target === drawer.current && closeDrawer()}
          onKeyDown={() => {}}
          {...swipe}
        >
          <div className={classes.drawerHead}>
            <Brand />
            <button
              type="button"
              className={classes.burger}
              aria-label={texts.closeNavigation}
              onClick={closeDrawer}
            >
              <IconX size={20} aria-hidden="true" />
            </button>
          </div>
          {isOpen && navigation}
        </dialog>
        <main id="content" className={classes.content} tabIndex={-1}>
          {viewedRole() !== null && <ViewBanner role={account.data?.viewing_as ?? null} />}
          {account.isError && !account.data ? (
            <Failure
              error={account.error}
              answered={texts.serverError}
              what={texts.accountNotLoaded}
              onRetry={() => void account.refetch()}
            />
          ) : (
            settings && (
              <SingleKeys value={settings.has_shortcuts}>
                <ListSettings settings={settings}>{children}</ListSettings>
              </SingleKeys>
            )
          )}
        </main>
        <AskPanel />
        <ConnectionBanner />
        {help.isOpen && <HelpColumn asked={help.asked} turn={help.turn} />}
      </div>
    </PermissionProvider>
  )
}

function Brand() {
  return (
    <Link href={startScreen()} className={classes.brand}>
      <Mark size={26} />
      <span>{texts.munshi}</span>
    </Link>
  )
}
