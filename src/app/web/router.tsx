import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { startScreen } from '#features/dashboard/web/links.ts'
import { signIn } from '#features/identity/session/web/links.ts'
import { readCurrentUser, useCurrentUser } from '#kit/web/current-user.ts'
import { useTopOfScreen } from '#kit/web/history-moves.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { ScreenPage } from '#kit/web/page.ts'
import { texts } from '../texts.ts'
import { pages } from './pages.ts'
import { FaultBoundary } from './shell/fault-boundary.tsx'
import { Guarded } from './shell/guarded.tsx'
import { NotFoundScreen } from './shell/notices.tsx'
import { Redirect } from './shell/redirect.tsx'
import { Shell } from './shell/shell.tsx'

const loadLogin = () => import('#features/identity/session/web/login-page.tsx')
const LoginPage = lazyOf(loadLogin, 'LoginPage')
const BareFrame = lazyOf(() => import('./shell/bare-frame.tsx'), 'BareFrame')
// A signed-out user needs the sign-in screen first; a signed-in user does not load it.
if (!readCurrentUser()) void loadLogin()

/** The screens by their paths. Every screen except the sign-in screen is guarded. */
const screens = new Map(pages.map((page) => [page.path, { page, Screen: screenOf(page) }]))

/**
 * Shows the screen of the address bar. Without a session, only the sign-in screen (which leads back to the requested
 * screen) and the public screens are available. Public screens are outside the shell for signed-in users as well.
 */
export function Screens() {
  const user = useCurrentUser()
  const pathname = usePathname()
  const found = screens.get(pathname)
  useTopOfScreen(pathname)
  const title = pathname === signIn.path ? texts.signIn : (found?.page.title ?? texts.notFound)
  useEffect(() => {
    document.title = texts.pageTitle({ title })
  }, [title])
  if (pathname === signIn.path)
    return user ? (
      <Redirect to={wantedScreen(window.location.search)} />
    ) : (
      <FaultBoundary key={pathname}>
        <Suspense fallback={null}>
          <LoginPage />
        </Suspense>
      </FaultBoundary>
    )
  if (found?.page.access.kind === 'public') {
    return (
      <FaultBoundary key={pathname}>
        <Suspense fallback={null}>
          <found.Screen />
        </Suspense>
      </FaultBoundary>
    )
  }
  if (!user) return <Redirect to={signInFor(pathname + window.location.search)} />
  const screen = (
    <FaultBoundary key={pathname}>
      {found ? (
        <Guarded page={found.page}>
          <Suspense fallback={null}>
            <found.Screen />
          </Suspense>
        </Guarded>
      ) : (
        <NotFoundScreen />
      )}
    </FaultBoundary>
  )
  if (!found?.page.isBare) return <Shell user={user}>{screen}</Shell>
  return (
    <Suspense fallback={null}>
      <BareFrame>{screen}</BareFrame>
    </Suspense>
  )
}

/** The screen's code is loaded when the screen is opened; the shell stays visible meanwhile. */
function screenOf(page: ScreenPage): ComponentType {
  return lazy(async () => ({ default: await page.load() }))
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
