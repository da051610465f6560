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

/** And these below them. */
export const below = 'below'
