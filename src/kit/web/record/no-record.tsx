import { ApiRefusal } from '../client.tsx'
import { Failure } from '../failure.tsx'
import { Link } from '../link.tsx'
import classes from './no-record.module.css'
import { texts } from './texts.ts'

/** What a screen says when its link leads to no record ("No Vendor Found"), and the list that contains the records. */
export interface RecordNoun {
  title: string
  back: { href: string; label: string }
}

/** Shown in place of a record: the link has no record, or the record could not be read, which can be retried. */
export function NoRecord({
  title,
  back,
  error,
  onRetry,
}: RecordNoun & { error?: Error | null | undefined; onRetry?: () => void }) {
  if (error && !(error instanceof ApiRefusal && error.status === 404)) {
    return (
      <>
        <h1 className="visually-hidden">{texts.serverError}</h1>
        <Failure
          error={error}
          answered={texts.serverError}
          what={texts.couldNotBeLoaded}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>{title}</h1>
      <p>
        {texts.noRecordInLink({
          list: <Link href={back.href}>{texts.goTo({ label: back.label })}</Link>,
        })}
      </p>
    </section>
  )
}
