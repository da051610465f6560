import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const access = grants('General Setting', 'view')

export const webhookPages = [
  definePage({
    path: '/webhooks',
    title: 'Webhooks',
    access,
    menu: { section: 'General Settings', label: 'Webhooks', order: 50 },
    load: async () => (await import('./endpoint-list-page.tsx')).EndpointListPage,
  }),
  definePage({
    path: '/webhook',
    title: 'Webhook',
    access,
    within: 'General Settings',
    load: async () => (await import('./endpoint-page.tsx')).EndpointPage,
  }),
]
