import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  undoAll: 'Undo all ({left} left)',
  cancel: 'Cancel',
  close: 'Close',
  bulkAction: 'Bulk action',
  jobNotLoaded: 'The job could not be loaded.',
  doneOfTotal: '{done, number} of {total, number}',
  progress: 'Progress',
  jobContinues: 'The job continues after you close this dialog. To see the dialog again, go back.',
  failures: 'Failures',
  moreFailures: 'And {more, number} more. The file lists all of them.',
  downloadFailures: 'Download failures',
  done: 'Done',
  reason: 'Reason',
  discardQuestion: 'Discard what you entered?',
  typedIsLost: 'What you entered here was not sent and will be lost.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
})
