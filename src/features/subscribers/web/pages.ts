import { IconMailCheck } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { subscriberList, subscriberRecord } from './links.ts'

const access = grants('Subscribers', 'view')

export const subscriberPages = [
  definePage({
    path: subscriberList.path,
    title: menuTexts.subscribers,
    access,
    menu: { section: '', label: menuTexts.subscribers, order: 50, icon: IconMailCheck },
    first: {
      rows: '/api/admin/subscribers?sort=-created_at&list=subscribed',
      calls: ['/api/admin/subscribers/counts'],
    },
    load: async () => (await import('./subscriber-list-page.tsx')).SubscriberListPage,
  }),
  definePage({
    path: subscriberRecord.path,
    record: 'subscriber',
    title: menuTexts.subscriber,
    access,
    within: '',
    first: { calls: ['/api/admin/subscribers/:id'] },
    load: async () => (await import('./subscriber-page.tsx')).SubscriberPage,
  }),
]
