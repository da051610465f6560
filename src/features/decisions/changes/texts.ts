import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  acceptedOnce: '{name}: a second person has to confirm. Nobody is told before.',
})
