import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { withDecided } from './queue-model.ts'
import { changeQueue, keepLastDecision, type LastDecision, ReviewChoiceContext } from './queue-store.ts'
import { useQueue } from './use-queue.ts'

/**
 * What follows a decision of the reader: the queue counts it, it can be undone from the next record, and for people who have
 * chosen so the next record opens at once. The record is kept as the decision left it: whoever goes back would otherwise see
 * it as it was before, changed by another person.
 */
export function useGoOn(): (record: { id: string }, undoable?: Omit<LastDecision, 'id' | 'href'>) => void {
  const queue = useQueue()
  const queries = useQueryClient()
  const { goesOn } = use(ReviewChoiceContext)
  return (record, undoable) => {
    const { id } = record
    queries.setQueriesData<object>({ predicate: ({ queryKey }) => isReadingOf(queryKey, id) }, (before) =>
      before ? { ...before, ...record } : before,
    )
    changeQueue((kept) => withDecided(kept, id))
    if (undoable) {
      const href = window.location.pathname + window.location.search
      keepLastDecision({ ...undoable, id, href })
    }
    if (goesOn && queue) navigate(queue.nextHref ?? queue.backHref)
  }
}

/** Whether this is what was read of the record itself, and not of something beside it. */
function isReadingOf([path, input]: readonly unknown[], id: string): boolean {
  return String(path).endsWith('/:id') && (input as { id?: string } | undefined)?.id === id
}
