import { IconMailX } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { failedMailList } from './links.ts'

export const failedMailPages = [
  definePage({
    path: failedMailList.path,
    title: menuTexts.failedMails,
    access: grants('General Setting', 'view'),
    menu: { section: 'own', label: menuTexts.failedMails, order: 9, icon: IconMailX },
    first: { rows: '/api/admin/failed-mails?sort=-send_at&state=failed' },
    load: async () => (await import('./failed-mail-list-page.tsx')).FailedMailListPage,
  }),
]
