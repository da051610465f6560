import { type ReactNode, useMemo, useRef } from 'react'
import type { Settings } from '#features/identity/account/contract.ts'
import { usePreferring } from '#features/identity/account/web/pins-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type ListTools, ListToolsContext } from '#kit/web/list/list-tools.ts'
import { type ReviewChoice, ReviewChoiceContext } from '#kit/web/queue/queue-store.ts'

const SavedViews = lazyOf(() => import('#features/views/web/views-panel.tsx'), 'SavedViews')

/**
 * Provides the reader's settings of lists and reviews, and saves changes with the account. What is provided stays the same
 * until a setting changes, so that a screen is not drawn again with the shell.
 */
export function ListSettings({ settings, children }: { settings: Settings; children: ReactNode }) {
  const { density, lists: layouts, goes_on: goesOn } = settings
  const preferring = usePreferring()
  const prefer = useRef(preferring)
  prefer.current = preferring
  const tools = useMemo<ListTools>(
    () => ({
      density,
      layouts,
      setDensity: (next) => prefer.current({ density: next }),
      setLayout: (path, layout) => prefer.current({ lists: { [path]: layout } }),
      Views: SavedViews,
    }),
    [density, layouts],
  )
  const choice = useMemo<ReviewChoice>(
    () => ({ goesOn, setGoesOn: (next) => prefer.current({ goes_on: next }) }),
    [goesOn],
  )
  return (
    <ListToolsContext value={tools}>
      <ReviewChoiceContext value={choice}>{children}</ReviewChoiceContext>
    </ListToolsContext>
  )
}
