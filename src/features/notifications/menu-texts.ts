import { catalogue } from '#kit/contract/texts.ts'

export const menuTexts = catalogue({
  notifications: 'Notifications',
})
