import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  mainCategories: 'Main Categories',
  subCategories: 'Sub Categories',
  childCategories: 'Child Categories',
  categoryTree: 'Category tree',
  category: 'Category',
})
