import { IconLayoutDashboard } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { startScreen } from './links.ts'

export const dashboardPages = [
  definePage({
    path: startScreen.path,
    title: menuTexts.dashboard,
    access: grants('Dashboard', 'view'),
    menu: { section: '', label: menuTexts.dashboard, order: 1, icon: IconLayoutDashboard },
    first: {
      calls: ['/api/admin/dashboard/work', '/api/admin/dashboard/latest', '/api/admin/desk/counts'],
    },
    load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
  }),
]
