import '@mantine/core/styles/Kbd.css'
import { Button, Kbd } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { NotSent, useCall, useRefresh } from '#kit/web/client.tsx'
import { serverNow } from '#kit/web/connection.ts'
import { useSecondsUntil } from '#kit/web/countdown.ts'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { isWithoutEffect } from '#kit/web/failure-model.ts'
import { useShortcuts, useSingleKeys } from '#kit/web/list/shortcuts.ts'
import { withPerhapsUndone, withUndone } from '#kit/web/queue/queue-model.ts'
import { changeQueue, keepLastDecision, useLastDecision } from '#kit/web/queue/queue-store.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { Decision } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'

const undoKey = 'Z'

/** The last decision while it can be undone: shown wherever the record is shown, also after a reload. */
export function UndoPanel({
  decision,
  status,
  isPending,
  isTold = true,
  onUndo,
}: {
  decision: Decision | null
  /** The record's current status: a decision that another change followed cannot be undone. */
  status: string
  isPending: boolean
  /** True if a message about the decision is queued. */
  isTold?: boolean
  onUndo: (decisionId: string) => void
}) {
  const seconds = useSecondsUntil(decision?.undo_until ?? '')
  const last = useLastDecision()
  // The key undoes what one has just decided, and never what somebody else has.
  const hasKey = useSingleKeys() && decision !== null && last?.decision_id === decision.id
  const isShown = decision !== null && !decision.undone_at && decision.to_status === status && seconds > 0
  useShortcuts({ z: isShown && hasKey && !isPending ? () => onUndo(decision.id) : undefined })
  if (!isShown) return null
  return (
    <section className={classes.undo} aria-label={texts.lastDecision}>
      <p>
        {saidOf(decision)} {isTold && texts.notSentYet}
      </p>
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        onClick={() => onUndo(decision.id)}
        {...(hasKey ? { rightSection: <Kbd size="xs">{undoKey}</Kbd>, 'aria-keyshortcuts': 'z' } : {})}
      >
        {texts.undoSeconds({ seconds: <Seconds count={seconds} /> })}
      </Button>
    </section>
  )
}

/** "Rejected by you, 5 s ago." */
function saidOf(decision: Decision): string {
  const { action, to_status, decided_by, decided_at } = decision
  const status =
    action === 'reopen'
      ? texts.reopened
      : `${to_status.slice(0, 1).toUpperCase()}${to_status.slice(1).replaceAll('_', ' ')}`
  const seconds = Math.max(0, Math.round((serverNow() - Date.parse(decided_at)) / 1000))
  const name = isOwn(decision) ? texts.you : decided_by
  return texts.decidedBy({ status, name, seconds })
}

/**
 * True if the answer to a decision is the reader's own to undo. A colleague who had decided the same before is named, and the
 * decision is theirs.
 */
export function useIsOwn(): (answer: { status: string; decision: Decision | null }) => boolean {
  const show = useToast()
  return ({ status, decision }) => {
    if (!decision || isOwn(decision)) return true
    show({ message: texts.alreadyBy({ status: status.replaceAll('_', ' '), name: decision.decided_by }) })
    return false
  }
}

export function isOwn({ decided_by_id }: Decision): boolean {
  return decided_by_id === readCurrentUser()?.id
}

/** How long a message offers to undo again, after an undo that was not answered or not sent. */
const againMs = 30_000

/**
 * Undoes a decision and shows the result, also after the user left the screen. An undo that was not answered or not sent can be
 * asked for again from its message.
 */
export function useTakeBack(
  endpoint: Endpoint,
  onAnswer?: (answer: { version: number }) => void,
  isTold = true,
) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const [isPending, setPending] = useState(false)
  const takeBack = async (id: string, decisionId: string) => {
    setPending(true)
    try {
      const answer = await call(endpoint, { id, decision_id: decisionId } as never)
      onAnswer?.(answer as { version: number })
      changeQueue((queue) => withUndone(queue, id))
      keepLastDecision(null)
      show({ message: isTold ? texts.decisionAndMessageUndone : texts.decisionUndone, about: decisionId })
    } catch (error) {
      const isUnknown = !isWithoutEffect(error)
      if (isUnknown) changeQueue((queue) => withPerhapsUndone(queue, id))
      const message = isUnknown
        ? texts.decisionMaybeUndone
        : texts.decisionNotUndone({ message: (error as Error).message })
      // The person may have gone to a screen without an Undo of its own.
      const isOpen = isUnknown || error instanceof NotSent
      const again = { undo: () => void takeBack(id, decisionId), standsMs: againMs }
      show({ message, tone: 'refused', about: decisionId, ...(isOpen ? again : {}) })
    }
    await refresh(endpoint)
    setPending(false)
  }
  return { takeBack, isPending }
}

/** The remaining seconds; one digit takes the same width as two. */
export function Seconds({ count }: { count: number }) {
  return <span className={classes.seconds}>({count} s)</span>
}
