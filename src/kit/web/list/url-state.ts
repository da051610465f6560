import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

/**
 * The query parameters of the address bar, and a function that changes some of them. An empty string removes a
 * parameter.
 */
export function useUrlState(): [
  URLSearchParams,
  (changes: Record<string, string>, options?: { replace?: boolean }) => void,
] {
  const pathname = usePathname()
  const search = useSearch()
  const change = (changes: Record<string, string>, options = {}) =>
    navigate(hrefWith(pathname, search, changes), options)
  return [new URLSearchParams(search), change]
}

/** The address with these parameters changed; the other parameters keep their order. */
export function hrefWith(pathname: string, search: string, changes: Record<string, string>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString()
  return text ? `${pathname}?${text}` : pathname
}
