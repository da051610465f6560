import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { listingChecksScreen } from './links.ts'

export const listingCheckPages = [
  definePage({
    path: listingChecksScreen.path,
    title: menuTexts.listingChecks,
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: menuTexts.listingChecks, order: 43 },
    first: { calls: ['/api/admin/listing-checks'] },
    load: async () => (await import('./checks-page.tsx')).ChecksPage,
  }),
]
