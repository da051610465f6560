import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './record-panel.module.css'

/** What stands where no product is: an id that names none, or one that could not be read. */
export function NoProduct({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  const isMissing = error === undefined || (error instanceof ApiRefusal && error.status === 404)
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Product</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The product could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.group}>
      <h1>No Product Found</h1>
      <p>
        The address names no product. <Link href="/products-all-products">Go to All Pending Products</Link>
      </p>
    </section>
  )
}
