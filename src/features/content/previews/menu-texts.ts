import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  dashboard: 'Dashboard',
  aboutUsView: 'About Us',
  faqView: 'FAQ',
  blogView: 'Blog',
  allStores: 'All Stores',
})
