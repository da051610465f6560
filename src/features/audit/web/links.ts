import { listAt, recordAt } from '#kit/web/address.ts'
import type { audit } from '../contract.ts'

export const auditLog = listAt<typeof audit.list>('/audit-log')
export const auditEntry = recordAt('/audit-log/entry')
