import type { ScreenPage } from '#kit/web/page.ts'

/** The sections of the side navigation, with the specification's numbers. A section without screens is left out. */
export const sections = [
  { number: 1, name: 'Orders' },
  { number: 2, name: 'Products' },
  { number: 3, name: 'Customers' },
  { number: 4, name: 'Vendors' },
  { number: 5, name: 'Vendor Verifications' },
  { number: 6, name: 'Manage Categories' },
  { number: 7, name: 'Blogs' },
  { number: 8, name: 'General Settings' },
  { number: 9, name: 'Homepage Settings' },
] as const

/** The section of pages that are listed without a section, above the numbered ones. */
export const single = ''

/**
 * The section of the product's own pages, which are not in the specification. They are listed below the numbered
 * sections.
 */
export const own = 'Own'

/** The pages with a menu entry, in the order of the menu from top to bottom. */
export function inMenuOrder(pages: readonly ScreenPage[]): ScreenPage[] {
  const order: string[] = [single, ...sections.map(({ name }) => name), own]
  const placeOf = ({ menu }: ScreenPage) => (menu ? order.indexOf(menu.section) * 1000 + menu.order : 0)
  return pages.filter((page) => page.menu).sort((a, b) => placeOf(a) - placeOf(b))
}
