import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { decisionReasons } from './links.ts'

export const reasonPages = [
  definePage({
    path: decisionReasons.path,
    title: menuTexts.decisionReasons,
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: menuTexts.decisionReasons, order: 45 },
    first: { calls: ['/api/admin/decision-reasons'] },
    load: async () => (await import('./reasons-page.tsx')).ReasonsPage,
  }),
]
