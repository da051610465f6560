import { allows, allPermissions } from '#features/access/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Actor, Services } from '#kit/server/context.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The call behind each list, by the path of its screen; the application names all of them. */
    viewedLists: Readonly<Record<string, Endpoint>>
  }
}

type Person = Extract<Actor, { kind: 'person' }>

/** The call behind the list of this path; undefined where there is no such list. */
export function callOf({ viewedLists }: Services, path: string): Endpoint | undefined {
  return Object.hasOwn(viewedLists, path) ? viewedLists[path] : undefined
}

/** The call behind the list of this path where this person may see the list; undefined otherwise. */
export function callSeenBy(services: Services, { permissions }: Person, path: string): Endpoint | undefined {
  const call = callOf(services, path)
  return call && allows(permissions, call.access) ? call : undefined
}

/** True for whoever may do everything: they keep what others have made in order. */
export function mayAll({ permissions }: Person): boolean {
  return allPermissions.every((permission) => permissions.includes(permission))
}

/** Where the list is left at is no part of a view. */
const places = ['limit', 'cursor', 'page']

/** Of these parameters those that the call of a list does not take, each with the reason. */
export function wrongIn({ query }: Endpoint, parameters: Readonly<Record<string, string>>) {
  const { shape } = query ?? { shape: {} }
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (places.includes(name) || !Object.hasOwn(shape, name)) return [{ name, message: 'Not known here' }]
    const read = (shape as Record<string, { safeParse(given: unknown): { success: boolean } }>)[name]
    return read?.safeParse(value).success ? [] : [{ name, message: 'Not accepted by this list' }]
  })
}
