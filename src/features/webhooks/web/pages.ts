import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { webhookList, webhookRecord } from './links.ts'

const access = grants('General Setting', 'view')

export const webhookPages = [
  definePage({
    path: webhookList.path,
    title: menuTexts.webhooks,
    access,
    menu: { section: 'General Settings', label: menuTexts.webhooks, order: 50 },
    first: { rows: '/api/admin/webhooks?sort=-created_at' },
    load: async () => (await import('./endpoint-list-page.tsx')).EndpointListPage,
  }),
  definePage({
    path: webhookRecord.path,
    record: 'webhook_endpoint',
    title: menuTexts.webhook,
    access,
    within: 'General Settings',
    first: { calls: ['/api/admin/webhooks/:id'] },
    load: async () => (await import('./endpoint-page.tsx')).EndpointPage,
  }),
]
