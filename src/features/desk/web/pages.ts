import { IconInbox } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { reviewDesk, reviewLimits } from './links.ts'

export const deskPages = [
  definePage({
    path: reviewDesk.path,
    title: menuTexts.reviewDesk,
    access: { kind: 'signed-in' },
    menu: {
      section: '',
      label: menuTexts.reviewDesk,
      order: 2,
      icon: IconInbox,
      // The kinds that the desk holds; its contract is too large for the first load.
      forAny: [
        grants('Vendor Verifications', 'view'),
        grants('Products', 'view'),
        grants('Customer', 'view'),
      ],
    },
    first: { rows: '/api/admin/desk?sort=waiting_since', calls: ['/api/admin/desk/counts'] },
    load: async () => (await import('./desk-page.tsx')).DeskPage,
  }),
  definePage({
    path: reviewLimits.path,
    title: menuTexts.reviewLimits,
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: menuTexts.reviewLimits, order: 43 },
    first: { calls: ['/api/admin/review-limits'] },
    load: async () => (await import('./limits-page.tsx')).LimitsPage,
  }),
]
