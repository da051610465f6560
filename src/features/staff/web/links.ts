import { listAt, recordAt } from '#kit/web/address.ts'
import type { roles, staff } from '../contract.ts'

export const staffList = listAt<typeof staff.list>('/manage-staff')
export const staffRecord = recordAt('/manage-staff-details')
export const roleList = listAt<typeof roles.list>('/manageroles')
export const roleRecord = recordAt('/managerolesname')
export const newRole = () => roleRecord.path
export const copyOfRole = ({ id }: { id: string }) => `${roleRecord.path}?from=${id}`
