import type { CallerInput, Endpoint } from '#kit/contract/endpoint.ts'

/** The screen of one record: called with the record, or with anything else that has its id, it gives the link. */
export interface RecordAddress {
  (record: { id: string }): string
  readonly path: string
}

/** What an endpoint can be asked for; its schemas also admit any other name, which a link must not have. */
type Asked<E extends Endpoint> = {
  [Name in keyof CallerInput<E> as string extends Name ? never : Name]?: CallerInput<E>[Name]
}

/** The screen of a list: called with what the list is asked for, by the names of its endpoint, it gives the link. */
export interface ListAddress<E extends Endpoint> {
  (asked?: Asked<E>): string
  readonly path: string
}

/** Declares where a record is shown. */
export function recordAt(path: string): RecordAddress {
  return Object.assign(({ id }: { id: string }) => `${path}?id=${encodeURIComponent(id)}`, { path })
}

/** Declares where the rows of an endpoint are shown; a link can ask for nothing that the endpoint does not know. */
export function listAt<E extends Endpoint>(path: string): ListAddress<E> {
  const link = (asked: object = {}) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `${path}?${query}` : path
  }
  return Object.assign(link, { path })
}
