import { Dialog } from '../dialog/dialog.tsx'
import classes from './shortcut-help.module.css'
import { useSingleKeys } from './shortcuts.ts'
import { texts } from './texts.ts'

const moves: readonly [string, string][] = [
  [texts.jOr, texts.nextRow],
  [texts.kOr, texts.rowBefore],
  ['Enter', texts.openTheRow],
  ['/', texts.search],
]
const selects: readonly [string, string][] = [
  [texts.xOrSpace, texts.selectTheRow],
  [texts.shiftAndSpace, texts.selectFromTheRowBefore],
]

/** The keyboard shortcuts of a list. */
export function ShortcutHelp({ isSelectable, onClose }: { isSelectable: boolean; onClose: () => void }) {
  const isOn = useSingleKeys()
  return (
    <Dialog title={texts.keyboardShortcuts} onClose={onClose}>
      {!isOn && <p className={classes.off}>{texts.singleLettersAreSwitchedOff}</p>}
      <dl className={classes.keys}>
        {[...moves, ...(isSelectable ? selects : []), ['?', texts.showThis] as const].map(([keys, what]) => (
          <div key={keys}>
            <dt>{what}</dt>
            <dd>
              {keys
                .split(/( or | and )/)
                .map((part) => (part.startsWith(' ') ? part : <kbd key={part}>{part}</kbd>))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
