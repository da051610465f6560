import { Failure } from './failure.tsx'
import { texts } from './texts.ts'

/** Data that could not be read, with a button that reads it again; renders nothing once there is data. */
export function ReadFailure({
  of: { error, data, refetch },
  answered = texts.serverError,
  what,
}: {
  of: { error: Error | null; data: unknown; refetch: () => unknown }
  /** The title if the server answered. */
  answered?: string
  what: string
}) {
  if (!error || data !== undefined) return null
  return <Failure error={error} answered={answered} what={what} onRetry={() => void refetch()} />
}
