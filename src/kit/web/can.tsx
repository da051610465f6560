import { createContext, type ReactNode, useContext } from 'react'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'

type Allows = (access: Access) => boolean

const PermissionContext = createContext<Allows>(() => false)

export function PermissionProvider({ allows, children }: { allows: Allows; children: ReactNode }) {
  return <PermissionContext value={allows}>{children}</PermissionContext>
}

/** Checks the permission for an endpoint against the same map that the server uses. */
export function useCan(): (endpoint: Endpoint) => boolean {
  const allows = useContext(PermissionContext)
  return (endpoint) => allows(endpoint.access)
}

export function useAllows(): Allows {
  return useContext(PermissionContext)
}
