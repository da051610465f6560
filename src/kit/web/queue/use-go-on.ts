import { use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { withDecided } from './queue-model.ts'
import { changeQueue, keepLastDecision, type LastDecision, ReviewChoiceContext } from './queue-store.ts'
import { useQueue } from './use-queue.ts'

/**
 * What follows a decision of the reader: the queue counts it, it can be undone from the next record, and for people who have
 * chosen so the next record opens at once.
 */
export function useGoOn(): (id: string, undoable?: Omit<LastDecision, 'id' | 'href'>) => void {
  const queue = useQueue()
  const { goesOn } = use(ReviewChoiceContext)
  return (id, undoable) => {
    changeQueue((kept) => withDecided(kept, id))
    if (undoable) {
      const href = window.location.pathname + window.location.search
      keepLastDecision({ ...undoable, id, href })
    }
    if (goesOn && queue) navigate(queue.nextHref ?? queue.backHref)
  }
}
