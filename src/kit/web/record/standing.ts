import { ApiRefusal } from '../client.tsx'

/** The current record, which is part of a refusal caused by an outdated version; null for any other error. */
export function standingOf<R>(error: Error | null): R | null {
  return error instanceof ApiRefusal && error.status === 412
    ? ((error.problem.results as R | undefined) ?? null)
    : null
}
