import { doneWords } from '#kit/contract/verbs.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type ActivityEntry, audit } from '../contract.ts'
import { texts } from '../texts.ts'
import { auditLog } from './links.ts'
import classes from './timeline-panel.module.css'

/** A person's latest activity, each entry with its subject. */
export function ActivityPanel({
  title,
  actorId,
  entries,
}: {
  title: string
  actorId: string
  entries: readonly ActivityEntry[]
}) {
  const can = useCan()
  return (
    <SideCard title={title}>
      {entries.length === 0 ? (
        <p className={classes.when}>{texts.nothingYet}</p>
      ) : (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p>
                <strong>{doneWords(entry.action)}</strong> · {entry.subject_type.replaceAll('_', ' ')}{' '}
                <bdi>{entry.subject_name}</bdi>
              </p>
              {entry.reason && <p dir="auto">“{entry.reason}”</p>}
              <p className={classes.when}>
                <Ago at={entry.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {can(audit.list) && (
        <Link href={auditLog({ actor_id: actorId })} className={classes.all}>
          {texts.allEntries}
        </Link>
      )}
    </SideCard>
  )
}
