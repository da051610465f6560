import { ApiRefusal } from '../client.tsx'

/** The record as it stands, which the refusal of a change to what was read before brings with it; null for anything else. */
export function standingOf<R>(error: Error | null): R | null {
  return error instanceof ApiRefusal && error.status === 412
    ? ((error.problem.results as R | undefined) ?? null)
    : null
}
