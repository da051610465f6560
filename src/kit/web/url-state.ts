import { useLocation, useRouter } from '@tanstack/react-router'

/** The search parameters of the address bar, and a way to change some of them; the empty string removes one. */
export function useUrlState(): [
  URLSearchParams,
  (changes: Record<string, string>, options?: { replace?: boolean }) => void,
] {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  const change = (changes: Record<string, string>, { replace = false } = {}) => {
    const href = hrefWith(pathname, searchStr, changes)
    if (replace) router.history.replace(href)
    else router.history.push(href)
  }
  return [new URLSearchParams(searchStr), change]
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
