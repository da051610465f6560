import { catalogue } from '#kit/contract/texts.ts'

export const menuTexts = catalogue({
  reviewDesk: 'Review desk',
  reviewLimits: 'Review limits',
})
