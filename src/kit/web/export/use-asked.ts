import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useUrlState } from '../list/url-state.ts'

/** Chosen in the dialog or in the list, and never by the address. */
const chosen = ['ids', 'fields', 'format']

/**
 * The filters and the sort of the address that an export knows, so that the file has the rows that the list shows. They come
 * from its contract: a filter that a list gains is one of the file as well. What the list always sets is not the address's to
 * say, except for the sort.
 */
export function useAsked(
  { query }: Endpoint,
  fixed: Readonly<Record<string, string>>,
): Record<string, string> {
  const [state] = useUrlState()
  const names = Object.keys(query?.shape ?? {}).filter(
    (name) => !chosen.includes(name) && (name === 'sort' || !(name in fixed)),
  )
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = state.get(name)
      return value ? [[name, value]] : []
    }),
  )
}
