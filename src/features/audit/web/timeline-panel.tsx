import { useCan } from '#kit/web/can.tsx'
import { type Formats, labelText, valueText } from '#kit/web/comparison.tsx'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { audit, type TimelineEntry } from '../contract.ts'
import classes from './timeline-panel.module.css'

/** Who did what and when, with what it changed; all that is kept of it is in the audit log. */
export function TimelinePanel({
  subjectId,
  entries,
  labels = {},
  formats = {},
}: {
  subjectId: string
  entries: readonly TimelineEntry[]
  /** The fields as people say them, and how their values are written out. */
  labels?: Readonly<Record<string, string>>
  formats?: Formats
}) {
  const can = useCan()
  return (
    <SideCard title="History">
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p>
              <strong>{entry.actor_name}</strong> <span>{entry.action.replaceAll('_', ' ')}</span>
            </p>
            {entry.reason && <p dir="auto">“{entry.reason}”</p>}
            <Changes entry={entry} labels={labels} formats={formats} />
            <p className={classes.when}>
              <Ago at={entry.at} />
            </p>
          </li>
        ))}
      </ol>
      {can(audit.list) && (
        <Link href={`/audit-log?subject_id=${subjectId}`} className={classes.all}>
          All audit rows
        </Link>
      )}
    </SideCard>
  )
}

function Changes({
  entry,
  labels,
  formats,
}: {
  entry: TimelineEntry
  labels: Readonly<Record<string, string>>
  formats: Formats
}) {
  const names = Object.keys(entry.after ?? {})
  if (names.length === 0) return null
  return (
    <ul className={classes.changes}>
      {names.slice(0, 8).map((name) => (
        <li key={name}>
          {labelText(name, labels)}:{' '}
          {entry.before && name in entry.before ? `${shown(entry.before[name], formats[name])} → ` : ''}
          {shown(entry.after?.[name], formats[name])}
        </li>
      ))}
      {names.length > 8 && <li>and {names.length - 8} more</li>}
    </ul>
  )
}

function shown(value: unknown, format: Formats[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = format ? valueText(String(value), format) : String(value).replaceAll('_', ' ')
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
