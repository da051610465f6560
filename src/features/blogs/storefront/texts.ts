import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  publicReason: 'Every reader sees published posts',
})
