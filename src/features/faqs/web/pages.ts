import { IconHelpCircle } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { faqList, faqRecord, faqSetting } from './links.ts'

const access = grants("Faq's", 'view')

export const faqPages = [
  definePage({
    path: faqList.path,
    title: menuTexts.faqs,
    access,
    menu: { section: '', label: menuTexts.faqs, order: 30, icon: IconHelpCircle },
    first: {
      rows: '/api/admin/faqs?sort=place',
      calls: ['/api/admin/faqs/groups', '/api/admin/faqs/waiting'],
    },
    load: async () => (await import('./faq-list-page.tsx')).FaqListPage,
  }),
  definePage({
    path: faqRecord.path,
    record: 'faq',
    title: menuTexts.faq,
    access,
    within: '',
    first: { calls: ['/api/admin/faqs/:id', '/api/admin/faqs/groups'] },
    load: async () => (await import('./faq-page.tsx')).FaqPage,
  }),
  definePage({
    path: faqSetting.path,
    title: menuTexts.setting,
    access,
    menu: { section: 'Homepage Settings', label: menuTexts.setting, order: 10 },
    first: { calls: ['/api/admin/faq-settings/sections/faq_page', '/api/admin/faqs/groups'] },
    load: async () => (await import('./setting-page.tsx')).FaqSettingPage,
  }),
]
