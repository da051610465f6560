import { IconHistory } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { auditEntry, auditLog } from './links.ts'

const access = grants('Audit Log', 'view')
const section = 'own'

export const auditPages = [
  definePage({
    path: auditLog.path,
    title: menuTexts.auditLog,
    access,
    menu: { section, label: menuTexts.auditLog, order: 3, icon: IconHistory },
    first: { rows: '/api/admin/audit?sort=-at' },
    load: async () => (await import('./audit-list-page.tsx')).AuditListPage,
  }),
  definePage({
    path: auditEntry.path,
    title: menuTexts.auditEntry,
    access,
    within: menuTexts.auditLog,
    first: { calls: ['/api/admin/audit/:id'] },
    load: async () => (await import('./entry-page.tsx')).EntryPage,
  }),
]
