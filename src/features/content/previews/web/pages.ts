import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { aboutUsView, blogView, faqView, homeView, storesView } from './links.ts'

const section = 'Homepage Settings'
const home = grants('Home Page Setting', 'view')

export const previewPages = [
  definePage({
    path: homeView.path,
    title: menuTexts.dashboard,
    access: home,
    menu: { section, label: menuTexts.dashboard, order: 1 },
    load: async () => (await import('./view-page.tsx')).HomeViewPage,
  }),
  definePage({
    path: aboutUsView.path,
    title: menuTexts.aboutUsView,
    access: home,
    within: section,
    load: async () => (await import('./view-page.tsx')).AboutUsViewPage,
  }),
  definePage({
    path: faqView.path,
    title: menuTexts.faqView,
    access: grants("Faq's", 'view'),
    within: section,
    load: async () => (await import('./view-page.tsx')).FaqViewPage,
  }),
  definePage({
    path: blogView.path,
    title: menuTexts.blogView,
    access: grants('Blogs', 'view'),
    within: section,
    load: async () => (await import('./view-page.tsx')).BlogViewPage,
  }),
  definePage({
    path: storesView.path,
    title: menuTexts.allStores,
    access: home,
    within: section,
    load: async () => (await import('./view-page.tsx')).StoresViewPage,
  }),
]
