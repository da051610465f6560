import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  bulkProductUpload: 'Bulk Product upload',
  importOfProducts: 'Import of products',
})
