import { IconLayoutDashboard } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

export const dashboardPages = [
  definePage({
    path: '/',
    title: 'Dashboard',
    access: grants('Dashboard', 'view'),
    menu: { section: '', label: 'Dashboard', order: 1, icon: IconLayoutDashboard },
    load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
  }),
]
