import type { ReactNode } from 'react'
import { useAllows } from '#kit/web/can.tsx'
import type { ScreenPage } from '#kit/web/page.ts'
import { inMenuOrder } from '../menu.ts'
import { pages } from '../pages.ts'
import { DeniedScreen, NothingAllowedScreen } from './notices.tsx'
import { Redirect } from './redirect.tsx'

/** Shows a screen to who may open it; others are told which permission is missing, and the start leads elsewhere. */
export function Guarded({ page, children }: { page: ScreenPage; children: ReactNode }) {
  const allows = useAllows()
  if (allows(page.access)) return children
  if (page.path !== '/') return <DeniedScreen access={page.access} />
  const [first] = inMenuOrder(pages).filter((candidate) => allows(candidate.access))
  return first ? <Redirect to={first.path} /> : <NothingAllowedScreen />
}
