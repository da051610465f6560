import { fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import { Comparison } from '#kit/web/record/comparison.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { type AuditEntry, audit, changedFields } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './entry-page.module.css'
import {
  ActorName,
  actionWords,
  fieldWords,
  kindWords,
  RecordName,
  useRecordHref,
  valueWords,
} from './entry-panel.tsx'
import { auditLog } from './links.ts'

const back = { href: auditLog(), label: menuTexts.auditLog }

/** One entry of the audit log, with every field that it contains. */
export function EntryPage() {
  return (
    <RecordOf of={audit.get} none={{ title: texts.noAuditLogEntryFound, back }}>
      {(entry) => <Entry entry={entry} />}
    </RecordOf>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry)
  const subject = entry.subject_name || kindWords(entry.subject_type)
  return (
    <RecordLayout
      back={back}
      title={`${actionWords(entry.action)}: ${subject}`}
      status={null}
      main={
        <>
          <Facts
            title={texts.details}
            facts={[
              { label: texts.when, value: <time dateTime={entry.at}>{fullTimeOf(entry.at)}</time> },
              { label: texts.who, value: <ActorName entry={entry} /> },
              { label: texts.what, value: actionWords(entry.action) },
              { label: texts.record, value: <RecordName entry={entry} /> },
              { label: texts.reason, value: entry.reason ?? '' },
              { label: texts.request, value: entry.request_id },
            ]}
          />
          <section className="box">
            <h2>{texts.whatChanged}</h2>
            {fields.length === 0 ? (
              <p className={classes.quiet}>{texts.noFieldChanged}</p>
            ) : (
              <Comparison
                fields={fields.map(({ name, before, after }) => ({
                  path: name,
                  before: valueWords(name, before),
                  after: valueWords(name, after),
                }))}
                labels={Object.fromEntries(fields.map(({ name }) => [name, fieldWords(name)]))}
              />
            )}
          </section>
        </>
      }
      sideLabel={texts.related}
      side={<Around entry={entry} />}
    />
  )
}

/** Links from this entry: its record and related entries. */
function Around({ entry }: { entry: AuditEntry }) {
  const recordHref = useRecordHref()(entry)
  const { subject_id, actor_id, actor_name: actorName, request_id } = entry
  const links = [
    ...(recordHref ? [{ href: recordHref, words: texts.openRecord }] : []),
    ...(subject_id ? [{ href: auditLog({ subject_id }), words: texts.entriesOfRecord }] : []),
    ...(actor_id ? [{ href: auditLog({ actor_id }), words: texts.entriesBy({ actorName }) }] : []),
    { href: auditLog({ request_id }), words: texts.entriesOfRequest },
  ]
  return (
    <SideCard title={texts.related}>
      <ul className={classes.links}>
        {links.map(({ href, words }) => (
          <li key={href}>
            <Link href={href}>{words}</Link>
          </li>
        ))}
      </ul>
    </SideCard>
  )
}
