import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  versions: 'Versions',
  couldNot: 'The versions could not be loaded.',
  versionOf: 'Version {number}',
  compare: 'Compare',
  compareVersion: 'Compare version {number}',
  older: 'Only the latest {count} versions are shown.',
  compareTitle: 'Version {number} and now',
  noDifference: 'This version is the same as what is there now.',
  inVersion: 'In version {number}',
  now: 'Now',
  field: 'Field',
  none: 'None',
  restore: 'Restore this version',
  saveFirst: 'Save or discard your changes first',
  isRestored: 'Version {number} is restored',
  close: 'Close',
})
