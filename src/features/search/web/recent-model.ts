/**
 * Only the kinds and ids are kept, so that no name stays in the browser; the server names them, and only to who may open them.
 * More are kept than the palette shows, which leaves out the kinds that it does not find: these must not displace the others.
 */
const mostRecent = 20

/** The server refuses all records for one that it cannot read, and an id comes from an address that anybody may have written. */
const isRecord = (one: unknown): one is string =>
  typeof one === 'string' && /^\w+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one)

const keyOf = (personId: string) => `munshi-recent:${personId}`

/** Keeps that the person has opened this record, as `kind:id`, the newest first; what is no record is left out. */
export function rememberRecent(personId: string, record: string): void {
  if (!isRecord(record)) return
  const recent = [record, ...readRecent(personId).filter((one) => one !== record)]
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(recent.slice(0, mostRecent)))
  } catch {
    // The storage is full or off: nothing is remembered, and the screen goes on.
  }
}

/** The records that the person has opened in this browser, as `kind:id`, the newest first. */
export function readRecent(personId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecord).slice(0, mostRecent) : []
  } catch {
    return []
  }
}
