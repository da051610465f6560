import { useSearch } from 'wouter/use-browser-location'

/** Adds to the address of another screen of the current record from which list the record was opened. */
export function useKeptOrigin(): (href: string) => string {
  const asked = new URLSearchParams(useSearch())
  return (href) => {
    const [path = '', query = ''] = href.split('?')
    const parameters = new URLSearchParams(query)
    for (const name of ['from', 'back']) {
      const address = asked.get(name)
      if (address) parameters.set(name, address)
    }
    return `${path}?${parameters}`
  }
}
