import { type Icon, IconHelp, IconLifebuoy, IconMessageReport } from '@tabler/icons-react'
import { texts } from '#app/texts.ts'
import { openHelp } from '#features/help/web/use-help.ts'
import { ask } from '#features/support/web/use-ask.ts'
import { Popover } from '#kit/web/popover.tsx'
import classes from './support-button.module.css'

interface SupportEntry {
  label: string
  icon: Icon
  open: () => void
}

/** What somebody who is stuck can do, on any screen. */
const entries: readonly SupportEntry[] = [
  { label: texts.helpForThisScreen, icon: IconHelp, open: () => openHelp() },
  { label: texts.reportAProblem, icon: IconMessageReport, open: () => ask('report') },
]

/** The support button of the top bar. */
export function SupportButton() {
  return (
    <Popover label={texts.support} icon={<IconLifebuoy size={19} aria-hidden="true" />} width={230}>
      {(close) => (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <button
                type="button"
                onClick={() => {
                  // What is opened returns the focus to the button of the menu, which the closed menu gives it back to.
                  close()
                  entry.open()
                }}
              >
                <entry.icon size={16} aria-hidden="true" />
                {entry.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
