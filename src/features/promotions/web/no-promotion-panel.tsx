import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './no-promotion-panel.module.css'

/** What stands where no campaign is: an id that names none, or one that could not be read. */
export function NoPromotion({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  // What is no id at all names nothing either.
  const isMissing = error === undefined || (error instanceof ApiRefusal && [404, 422].includes(error.status))
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Promotion</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The campaign could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>No Campaign Found</h1>
      <p>
        The address names no campaign, or one that was deleted.{' '}
        <Link href="/promotions">Go to Promotions</Link>
      </p>
    </section>
  )
}
