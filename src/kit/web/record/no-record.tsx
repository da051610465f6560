import { ApiRefusal } from '../client.tsx'
import { Failure } from '../failure.tsx'
import { Link } from '../link.tsx'
import classes from './no-record.module.css'
import { texts } from './texts.ts'

/** The name of a record within a sentence ("payout run"), and the list that contains it. */
export interface RecordNoun {
  noun: string
  back: { href: string; label: string }
}

/** Shown in place of a record: the link has no record, or the record could not be read, which can be retried. */
export function NoRecord({
  noun,
  back,
  error,
  onRetry,
}: RecordNoun & { error?: Error | null | undefined; onRetry?: () => void }) {
  const title = noun.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  if (error && !(error instanceof ApiRefusal && error.status === 404)) {
    return (
      <>
        <h1 className="visually-hidden">{title}</h1>
        <Failure
          error={error}
          answered={texts.serverError}
          what={texts.couldNotBeLoaded({ noun })}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>{texts.noRecordFound({ title })}</h1>
      <p>
        {texts.noRecordInLink({
          noun,
          list: <Link href={back.href}>{texts.goTo({ label: back.label })}</Link>,
        })}
      </p>
    </section>
  )
}
