import type { ReactNode } from 'react'
import { doneWords } from '#kit/contract/verbs.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { type Formats, labelText, valueText } from '#kit/web/record/comparison.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { audit, type TimelineEntry } from '../contract.ts'
import { texts } from '../texts.ts'
import { auditLog } from './links.ts'
import classes from './timeline-panel.module.css'
import { writtenOrState } from './value-model.ts'

/** An item of a timeline that is not an audit entry, shown at its time. */
interface Item {
  id: string
  at: string
  content: ReactNode
}

/** Who did what and when, and what it changed. The full entries are in the audit log. */
export function TimelinePanel({
  subjectId,
  entries,
  labels = {},
  formats = {},
  head,
  items = [],
  isReady = true,
}: {
  subjectId: string
  entries: readonly TimelineEntry[]
  /** The labels of the fields, and the formats of their values. */
  labels?: Readonly<Record<string, string>>
  formats?: Formats
  /** Shown above the entries. */
  head?: ReactNode
  /** Items shown among the entries, newest first like them. */
  items?: readonly Item[]
  /** False while the items are loading. */
  isReady?: boolean
}) {
  const can = useCan()
  const shown = [
    ...entries.map((entry) => ({ ...entry, content: null, entry })),
    ...items.map((item) => ({ ...item, entry: null })),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return (
    <SideCard title={texts.history}>
      {head}
      <ol className={classes.entries} aria-busy={!isReady}>
        {isReady &&
          shown.map(({ id, entry, content }) =>
            entry ? (
              <Entry key={id} entry={entry} labels={labels} formats={formats} />
            ) : (
              <li key={id} data-is-item>
                {content}
              </li>
            ),
          )}
      </ol>
      {isReady && shown.length === 0 && <p className={classes.when}>{texts.noChanges}</p>}
      {can(audit.list) && (
        <Link href={auditLog({ subject_id: subjectId })} className={classes.all}>
          {texts.allEntries}
        </Link>
      )}
    </SideCard>
  )
}

interface Shown {
  entry: TimelineEntry
  labels: Readonly<Record<string, string>>
  formats: Formats
}

function Entry({ entry, labels, formats }: Shown) {
  return (
    <li>
      <p>
        <strong>{actorOf(entry)}</strong> <span>{doneWords(entry.action)}</span>
      </p>
      {entry.reason && <p dir="auto">“{entry.reason}”</p>}
      <Changes entry={entry} labels={labels} formats={formats} />
      <p className={classes.when}>
        <Ago at={entry.at} />
      </p>
    </li>
  )
}

/** Who did it: the product by itself is another than somebody without an account, as a shopper with the link of a mail is. */
function actorOf({ actor_kind, actor_name }: TimelineEntry): string {
  if (actor_kind !== 'system') return actor_name
  return actor_name === 'nobody' ? texts.notSignedIn : texts.munshi
}

function Changes({ entry, labels, formats }: Shown) {
  const names = Object.keys(entry.after ?? {})
  if (names.length === 0) return null
  return (
    <ul className={classes.changes}>
      {names.slice(0, 8).map((name) => (
        <li key={name}>
          {labelText(name, labels)}:{' '}
          {entry.before && name in entry.before
            ? `${shownValue(name, entry.before[name], formats[name])} → `
            : ''}
          {shownValue(name, entry.after?.[name], formats[name])}
        </li>
      ))}
      {names.length > 8 && <li>{texts.moreCount({ more: names.length - 8 })}</li>}
    </ul>
  )
}

/** A value of a change for display; a missing value is a dash. */
export function shownValue(name: string, value: unknown, format: Formats[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = format ? valueText(String(value), format) : writtenOrState(name, String(value))
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
