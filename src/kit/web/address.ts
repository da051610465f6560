import type { CallerInput, Endpoint } from '#kit/contract/endpoint.ts'

/** Builds the link to one record, from the record or from any object with its id. */
export interface RecordAddress {
  (record: { id: string }): string
  readonly path: string
}

/** Builds the link to a screen from the parameters that its address may contain. */
export interface ScreenAddress<Asked extends object> {
  (asked?: Asked): string
  readonly path: string
}

/** The parameters that an endpoint accepts. Its schemas also accept any other name, which a link must not contain. */
type AskedOf<E extends Endpoint> = {
  [Name in keyof CallerInput<E> as string extends Name ? never : Name]?: CallerInput<E>[Name]
}

/** Declares the screen that shows a record. */
export function recordAt(path: string): RecordAddress {
  return Object.assign(({ id }: { id: string }) => `${path}?id=${encodeURIComponent(id)}`, { path })
}

/** Declares any other screen. A link can only set the named parameters; none where none are named. */
export function screenAt<Asked extends object = Record<string, never>>(path: string): ScreenAddress<Asked> {
  const link = (asked: object = {}) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `${path}?${query}` : path
  }
  return Object.assign(link, { path })
}

/** Declares the screen that lists the rows of an endpoint. A link can only set parameters that the endpoint accepts. */
export function listAt<E extends Endpoint>(path: string): ScreenAddress<AskedOf<E>> {
  return screenAt(path)
}
