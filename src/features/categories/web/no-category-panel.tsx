import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { levelHref } from './name-panel.tsx'
import classes from './no-category-panel.module.css'

/** What stands where no category is: an id that names none, or one that could not be read. */
export function NoCategory({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  // What is no id at all names nothing either.
  const isMissing = error === undefined || (error instanceof ApiRefusal && [404, 422].includes(error.status))
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Category</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The category could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>No Category Found</h1>
      <p>
        The address names no category, or one that was deleted.{' '}
        <Link href={levelHref('main')}>Go to Main Categories</Link>
      </p>
    </section>
  )
}
