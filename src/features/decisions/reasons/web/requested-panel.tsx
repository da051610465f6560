import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { Requested } from '../choice-contract.ts'
import { texts } from '../texts.ts'
import classes from './requested-panel.module.css'

/** What the last decision asked for, and which of it the other side has touched since. */
export function RequestedPanel({
  requested: { decided_by, decided_at, fields, reasons },
  labels,
  isRejection,
  isOpen,
}: {
  requested: Requested
  labels: Readonly<Record<string, string>>
  /** A rejection asks for nothing: it has reasons, and the fields that they concern. */
  isRejection: boolean
  /** Until the other side submits again, nothing can have changed since a rejection. */
  isOpen: boolean
}) {
  const touched = fields.filter(({ is_touched }) => is_touched).length
  return (
    <SideCard title={isRejection ? texts.rejection : texts.requested}>
      <p className={classes.by}>
        {(isRejection ? texts.rejectedBy : texts.requestedBy)({
          name: decided_by,
          at: <Ago at={decided_at} />,
        })}
      </p>
      <ul className={classes.reasons}>
        {reasons.map(({ code, text }) => (
          <li key={code} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      {isRejection && isOpen && fields.length > 0 && (
        <p>{texts.concerns({ fields: fields.map(({ path }) => labels[path] ?? path).join(', ') })}</p>
      )}
      {!(isRejection && isOpen) && fields.length > 0 && (
        <>
          <p>{(isRejection ? texts.concernedCount : texts.touchedCount)({ touched, all: fields.length })}</p>
          <ul className={classes.fields}>
            {fields.map(({ path, is_touched }) => (
              <li key={path} data-touched={is_touched || undefined}>
                {is_touched ? (
                  <IconCircleCheck size={16} aria-hidden="true" />
                ) : (
                  <IconCircleDashed size={16} aria-hidden="true" />
                )}
                <span>{labels[path] ?? path}</span>
                <span className={classes.state}>{is_touched ? texts.touched : texts.untouched}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SideCard>
  )
}
