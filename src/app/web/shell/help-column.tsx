import { type ComponentType, lazy, Suspense } from 'react'
import { texts } from '#app/texts.ts'
import type { Asked } from '#features/help/web/use-help.ts'
import { useMayOpen } from '#kit/web/record-screens.ts'
import classes from './shell.module.css'

interface Props extends Asked {
  mayOpen: (path: string) => boolean
}

/** Loaded when the help is first opened, with all articles. */
const HelpPanel = lazy<ComponentType<Props>>(() =>
  import('#features/help/web/help-panel.tsx').then(
    (panel) => ({ default: panel.HelpPanel }),
    // The code no longer exists after an update.
    () => ({ default: HelpGone }),
  ),
)

/** The help, which links to those screens that the reader may open. */
export function HelpColumn(asked: Asked) {
  return (
    <Suspense fallback={null}>
      <HelpPanel {...asked} mayOpen={useMayOpen()} />
    </Suspense>
  )
}

function HelpGone() {
  return (
    <aside className={classes.helpGone}>
      <p>{texts.reloadForHelp}</p>
    </aside>
  )
}
