import { useQueryClient } from '@tanstack/react-query'
import { endpoint } from '#kit/contract/endpoint.ts'
import { NotSent, useCall, useRefresh } from '../client.tsx'
import { wordsOf } from '../failure.tsx'
import { isWithoutEffect } from '../failure-model.ts'
import { leaveFor } from '../leave.ts'
import { useToast } from '../toast.tsx'
import { withPerhapsUndone, withUndone } from './queue-model.ts'
import { changeQueue, keepLastDecision, type LastDecision } from './queue-store.ts'
import { texts } from './texts.ts'

/** How long the undo is offered again whose answer was lost. */
const againMs = 30_000

/** Undoes the reader's last decision from wherever they are, and opens its record again. `onAnswer` runs before all is read again. */
export function useUndoing(): (last: LastDecision, onAnswer?: () => void) => Promise<void> {
  const call = useCall()
  const forget = useForgetRecord()
  const refresh = useRefresh()
  const show = useToast()
  const undo = async (last: LastDecision, onAnswer?: () => void): Promise<void> => {
    const { decision_id: about, undoPath } = last
    // The person may be on a screen without an Undo of its own.
    const again = { undo: () => void undo(last), standsMs: againMs }
    const undoing = endpoint({
      method: 'POST',
      path: undoPath,
      summary: '',
      access: { kind: 'signed-in' },
      body: {} as never,
    })
    try {
      await call(undoing, { id: last.id, decision_id: about } as never)
      changeQueue((queue) => withUndone(queue, last.id), last.href)
      show({ message: texts.undone, about })
      forget(last)
      leaveFor(last.href)
      keepLastDecision(null)
    } catch (error) {
      // Without an answer the decision may still be in force, and there may be time to ask again.
      if (!isWithoutEffect(error)) {
        changeQueue((queue) => withPerhapsUndone(queue, last.id), last.href)
        show({ message: texts.maybeUndone, tone: 'refused', about, ...again })
      } else {
        const isOpen = error instanceof NotSent
        const message = texts.notUndone({ message: wordsOf(error) })
        show({ message, tone: 'refused', about, ...(isOpen ? again : {}) })
        if (!isOpen) keepLastDecision(null)
      }
    }
    onAnswer?.()
    await refresh({ path: undoPath })
  }
  return undo
}

/**
 * Forgets what was read of a record whose screen is left: as it was before the decision and its undoing, it would be shown as
 * changed by another person, and the next decision refused.
 */
function useForgetRecord(): (last: LastDecision) => void {
  const queries = useQueryClient()
  return ({ id, undoPath }) => {
    const noun = undoPath.split('/').slice(0, 4).join('/')
    queries.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey: [path, input] }) =>
        String(path).startsWith(noun) && (input as { id?: string } | undefined)?.id === id,
    })
  }
}
