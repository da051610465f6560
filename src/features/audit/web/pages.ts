import { IconHistory } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const access = grants('Audit Log', 'view')
const section = 'Own'

export const auditPages = [
  definePage({
    path: '/audit-log',
    title: 'Audit Log',
    access,
    menu: { section, label: 'Audit Log', order: 3, icon: IconHistory },
    load: async () => (await import('./audit-list-page.tsx')).AuditListPage,
  }),
  definePage({
    path: '/audit-log/entry',
    title: 'Audit row',
    access,
    within: 'Audit Log',
    load: async () => (await import('./entry-page.tsx')).EntryPage,
  }),
]
