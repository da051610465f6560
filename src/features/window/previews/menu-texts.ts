import { catalogue } from '#kit/contract/texts.ts'

export const menuTexts = catalogue({
  previewOfShop: 'Preview of the shop',
})
