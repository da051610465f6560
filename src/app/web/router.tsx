import { type ReactNode, useEffect } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { startScreen } from '#features/dashboard/web/links.ts'
import { signIn } from '#features/identity/session/web/links.ts'
import { readCurrentUser, useCurrentUser } from '#kit/web/current-user.ts'
import { useTopOfScreen } from '#kit/web/history-moves.ts'
import { definePage, type ScreenPage } from '#kit/web/page.ts'
import { loadPage, usePageCode } from '#kit/web/page-code.ts'
import { texts } from '../texts.ts'
import { pages } from './pages.ts'
import { BareFrame } from './shell/bare-frame.tsx'
import { FaultBoundary } from './shell/fault-boundary.tsx'
import { Guarded } from './shell/guarded.tsx'
import { NotFoundScreen } from './shell/notices.tsx'
import { Redirect } from './shell/redirect.tsx'
import { Shell } from './shell/shell.tsx'

/** The screen that is shown to everybody without a session, and outside the shell. */
const login = definePage({
  path: signIn.path,
  title: texts.signIn,
  access: { kind: 'public', because: 'Nobody has a session before signing in' },
  load: async () => (await import('#features/identity/session/web/login-page.tsx')).LoginPage,
})
const screens = new Map([login, ...pages].map((page) => [page.path, page]))

/** Resolves when the code of the screen in the address bar is there, or cannot be loaded. */
export function loadFirstScreen(): Promise<void> {
  const found = screens.get(window.location.pathname)
  const isOpen = readCurrentUser() || found?.access.kind === 'public'
  return loadPage((isOpen && found) || login).catch(() => {})
}

/**
 * Shows the screen of the address bar. Without a session, only the sign-in screen (which leads back to the requested
 * screen) and the public screens are available. Public screens are outside the shell for signed-in users as well.
 */
export function Screens() {
  const user = useCurrentUser()
  const pathname = usePathname()
  const found = screens.get(pathname)
  useTopOfScreen(pathname)
  const title = found?.title ?? texts.notFound
  useEffect(() => {
    document.title = texts.pageTitle({ title })
  }, [title])
  // The outline in the document has the place of the first screen alone.
  useEffect(() => {
    delete document.documentElement.dataset.outline
  }, [])
  if (pathname === signIn.path && user) return <Redirect to={wantedScreen(window.location.search)} />
  if (found?.access.kind === 'public') {
    return (
      <FaultBoundary key={pathname}>
        <Screen page={found} />
      </FaultBoundary>
    )
  }
  if (!user) return <Redirect to={signInFor(pathname + window.location.search)} />
  const screen = (
    <FaultBoundary key={pathname}>
      {found ? (
        <Guarded page={found}>
          <Screen page={found} />
        </Guarded>
      ) : (
        <NotFoundScreen />
      )}
    </FaultBoundary>
  )
  return found?.isBare ? <BareFrame>{screen}</BareFrame> : <Shell user={user}>{screen}</Shell>
}

/** The shell stays visible while the code of the screen loads. */
function Screen({ page }: { page: ScreenPage }): ReactNode {
  const Code = usePageCode(page)
  return Code && <Code />
}

function signInFor(wanted: string): string {
  return wanted === startScreen.path ? signIn() : signIn({ to: wanted })
}

/** The screen that was requested before signing in; only a screen of this origin is accepted. */
function wantedScreen(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? startScreen.path
  // Browsers treat a path that starts with two slashes, or with a slash and a backslash, as another origin.
  if (!/^\/(?![/\\])/.test(to)) return startScreen.path
  const url = new URL(to, window.location.origin)
  const isOurs = url.origin === window.location.origin && url.pathname !== signIn.path
  return isOurs ? url.pathname + url.search : startScreen.path
}
