import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox } from '@mantine/core'
import type { Trial } from '#features/decisions/matching-contract.ts'
import { texts } from '#features/decisions/texts.ts'
import classes from '#features/decisions/web/dialogs.module.css'

/** What a decision on several records would come to: how many cannot be completed and why, and which have open warnings or may have some. */
export function TrialPanel({
  trial,
  isTrying,
  onAgain,
}: {
  trial: Trial | null
  isTrying: boolean
  /** Tries once more what could not be tried: without it nothing is decided. */
  onAgain: () => void
}) {
  if (!trial)
    return (
      <div className={classes.trial}>
        {isTrying ? (
          <p role="status">{texts.tryingAll}</p>
        ) : (
          <Button variant="default" size="xs" onClick={onAgain}>
            {texts.tryAgain}
          </Button>
        )}
      </div>
    )
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

/** Who is reviewing some of the records now, and whether these are left out of the decision. */
export function HeldPanel({
  trial,
  isLeftOut,
  onChange,
}: {
  trial: Trial | null
  isLeftOut: boolean
  onChange: (isLeftOut: boolean) => void
}) {
  if (!trial || trial.held.length === 0) return null
  const people = new Map(trial.held.map(({ by }) => [by.id, by.name]))
  return (
    <div className={classes.trial}>
      {[...people].map(([id, name]) => (
        <p key={id} role="status">
          {texts.heldBy({ name, count: trial.held.filter(({ by }) => by.id === id).length })}
        </p>
      ))}
      <Checkbox
        size="xs"
        label={texts.leaveOut}
        checked={isLeftOut}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
