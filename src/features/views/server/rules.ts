import { allows, allPermissions } from '#features/access/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Actor, Services } from '#kit/server/context.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The call behind each list, by the path of its screen; the application provides all of them. */
    viewedLists: Readonly<Record<string, Endpoint>>
  }
}

type Person = Extract<Actor, { kind: 'person' }>

/** The call behind the list at this path; undefined if there is no such list. */
export function callOf({ viewedLists }: Services, path: string): Endpoint | undefined {
  return Object.hasOwn(viewedLists, path) ? viewedLists[path] : undefined
}

/** The call behind the list at this path; undefined if the person may not see the list. */
export function callSeenBy(services: Services, { permissions }: Person, path: string): Endpoint | undefined {
  const call = callOf(services, path)
  return call && allows(permissions, call.access) ? call : undefined
}

/** True for people with full access, because they maintain the views of others. */
export function mayAll({ permissions }: Person): boolean {
  return allPermissions.every((permission) => permissions.includes(permission))
}

/** The position in the list is not part of a view. */
const places = ['limit', 'cursor', 'page']

/** The parameters that the list's call does not accept, each with the reason. */
export function wrongIn({ query }: Endpoint, parameters: Readonly<Record<string, string>>) {
  const { shape } = query ?? { shape: {} }
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (places.includes(name) || !Object.hasOwn(shape, name)) return [{ name, message: 'Unknown field' }]
    const read = (shape as Record<string, { safeParse(given: unknown): { success: boolean } }>)[name]
    return read?.safeParse(value).success ? [] : [{ name, message: 'Not accepted by this list' }]
  })
}
