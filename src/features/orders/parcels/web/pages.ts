import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { trackingNumbers } from './links.ts'

export const parcelPages = [
  definePage({
    path: trackingNumbers.path,
    title: menuTexts.trackingNumbers,
    access: grants('Orders', 'act'),
    menu: { section: 'Orders', label: menuTexts.trackingNumbers, order: 7 },
    load: async () => (await import('./tracking-page.tsx')).TrackingPage,
  }),
]
