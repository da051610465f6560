import { useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import classes from '../list/shortcut-help.module.css'
import { keysAtHand, useSingleKeys } from '../list/shortcuts.ts'
import { texts } from './texts.ts'

const names: readonly [string, string][] = [
  ['a', texts.keyApprove],
  ['u', texts.keyRequest],
  ['r', texts.keyReject],
  ['d', texts.keyDisable],
  ['z', texts.keyUndo],
  ['j', texts.keyNext],
  ['k', texts.keyPrevious],
  ['s', texts.keySkip],
]
/** The keys that open a dialog in which digits choose the reasons. */
const asking = ['u', 'r', 'd']

/** What is done, and by which keys. */
type Shown = readonly [string, readonly string[]]

/** The keyboard shortcuts of a record, with those that have nothing to do at the moment. */
export function RecordKeys({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  const [keys] = useState(keysAtHand)
  const letters = names.filter(([key]) => keys.has(key))
  const sections: Shown[] = keys.has('1') ? [[texts.keySection, ['1', '9']]] : []
  const reasons: Shown[] = asking.some((key) => keys.has(key))
    ? [
        [texts.keyReasons, ['1', '9']],
        [texts.keySameReasons, ['0']],
        [texts.keySend, [texts.controlKey, 'Enter']],
      ]
    : []
  return (
    <Dialog title={texts.keyboardShortcuts} onClose={onClose}>
      {!isOn && <p className={classes.off}>{texts.lettersAreOff}</p>}
      <dl className={classes.keys}>
        {[
          ...letters.map(([key, name]): Shown => [name, [key.toUpperCase()]]),
          ...[...sections, ...reasons],
          [texts.showHelp, ['?']] as const,
        ].map(([name, of]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {of.map((key, at) => (
                <span key={key}>
                  {at > 0 && (of[0] === '1' ? ' – ' : ' + ')}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
