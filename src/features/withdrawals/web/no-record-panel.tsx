import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'

/** Stands where a record could not be read: tried again where that can help, and the way to its list where it cannot. */
export function NoRecord({
  title,
  what,
  error,
  way,
  onRetry,
}: {
  title: string
  what: string
  error: Error
  way: { href: string; label: string }
  onRetry: () => void
}) {
  const isNone = error instanceof ApiRefusal && (error.status === 404 || error.status === 422)
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <Failure error={error} answered="not_created" what={what} way={way} {...(isNone ? {} : { onRetry })} />
    </>
  )
}
