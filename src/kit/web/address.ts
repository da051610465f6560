import type { CallerInput, Endpoint } from '#kit/contract/endpoint.ts'

/** Builds the link to one record, from the record or from any object with its id. */
export interface RecordAddress {
  (record: { id: string }): string
  readonly path: string
}

/** The parameters that an endpoint accepts. Its schemas also accept any other name, which a link must not contain. */
type Asked<E extends Endpoint> = {
  [Name in keyof CallerInput<E> as string extends Name ? never : Name]?: CallerInput<E>[Name]
}

/** Builds the link to a list from the parameters of its endpoint. */
export interface ListAddress<E extends Endpoint> {
  (asked?: Asked<E>): string
  readonly path: string
}

/** Declares the screen that shows a record. */
export function recordAt(path: string): RecordAddress {
  return Object.assign(({ id }: { id: string }) => `${path}?id=${encodeURIComponent(id)}`, { path })
}

/** Declares the screen that lists the rows of an endpoint. A link can only set parameters that the endpoint accepts. */
export function listAt<E extends Endpoint>(path: string): ListAddress<E> {
  const link = (asked: object = {}) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `${path}?${query}` : path
  }
  return Object.assign(link, { path })
}
