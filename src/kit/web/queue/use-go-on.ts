import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { serverNow } from '../connection.ts'
import { isWithoutEffect } from '../failure-model.ts'
import { leaveFor } from '../leave.ts'
import { screenAtHand } from '../screen-at-hand.ts'
import { useToast } from '../toast.tsx'
import { withDecided, withTouched } from './queue-model.ts'
import { changeQueue, keepLastDecision, type LastDecision, ReviewChoiceContext } from './queue-store.ts'
import { texts } from './texts.ts'
import { useQueue } from './use-queue.ts'
import { useUndoing } from './use-undoing.ts'

/**
 * What follows a decision of the reader: the queue counts it, it can be undone from the next record, and for people who have
 * chosen so the next record opens at once. The record is kept as the decision left it: a person who goes back would otherwise see
 * it as it was before, changed by another person. All of it is about the screen on which the decision was made: a person who has
 * gone elsewhere before the answer stays there, and so does one of whom the queue does not know yet what follows.
 */
export function useGoOn(): (record: { id: string }, undoable?: Omit<LastDecision, 'id' | 'href'>) => void {
  const queue = useQueue()
  const queries = useQueryClient()
  const show = useToast()
  const undo = useUndoing()
  const { goesOn } = use(ReviewChoiceContext)
  const [pathname, search] = [usePathname(), useSearch()]
  const screen = screenAtHand()
  return (record, undoable) => {
    const { id } = record
    queries.setQueriesData<object>({ predicate: ({ queryKey }) => isReadingOf(queryKey, id) }, (before) =>
      before ? { ...before, ...record } : before,
    )
    const href = pathname + search
    changeQueue((kept) => withDecided(kept, id), href)
    const last = undoable && { ...undoable, id, href }
    if (last) keepLastDecision(last)
    if (!goesOn || queue?.nextHref === undefined || screen !== screenAtHand()) return
    leaveFor(queue.nextHref ?? queue.backHref)
    // The next record offers Undo; the list behind the last one does not.
    if (queue.nextHref !== null || !last) return
    const standsMs = Date.parse(last.until) - serverNow()
    const { name, decision_id: about } = last
    show({ message: texts.lastOfQueue({ name }), about, undo: () => void undo(last), standsMs })
  }
}

/**
 * What follows a decision of the reader that failed. Where the answer was lost the decision may stand: if the record leaves the
 * list now, the queue does not tell it as decided by others.
 */
export function useLostAnswer(id: string): (error: Error) => void {
  const href = usePathname() + useSearch()
  return (error) => {
    if (!isWithoutEffect(error)) changeQueue((kept) => withTouched(kept, id), href)
  }
}

/** Whether this is what was read of the record itself, and not of something beside it. */
function isReadingOf([path, input]: readonly unknown[], id: string): boolean {
  return String(path).endsWith('/:id') && (input as { id?: string } | undefined)?.id === id
}
