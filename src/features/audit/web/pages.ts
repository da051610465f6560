import { IconHistory } from '@tabler/icons-react'
import { definePage } from '#kit/web/page.ts'
import { audit } from '../contract.ts'

const section = 'Own'

export const auditPages = [
  definePage({
    path: '/audit-log',
    title: 'Audit Log',
    access: audit.list.access,
    menu: { section, label: 'Audit Log', order: 3, icon: IconHistory },
    load: async () => (await import('./audit-list-page.tsx')).AuditListPage,
  }),
  definePage({
    path: '/audit-log/entry',
    title: 'Audit row',
    access: audit.get.access,
    within: 'Audit Log',
    load: async () => (await import('./entry-page.tsx')).EntryPage,
  }),
]
