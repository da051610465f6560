import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  oneThatCannotBeMoved: 'One that cannot be moved is told of, the others go on.',
  onlyAnOrderThatHas: 'Only an order that has arrived and is paid is completed: each other one is told of.',
  theStockOfEachGoes: 'The stock of each goes back, and what was paid for it is owed to its customer.',
  moveToProcessing: 'Move {count} to processing',
  decline: 'Decline',
  complete: 'Complete',
  theyAreWorkedOnOne: 'They are worked on one by one, behind this screen. {effect}',
  reasonForAllOfThem: 'Reason for all of them',
  moveToProcessingHeading: 'Move to processing',
  movedToProcessing: 'moved to processing',
  jobMoved: '{done, number} moved to processing, {failed, number} failed',
  jobRestored: '{done, number} restored, {failed, number} failed',
  jobCompleted: '{done, number} completed, {failed, number} failed',
  jobDeclined: '{done, number} declined, {failed, number} failed',
  jobDone: '{done, number} done, {failed, number} failed',
  eachOrderIsMovedBy: 'Each order is moved by itself: one that cannot be is told of, the others go on.',
  onlyAnOrderThatHasArrived:
    'Only an order that has arrived and is paid is completed: each other one is told of, with what it lacks.',
  eachOrderIsDeclinedBy:
    'Each order is declined by itself: its stock goes back, and what was paid for it is owed to its customer.',
  reason: 'Reason',
  undoAll: 'Undo all {done}',
  putBack: 'put back',
  printLabels: 'Print labels',
  printPackingSlips: 'Print packing slips',
  printInvoices: 'Print invoices',
})
