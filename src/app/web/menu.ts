import type { ScreenPage } from '#kit/web/page.ts'

/** The sections of the side navigation, with the specification's numbers: one without screens is left out. */
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

/** Pages whose menu section is this one stand by themselves, above the numbered sections. */
export const single = ''

/** Those of this one are the product's own, beside the specification's: they stand below the numbered sections. */
export const own = 'Own'

/** The pages that have an entry, in the order in which the menu shows them from top to bottom. */
export function inMenuOrder(pages: readonly ScreenPage[]): ScreenPage[] {
  const order: string[] = [single, ...sections.map(({ name }) => name), own]
  const placeOf = ({ menu }: ScreenPage) => (menu ? order.indexOf(menu.section) * 1000 + menu.order : 0)
  return pages.filter((page) => page.menu).sort((a, b) => placeOf(a) - placeOf(b))
}
