import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import classes from './shortcut-help.module.css'
import { useSingleKeys } from './shortcuts.ts'
import { texts } from './texts.ts'

const key = (name: string) => <kbd key={name}>{name}</kbd>
const moves: readonly [string, ReactNode][] = [
  [texts.nextRow, texts.nextRowKeys({ key })],
  [texts.previousRow, texts.previousRowKeys({ key })],
  [texts.openTheRow, key('Enter')],
]
const searches: readonly [string, ReactNode][] = [[texts.search, key('/')]]
const selects: readonly [string, ReactNode][] = [
  [texts.selectTheRow, texts.selectKeys({ key })],
  [texts.extendSelection, texts.extendKeys({ key })],
]
const help: readonly [string, ReactNode] = [texts.showHelp, key('?')]

/** The keyboard shortcuts of a list. */
export function ShortcutHelp({
  isSearchable,
  isSelectable,
  onClose,
}: {
  isSearchable: boolean
  isSelectable: boolean
  onClose: () => void
}) {
  const isOn = useSingleKeys()
  const rows = [...moves, ...(isSearchable ? searches : []), ...(isSelectable ? selects : []), help]
  return (
    <Dialog title={texts.keyboardShortcuts} onClose={onClose}>
      {!isOn && <p className={classes.off}>{texts.lettersAreOff}</p>}
      <dl className={classes.keys}>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{keys}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
