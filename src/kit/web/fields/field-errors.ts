import { ApiRefusal } from '../client.tsx'

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The words beside each field: of a check made here, or of a refusal of the server. Empty for anything else. */
export function fieldErrors(from: readonly Issue[] | Error | undefined): Record<string, string> {
  if (from instanceof ApiRefusal) {
    return Object.fromEntries((from.problem.errors ?? []).map(({ path, message }) => [path, message]))
  }
  if (!Array.isArray(from)) return {}
  return Object.fromEntries(from.map(({ path, message }) => [path.join('.'), message]))
}
