import type { ReactNode } from 'react'
import { permissionsFor } from '#features/access/contract.ts'
import { startScreen } from '#features/dashboard/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import type { ScreenPage } from '#kit/web/page.ts'
import { inMenuOrder } from '../menu.ts'
import { pages } from '../pages.ts'
import { DeniedScreen, NothingAllowedScreen } from './notices.tsx'
import { Redirect } from './redirect.tsx'

/**
 * Shows a screen to users with the permission. Other users see which permission is missing; the start page instead
 * redirects them to the first screen that they may open.
 */
export function Guarded({ page, children }: { page: ScreenPage; children: ReactNode }) {
  const allows = useAllows()
  if (allows(page.access)) return children
  if (page.path !== startScreen.path) return <DeniedScreen access={page.access} />
  // A screen that is open to everybody who is signed in is not where somebody works.
  const [first] = inMenuOrder(pages).filter(
    ({ access }) => permissionsFor(access).length > 0 && allows(access),
  )
  return first ? <Redirect to={first.path} /> : <NothingAllowedScreen />
}
