import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { notificationList } from './links.ts'

export const notificationPages = [
  definePage({
    path: notificationList.path,
    title: menuTexts.notifications,
    access: { kind: 'signed-in' },
    first: { rows: '/api/account/notifications?sort=-created_at' },
    load: async () => (await import('./notifications-page.tsx')).NotificationsPage,
  }),
]
