import { grants } from '#features/access/contract.ts'
import type { SectionName } from '#features/content/section-contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { editors } from './links.ts'

interface SectionRow {
  name: SectionName
  title: string
  /** Of the menu. */
  section: string
  order: number
  access: ReturnType<typeof grants>
  calls: string
  /** The button below the fields, where the specification has one. */
  submit?: 'update' | 'submit'
}

const home = {
  section: 'Homepage Settings',
  access: grants('Home Page Setting', 'view'),
  calls: '/api/admin/homepage-settings/sections',
}
const blogs = {
  section: 'Homepage Settings',
  access: grants('Blogs', 'view'),
  calls: '/api/admin/blog-settings/sections',
}
const general = {
  section: 'General Settings',
  access: grants('General Setting', 'view'),
  calls: '/api/admin/general-settings/sections',
}

const rows: readonly SectionRow[] = [
  { name: 'slider_banners', title: menuTexts.sliderBanners, ...home, order: 2 },
  { name: 'sub_slider_banners', title: menuTexts.subSliderBanners, ...home, order: 3 },
  { name: 'services', title: menuTexts.services, ...home, order: 4 },
  { name: 'popular_categories_banners', title: menuTexts.popularCategoriesBanners, ...home, order: 5 },
  { name: 'center_large_banner', title: menuTexts.centerLargeBanner, ...home, order: 6 },
  { name: 'bottom_small_banners', title: menuTexts.bottomSmallBanners, ...home, order: 7 },
  { name: 'homepage', title: menuTexts.homepageCms, ...home, order: 8, submit: 'update' },
  { name: 'about_us', title: menuTexts.aboutUs, ...home, order: 9, submit: 'update' },
  { name: 'blog_page', title: menuTexts.blog, ...blogs, order: 11, submit: 'update' },
  { name: 'stores_page', title: menuTexts.stores, ...home, order: 12, submit: 'update' },
  { name: 'logos', title: menuTexts.logo, ...general, order: 1 },
  { name: 'favicon', title: menuTexts.favicon, ...general, order: 2, submit: 'submit' },
  { name: 'loader', title: menuTexts.loader, ...general, order: 3, submit: 'submit' },
  { name: 'popup_banner', title: menuTexts.popupBanner, ...general, order: 7 },
]

export const sectionPages = rows.map(({ name, title, section, order, access, calls, submit }) =>
  definePage({
    path: editors[name].path,
    title,
    access,
    menu: { section, label: title, order },
    first: { calls: [`${calls}/${name}`] },
    load: async () => (await import('./section-page.tsx')).sectionPageOf(name, title, submit),
  }),
)
