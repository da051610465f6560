import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useCurrentUser } from '#features/session/web/current-user.ts'
import { LoginPage } from '#features/session/web/login-page.tsx'
import type { ScreenPage } from '#kit/web/page.ts'
import { pages } from './pages.ts'
import { Guarded } from './shell/guarded.tsx'
import { NotFoundScreen, ScreenFault } from './shell/notices.tsx'
import { Shell } from './shell/shell.tsx'

/** The screens as routes: the guard stands on every one but the sign-in. */
export function createScreens() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundInShell })
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: LoginScreen })
  const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: SignedIn })
  const screens = pages.map((page) =>
    createRoute({
      getParentRoute: () => inside,
      path: page.path,
      component: screenOf(page),
      errorComponent: ScreenFault,
    }),
  )
  return createRouter({
    routeTree: root.addChildren([login, inside.addChildren(screens)]),
    // The address bar holds plain strings: a phone number must not lose its leading zero to JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text ? `?${text}` : ''
    },
    scrollRestoration: true,
    defaultErrorComponent: ScreenFault,
  })
}

/** The screen's code is loaded when it is opened; the shell stands meanwhile. */
function screenOf(page: ScreenPage) {
  const Screen = lazy(async () => ({ default: await page.load() }))
  return function GuardedScreen() {
    useEffect(() => {
      document.title = `${page.title} · Munshi`
    }, [])
    return (
      <Guarded page={page}>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
      </Guarded>
    )
  }
}

/** Without a session there is only the sign-in, with the way back to what was asked for. */
function SignedIn() {
  const user = useCurrentUser()
  const router = useRouter()
  const { href } = useLocation()
  const isSignedIn = user !== null
  useEffect(() => {
    if (isSignedIn) return
    const to = href === '/' ? '' : `?to=${encodeURIComponent(href)}`
    router.history.replace(`/login${to}`)
  }, [isSignedIn, href, router])
  if (!user) return null
  return (
    <Shell user={user}>
      <Outlet />
    </Shell>
  )
}

function LoginScreen() {
  const user = useCurrentUser()
  const router = useRouter()
  const isSignedIn = user !== null
  useEffect(() => {
    document.title = 'Sign in · Munshi'
    if (isSignedIn && router.state.location.searchStr === '') router.history.replace('/')
  }, [isSignedIn, router])
  return <LoginPage />
}

function NotFoundInShell() {
  const user = useCurrentUser()
  const router = useRouter()
  useEffect(() => {
    if (!user) router.history.replace('/login')
  }, [user, router])
  if (!user) return null
  return (
    <Shell user={user}>
      <NotFoundScreen />
    </Shell>
  )
}
