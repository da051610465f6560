import type { Trial } from '../matching-contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'

/** What a decision on several records would come to: how many cannot be completed and why, and which have open warnings or may have some. */
export function TrialPanel({ trial, isTrying }: { trial: Trial | null; isTrying: boolean }) {
  if (!trial) return <div className={classes.trial}>{isTrying && <p role="status">{texts.tryingAll}</p>}</div>
  const { total, possible, obstacles, warned, warnings, not_looked_into } = trial
  return (
    <div className={classes.trial} role="status">
      {possible === total ? (
        <p>{texts.allPossible({ total })}</p>
      ) : (
        <p>{texts.someNotPossible({ refused: total - possible, total })}</p>
      )}
      <Counted of={obstacles} />
      {warned > 0 && (
        <p>
          {not_looked_into > 0 ? texts.atLeastWarned({ warned }) : texts.someWarned({ warned, possible })}
        </p>
      )}
      <Counted of={warnings} />
      {not_looked_into > 0 && <p>{texts.notLookedInto({ count: not_looked_into })}</p>}
    </div>
  )
}

function Counted({ of }: { of: Trial['obstacles'] }) {
  if (of.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard
    <ul tabIndex={0}>
      {of.map(({ message, count }) => (
        <li key={message} dir="auto">
          {texts.obstacle({ message, count })}
        </li>
      ))}
    </ul>
  )
}
