import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { readCurrentUser, useCurrentUser } from '#kit/web/current-user.ts'
import { useTopOfScreen } from '#kit/web/history-moves.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { ScreenPage } from '#kit/web/page.ts'
import { pages } from './pages.ts'
import { FaultBoundary } from './shell/fault-boundary.tsx'
import { Guarded } from './shell/guarded.tsx'
import { NotFoundScreen } from './shell/notices.tsx'
import { Redirect } from './shell/redirect.tsx'
import { Shell } from './shell/shell.tsx'

const loadLogin = () => import('#features/identity/session/web/login-page.tsx')
const LoginPage = lazyOf(loadLogin, 'LoginPage')
const BareFrame = lazyOf(() => import('./shell/bare-frame.tsx'), 'BareFrame')
// Whoever is not signed in needs it first; whoever is does not wait for it.
if (!readCurrentUser()) void loadLogin()

/** The screens by their paths: the guard stands on every one but the sign-in. */
const screens = new Map(pages.map((page) => [page.path, { page, Screen: screenOf(page) }]))

/**
 * Shows the screen of the address bar. Without a session there are only the sign-in, with the way back, and the screens
 * that are open to everybody: they stand outside of the shell whoever is signed in.
 */
export function Screens() {
  const user = useCurrentUser()
  const pathname = usePathname()
  const found = screens.get(pathname)
  useTopOfScreen(pathname)
  const title = pathname === '/login' ? 'Sign in' : (found?.page.title ?? 'Not found')
  useEffect(() => {
    document.title = `${title} · Munshi`
  }, [title])
  if (pathname === '/login')
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

/** The screen's code is loaded when it is opened; the shell stands meanwhile. */
function screenOf(page: ScreenPage): ComponentType {
  return lazy(async () => ({ default: await page.load() }))
}

function signInFor(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?to=${encodeURIComponent(wanted)}`
}

/** The screen that was asked for before signing in; only one of this origin. */
function wantedScreen(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/'
  // A path that starts with two slashes, or slash and backslash, is another origin to a browser.
  if (!/^\/(?![/\\])/.test(to)) return '/'
  const url = new URL(to, window.location.origin)
  return url.origin === window.location.origin && url.pathname !== '/login' ? url.pathname + url.search : '/'
}
