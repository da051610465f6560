import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  supportRequests: 'Support requests',
  supportRequest: 'Support request',
  myRequests: 'My requests',
  myRequest: 'My request',
})
