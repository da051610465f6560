import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './order-panel.module.css'

/** What stands where no order is: an id that names none, or one that could not be read. */
export function NoOrder({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  const isMissing = error === undefined || (error instanceof ApiRefusal && [404, 422].includes(error.status))
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Order</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The order could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.card}>
      <h1>No Order Found</h1>
      <p>
        The address names no order. <Link href="/orders-all-orders">Go to All Orders</Link>
      </p>
    </section>
  )
}
