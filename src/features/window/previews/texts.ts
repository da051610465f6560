import { catalogue } from '#kit/contract/texts.ts'

/** The words of the back office around a preview of the shop. */
export const texts = catalogue({
  preview: 'Preview',
  previewOfShop: 'Preview of the shop',
  width: 'Width',
  look: 'Look',
  direction: 'Direction of text',
  pixels: '{width} px',
  light: 'Light',
  dark: 'Dark',
  leftToRight: 'Left to right',
  rightToLeft: 'Right to left',
})
