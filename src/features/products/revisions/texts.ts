import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  theEditIsLiveAnd: 'The edit is live, and the vendor is told.',
  theEditIsRejectedAnd: 'The edit is rejected, and the vendor is told.',
  anEditWaitsForA: 'An edit waits for a decision',
  handedInTheLiveVersion: 'Handed in {createdAt}. The live version keeps serving until then.',
  afterTheEdit: '{imagesLabel} after the edit',
  approveEdit: 'Approve edit',
  rejectEdit: 'Reject edit',
  rejectTheEditQuestion: 'Reject the edit?',
  theLiveVersionStaysAs: 'The live version stays as it is, and the vendor reads this reason.',
})
