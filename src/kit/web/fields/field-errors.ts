import { ApiRefusal } from '../client.tsx'

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The message for each field, from a check in the browser or from a refusal of the server. Empty for other errors. */
export function fieldErrors(from: readonly Issue[] | Error | undefined): Record<string, string> {
  if (from instanceof ApiRefusal) {
    return Object.fromEntries((from.problem.errors ?? []).map(({ path, message }) => [path, message]))
  }
  if (!Array.isArray(from)) return {}
  return Object.fromEntries(from.map(({ path, message }) => [path.join('.'), message]))
}
