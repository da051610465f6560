import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  cancel: 'Cancel',
  close: 'Close',
  manyAtOnce: 'Many at once',
  theJobCouldNotBe: 'The job could not be read.',
  loading: 'Loading...',
  donePastFailedFailed: '{done} {past}, {failed} failed',
  doneOfTotal: '{done} of {total}',
  howManyWereWorkedOn: 'How many were worked on',
  soFarEachIsDone:
    '{words} so far. Each is done by itself. It goes on when you close this; Back shows it again.',
  whatCouldNotBeDone: 'What could not be done',
  andMoreTheFileHas: 'And {failed} more: the file has all of them.',
  downloadFailures: 'Download failures',
  done: 'Done',
  reason: 'Reason',
})
