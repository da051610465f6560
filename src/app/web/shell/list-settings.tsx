import type { ReactNode } from 'react'
import type { Settings } from '#features/identity/account/contract.ts'
import { usePreferring } from '#features/identity/account/web/pins-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ListToolsContext } from '#kit/web/list/list-tools.ts'
import { ReviewChoiceContext } from '#kit/web/queue/queue-store.ts'

const SavedViews = lazyOf(() => import('#features/views/web/views-panel.tsx'), 'SavedViews')

/** Provides the reader's settings of lists and reviews, and saves changes with the account. */
export function ListSettings({ settings, children }: { settings: Settings; children: ReactNode }) {
  const prefer = usePreferring()
  return (
    <ListToolsContext
      value={{
        density: settings.density,
        layouts: settings.lists,
        setDensity: (density) => prefer({ density }),
        setLayout: (path, layout) => prefer({ lists: { [path]: layout } }),
        Views: SavedViews,
      }}
    >
      <ReviewChoiceContext value={{ goesOn: settings.goes_on, setGoesOn: (goes_on) => prefer({ goes_on }) }}>
        {children}
      </ReviewChoiceContext>
    </ListToolsContext>
  )
}
