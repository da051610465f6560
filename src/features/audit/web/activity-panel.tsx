import { SideCard } from '#kit/web/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { ActivityEntry } from '../contract.ts'
import classes from './timeline-panel.module.css'

/** The latest that somebody did, each with what it was done to. */
export function ActivityPanel({ title, entries }: { title: string; entries: readonly ActivityEntry[] }) {
  return (
    <SideCard title={title}>
      {entries.length === 0 ? (
        <p className={classes.when}>Nothing yet.</p>
      ) : (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p>
                <strong>{entry.action.replaceAll('_', ' ')}</strong> ·{' '}
                {entry.subject_type.replaceAll('_', ' ')} <bdi>{entry.subject_name}</bdi>
              </p>
              {entry.reason && <p dir="auto">“{entry.reason}”</p>}
              <p className={classes.when}>
                <Ago at={entry.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </SideCard>
  )
}
