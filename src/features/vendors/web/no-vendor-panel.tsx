import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { pendingVendors } from './links.ts'
import classes from './record-panel.module.css'

/** What stands where no vendor is: an id that names none, or one that could not be read. */
export function NoVendor({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  const isMissing = error === undefined || (error instanceof ApiRefusal && error.status === 404)
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">Vendor</h1>
        <Failure
          error={error}
          answered="Server Error"
          what="The vendor could not be loaded."
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>No Vendor Found</h1>
      <p>
        The address names no vendor. <Link href={pendingVendors()}>Go to Pending Verification</Link>
      </p>
    </section>
  )
}
