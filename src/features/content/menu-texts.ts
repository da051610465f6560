import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  releases: 'Releases',
  release: 'Release',
  publish: 'Publish',
})
