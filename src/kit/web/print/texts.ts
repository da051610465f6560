import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  print: 'Print',
  sheets: 'Sheets',
})
