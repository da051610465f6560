import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  publicReason: 'Shoppers see the shops of the marketplace and what they sell',
})
