import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  publicReason: 'The sign-in shows the name and the logo of the shop before anybody has signed in',
  munshi: 'Munshi',
})
