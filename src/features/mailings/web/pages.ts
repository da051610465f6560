import { IconMail } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { mailingList, mailingRecord } from './links.ts'

const access = grants('Email', 'view')

export const mailingPages = [
  definePage({
    path: mailingList.path,
    title: menuTexts.email,
    access,
    menu: { section: '', label: menuTexts.email, order: 40, icon: IconMail },
    first: { rows: '/api/admin/mailings?sort=-created_at', calls: ['/api/admin/mailings/counts'] },
    load: async () => (await import('./mailing-list-page.tsx')).MailingListPage,
  }),
  definePage({
    path: mailingRecord.path,
    record: 'mailing',
    title: menuTexts.mailing,
    access,
    within: '',
    first: { calls: ['/api/admin/mailings/:id'] },
    load: async () => (await import('./mailing-page.tsx')).MailingPage,
  }),
]
