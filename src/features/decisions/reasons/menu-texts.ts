import { catalogue } from '#kit/contract/texts.ts'

export const menuTexts = catalogue({
  decisionReasons: 'Decision Reasons',
})
