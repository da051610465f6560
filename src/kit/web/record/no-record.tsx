import { ApiRefusal } from '../client.tsx'
import { Failure } from '../failure.tsx'
import { Link } from '../link.tsx'
import classes from './no-record.module.css'

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
          answered="Server Error"
          what={`The ${noun} could not be loaded.`}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>No {title} Found</h1>
      <p>
        There is no {noun} in this link. <Link href={back.href}>Go to {back.label}</Link>
      </p>
    </section>
  )
}
