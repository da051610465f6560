import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from './customer-panel.module.css'
import { pendingCustomers } from './links.ts'

/** What stands where no customer is: an id that names none, or one that could not be read. */
export function NoCustomer({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  // What is no id at all names nobody either.
  const isMissing = error === undefined || (error instanceof ApiRefusal && [404, 422].includes(error.status))
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Customer</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The customer could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>No Customer Found</h1>
      <p>
        The address names no customer. <Link href={pendingCustomers()}>Go to Pending Customers List</Link>
      </p>
    </section>
  )
}
