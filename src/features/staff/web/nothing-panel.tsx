import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './staff-panel.module.css'

/** What stands where no role or no person is: an id that names none, or one that could not be read. */
export function Nothing({
  title,
  what,
  back,
  error,
  onRetry,
}: {
  title: string
  /** In words, for the alert: "The role". */
  what: string
  back: { href: string; label: string }
  error?: Error
  onRetry?: () => void
}) {
  if (error && !(error instanceof ApiRefusal && error.status === 404)) {
    return (
      <>
        <h1 className="visually-hidden">{what}</h1>
        <Failure
          error={error}
          answered="Server Error"
          what={`${what} could not be loaded.`}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>{title}</h1>
      <p>
        The address names none. <Link href={back.href}>Go to {back.label}</Link>
      </p>
    </section>
  )
}
