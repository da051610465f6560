import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

/** The search parameters of the address bar, and a way to change some of them; the empty string removes one. */
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

/** The address with these parameters changed; the order of the others stays. */
export function hrefWith(pathname: string, search: string, changes: Record<string, string>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString()
  return text ? `${pathname}?${text}` : pathname
}
