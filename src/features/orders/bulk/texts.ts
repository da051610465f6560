import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  processAllText:
    'The orders are moved one by one in the background. Orders that cannot be moved are listed with the reason.',
  completeAllText:
    'The orders are completed one by one in the background. Orders that have not arrived or are not paid are listed with the reason.',
  declineAllText:
    'The orders are declined one by one in the background. The items go back into stock, and paid amounts are owed to the customers. This cannot be undone.',
  processCount: 'Move {count, plural, one {# order} other {# orders}} to processing',
  decline: 'Decline',
  complete: 'Complete',
  reasonForAll: 'Reason for all orders',
  moveToProcessing: 'Move to processing',
  movedToProcessing: 'moved to processing',
  jobMoved: '{done, number} moved to processing, {failed, number} failed',
  jobRestored: '{done, number} restored, {failed, number} failed',
  jobCompleted: '{done, number} completed, {failed, number} failed',
  jobDeclined: '{done, number} declined, {failed, number} failed',
  jobDone: '{done, number} done, {failed, number} failed',
  processText: 'Each order is moved separately. Orders that cannot be moved are listed with the reason.',
  completeText:
    'Only orders that have arrived and are paid are completed. The others are listed with the reason.',
  declineText:
    'Each order is declined separately. The items go back into stock, and paid amounts are owed to the customers. This cannot be undone.',
  reason: 'Reason',
  undoAll: 'Undo all {done}',
  putBack: 'moved back to pending',
  printLabels: 'Print labels',
  printPackingSlips: 'Print packing slips',
  printInvoices: 'Print invoices',
  processQuestion: 'Move {count, plural, one {# order} other {# orders}} to processing?',
  completeCount: 'Complete {count, plural, one {# order} other {# orders}}',
  completeQuestion: 'Complete {count, plural, one {# order} other {# orders}}?',
  declineCount: 'Decline {count, plural, one {# order} other {# orders}}',
  declineQuestion: 'Decline {count, plural, one {# order} other {# orders}}?',
  completed: 'completed',
  declined: 'declined',
})
