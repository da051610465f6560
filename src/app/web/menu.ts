import type { ScreenPage } from '#kit/web/page.ts'
import { texts } from '../texts.ts'

/** The sections of the side navigation, with the specification's numbers. A section without screens is left out. */
export const sections = [
  { number: 1, section: 'Orders', label: texts.orders },
  { number: 2, section: 'Products', label: texts.products },
  { number: 3, section: 'Customers', label: texts.customers },
  { number: 4, section: 'Vendors', label: texts.vendors },
  { number: 5, section: 'Vendor Verifications', label: texts.vendorVerifications },
  { number: 6, section: 'Manage Categories', label: texts.manageCategories },
  { number: 7, section: 'Blogs', label: texts.blogs },
  { number: 8, section: 'General Settings', label: texts.generalSettings },
  { number: 9, section: 'Homepage Settings', label: texts.homepageSettings },
] as const

/** The section of pages that are listed without a section, above the numbered ones. */
export const single = ''

/**
 * The section of the product's own pages, which are not in the specification. They are listed below the numbered
 * sections.
 */
export const own = 'own'

/** The pages with a menu entry, in the order of the menu from top to bottom. */
export function inMenuOrder(pages: readonly ScreenPage[]): ScreenPage[] {
  const order: string[] = [single, ...sections.map(({ section }) => section), own]
  const placeOf = ({ menu }: ScreenPage) => (menu ? order.indexOf(menu.section) * 1000 + menu.order : 0)
  return pages.filter((page) => page.menu).sort((a, b) => placeOf(a) - placeOf(b))
}
