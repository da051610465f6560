import { IconHistory } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

const access = grants('Audit Log', 'view')
const section = 'own'

export const auditPages = [
  definePage({
    path: '/audit-log',
    title: menuTexts.auditLog,
    access,
    menu: { section, label: menuTexts.auditLog, order: 3, icon: IconHistory },
    load: async () => (await import('./audit-list-page.tsx')).AuditListPage,
  }),
  definePage({
    path: '/audit-log/entry',
    title: menuTexts.auditRow,
    access,
    within: menuTexts.auditLog,
    load: async () => (await import('./entry-page.tsx')).EntryPage,
  }),
]
