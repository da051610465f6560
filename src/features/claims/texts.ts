import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  review: 'Review',
  youReview: 'You are reviewing this record.',
  isReviewing: '{name} is reviewing, {age}',
  nobody: 'Nobody is reviewing this record.',
  takeOver: 'Take over',
  takeOverQuestion: 'Take over the review?',
  takeOverText: '{name} is reviewing this record now. Both of you may be working on it.',
  decideAnyway: 'Decide anyway',
  decideQuestion: '{name} is reviewing this record. Decide anyway?',
  decideText: 'Your decision counts, and {name} sees that the record has changed.',
  assignee: 'Assigned to',
  goesOn: 'Open the next record at once after a decision',
  anybody: 'Anybody',
  reviewersNotLoaded: 'The people who may review this record could not be loaded.',
  notAssigned: 'The record was not assigned. {message}',
})
