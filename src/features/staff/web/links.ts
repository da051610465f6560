import { listAt, recordAt } from '#kit/web/address.ts'
import type { roles, staff } from '../contract.ts'
import { rolePath, staffPath } from '../screen-contract.ts'

export const staffList = listAt<typeof staff.list>('/manage-staff')
export const staffRecord = recordAt(staffPath)
export const roleList = listAt<typeof roles.list>('/manageroles')
export const roleRecord = recordAt(rolePath)
export const newRole = () => roleRecord.path
export const copyOfRole = ({ id }: { id: string }) => `${roleRecord.path}?from=${id}`
