import { useAllows } from '#kit/web/can.tsx'
import { accessTo } from '../contract.ts'
import type { ReleasedName } from '../section-contract.ts'

/** Whether the reader may see, or may change, the working copy of a section, by the same map that the server uses. */
export function useSectionAccess(): (name: ReleasedName, doing: 'view' | 'change') => boolean {
  const allows = useAllows()
  return (name, doing) => allows(accessTo(name, doing))
}
