import { Dialog } from '../dialog/dialog.tsx'
import classes from './shortcut-help.module.css'
import { useSingleKeys } from './shortcuts.ts'

const moves: readonly [string, string][] = [
  ['J or ↓', 'Next row'],
  ['K or ↑', 'Row before'],
  ['Enter', 'Open the row'],
  ['/', 'Search'],
]
const selects: readonly [string, string][] = [
  ['X or Space', 'Select the row'],
  ['Shift and Space', 'Select from the row before to this one'],
]

/** The keyboard shortcuts of a list. */
export function ShortcutHelp({ isSelectable, onClose }: { isSelectable: boolean; onClose: () => void }) {
  const isOn = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {!isOn && <p className={classes.off}>Single letters are switched off in My Account.</p>}
      <dl className={classes.keys}>
        {[...moves, ...(isSelectable ? selects : []), ['?', 'Show this'] as const].map(([keys, what]) => (
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
