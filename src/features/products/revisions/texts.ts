import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  edits: 'edits of approved listings',
  whatChanges: 'What changes',
  priceChange: '{field} {before} → {after}',
  editApproved: 'Edit approved',
  editRejected: 'Edit rejected',
  goToEdits: 'Go to edits to review',
  editPending: 'An edit is awaiting a decision',
  submittedAgo: 'Submitted {createdAt}. Shoppers see the live version until you decide.',
  pendingImages: '{imagesLabel} after the edit',
  noDescription: 'no description',
  descriptionBefore: 'Description now: {text}',
  descriptionAfter: 'Description after the edit: {text}',
  approveEdit: 'Approve edit',
  rejectEdit: 'Reject edit',
  rejectEditQuestion: 'Reject edit?',
  rejectEditHint: 'The live version does not change. The vendor reads this reason.',
})
