import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { texts } from './texts.ts'

interface Found<T> {
  error: Error | null
  data: T | undefined
  refetch: () => unknown
}

/** Data that could not be read, with a button that reads it again; renders nothing once there is data. */
export function ReadFailure({ of: { error, data, refetch }, what }: { of: Found<unknown>; what: string }) {
  if (!error || data !== undefined) return null
  return <Failure error={error} answered={texts.serverError} what={what} onRetry={() => void refetch()} />
}

/** Says that something is loading. */
export function Loading() {
  return (
    <p role="status" style={{ color: 'var(--text-quiet)' }}>
      {texts.loading}
    </p>
  )
}

/** What was read; before that the `skeleton`, or that it could not be read. */
export function Read<T>({
  of,
  what,
  skeleton = <Loading />,
  children,
}: {
  of: Found<T>
  what: string
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (of.data !== undefined) return children(of.data)
  return of.error ? <ReadFailure of={of} what={what} /> : skeleton
}
