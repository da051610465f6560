import { IconLayoutDashboard } from '@tabler/icons-react'
import { definePage } from '#kit/web/page.ts'
import { dashboard } from '../contract.ts'

export const dashboardPages = [
  definePage({
    path: '/',
    title: 'Dashboard',
    access: dashboard.work.access,
    menu: { section: '', label: 'Dashboard', order: 1, icon: IconLayoutDashboard },
    load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
  }),
]
