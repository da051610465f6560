import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  leftUnapproved:
    'The change of {name} was not approved: you left before its checks were loaded. <link>Open record</link>',
  acceptedOnce: '{name}: a second person has to confirm. Nobody is told before.',
})
