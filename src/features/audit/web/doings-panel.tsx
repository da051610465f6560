import { doneWords } from '#kit/contract/verbs.ts'
import { type Formats, labelText } from '#kit/web/record/comparison.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { TimelineEntry } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './timeline-panel.module.css'
import { shownValue } from './timeline-panel.tsx'

/**
 * The changes that others made to a record while the reader had it open: who, what, and each field before and after.
 */
export function DoingsPanel({
  opened,
  present,
  labels = {},
  formats = {},
}: {
  opened: readonly TimelineEntry[]
  present: readonly TimelineEntry[]
  labels?: Readonly<Record<string, string>>
  formats?: Formats
}) {
  const doings = present.filter(({ id }) => !opened.some((known) => known.id === id))
  if (doings.length === 0) return null
  return (
    <ul className={classes.doings} aria-label={texts.changesSinceOpened}>
      {doings.slice(0, 5).map(({ id, actor_name, action, at, before, after }) => (
        <li key={id}>
          <strong dir="auto">{actor_name}</strong> {doneWords(action)}, <Ago at={at} />
          {Object.keys(after ?? {})
            .filter((name) => before && name in before)
            .map((name) => (
              <span key={name}>
                {' · '}
                {labelText(name, labels)}: {shownValue(name, before?.[name], formats[name])} →{' '}
                {shownValue(name, after?.[name], formats[name])}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}
