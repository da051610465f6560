import { IconLifebuoy } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { myRequestList, myRequestRecord, supportRequestList, supportRequestRecord } from './links.ts'

const access = grants('Support', 'view')
const signedIn = { kind: 'signed-in' } as const

export const supportPages = [
  definePage({
    path: supportRequestList.path,
    title: menuTexts.supportRequests,
    access,
    menu: { section: 'own', label: menuTexts.supportRequests, order: 7, icon: IconLifebuoy },
    first: { rows: '/api/admin/support?sort=-updated_at' },
    load: async () => (await import('./request-list-page.tsx')).RequestListPage,
  }),
  definePage({
    path: supportRequestRecord.path,
    record: 'support request',
    title: menuTexts.supportRequest,
    access,
    within: menuTexts.supportRequests,
    first: { calls: ['/api/admin/support/:id'] },
    load: async () => (await import('./request-page.tsx')).RequestPage,
  }),
  definePage({
    path: myRequestList.path,
    title: menuTexts.myRequests,
    access: signedIn,
    first: { rows: '/api/account/support/requests?sort=-updated_at' },
    load: async () => (await import('./my-request-list-page.tsx')).MyRequestListPage,
  }),
  definePage({
    path: myRequestRecord.path,
    title: menuTexts.myRequest,
    access: signedIn,
    first: { calls: ['/api/account/support/requests/:id'] },
    load: async () => (await import('./my-request-page.tsx')).MyRequestPage,
  }),
]
