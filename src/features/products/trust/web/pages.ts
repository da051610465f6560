import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { trustRulesScreen } from './links.ts'

export const trustPages = [
  definePage({
    path: trustRulesScreen.path,
    title: menuTexts.trustRules,
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: menuTexts.trustRules, order: 44 },
    first: { calls: ['/api/admin/trust-rules'] },
    load: async () => (await import('./rules-page.tsx')).RulesPage,
  }),
]
