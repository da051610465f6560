import type { ReleasedName, SectionName } from '#features/content/section-contract.ts'

/** The pages of the shop that sections are parts of. */
export type ShopPage = 'home' | 'about-us' | 'faq' | 'blog' | 'stores'

/** A part of the shop that was clicked: the section, the entry and the field. */
export interface Picked {
  section: ReleasedName
  item: string | null
  field: string | null
}

/** The page of the shop that shows a section. */
export function pageOf(name: SectionName): ShopPage {
  const pages: Partial<Record<SectionName, ShopPage>> = {
    about_us: 'about-us',
    faq_page: 'faq',
    blog_page: 'blog',
    stores_page: 'stores',
  }
  return pages[name] ?? 'home'
}
