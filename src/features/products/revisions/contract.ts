import { changeDecisionsAt } from '#features/decisions/contract.ts'
import { matchingDecisions } from '#features/decisions/matching-contract.ts'
import { anyFilters, manage } from '../contract.ts'
import { texts } from './texts.ts'

const path = '/api/admin/products/revisions'
const [view, decide] = [manage('view'), manage('decide')]

/** The moves of an edit that waits beside an approved listing. */
export const editMoves = {
  approve: { from: ['waiting'], to: 'approved' },
  reject: { from: ['waiting'], to: 'rejected' },
} as const
export type EditVerb = keyof typeof editMoves

/** Decisions on the edits of several listings, or of every listing that the filters of a list leave. */
export const productEdits = {
  ...changeDecisionsAt(path, decide, texts.edits),
  ...matchingDecisions(
    path,
    { view, decide },
    { verbs: ['approve', 'reject'], tried: [], many: texts.edits },
    anyFilters,
  ),
}
