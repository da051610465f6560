import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'

type Allows = (access: Access) => boolean

const PermissionContext = createContext<Allows>(() => false)

/** Provides the permissions of the user, none before they are known. What reads them is drawn again when they change. */
export function PermissionProvider({
  permissions,
  allows,
  children,
}: {
  permissions: readonly string[] | undefined
  allows: (permissions: readonly string[], access: Access) => boolean
  children: ReactNode
}) {
  const value = useMemo<Allows>(
    () => (access) => permissions !== undefined && allows(permissions, access),
    [permissions, allows],
  )
  return <PermissionContext value={value}>{children}</PermissionContext>
}

/** Checks the permission for an endpoint against the same map that the server uses. */
export function useCan(): (endpoint: Endpoint) => boolean {
  const allows = useContext(PermissionContext)
  return (endpoint) => allows(endpoint.access)
}

export function useAllows(): Allows {
  return useContext(PermissionContext)
}
