import { useState } from 'react'
import { OutcomesDialog } from '#features/decisions/bulk/web/outcomes-dialog.tsx'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { type MoveOutcome, type OrderRow, orders } from '#features/orders/contract.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { askingWords, type BulkVerb, pastWords } from './bulk-model.ts'

const effects: Record<BulkVerb, string> = {
  process: texts.processText,
  complete: texts.completeText,
  decline: texts.declineText,
}

/** Declined orders have no version to undo them by. */
type Became = BulkOutcome & Partial<Pick<MoveOutcome, 'version'>>

/** Moves several orders: shows the count, asks for a reason where needed, and shows the result for each order. */
export function BulkDialog({
  verb,
  rows,
  onClose,
  onDone,
}: {
  verb: BulkVerb
  rows: OrderRow[]
  onClose: () => void
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<Became[] | null>(null)
  const ids = rows.map(({ id }) => id)
  const send = async (reason: string) => {
    setPending(true)
    setFailure(null)
    try {
      setOutcomes(
        verb === 'decline'
          ? await call(orders.bulkDecline, { ids, reason })
          : await call(orders.bulkMove, { move: verb, ids }),
      )
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(orders.bulkMove)
  }
  if (outcomes) return <Outcomes verb={verb} outcomes={outcomes} onDone={onDone} />
  return (
    <ReasonDialog
      {...askingWords(verb, rows.length)}
      text={effects[verb]}
      label={rows.length === 1 ? texts.reason : texts.reasonForAll}
      isAsked={verb === 'decline'}
      isDangerous={verb === 'decline'}
      isPending={isPending}
      error={failure}
      onClose={onClose}
      onSend={(reason) => void send(reason)}
    />
  )
}

/** The result for each order; orders moved to processing can be moved back while no part of them is packed. */
function Outcomes({
  verb,
  outcomes: first,
  onDone,
}: {
  verb: BulkVerb
  outcomes: Became[]
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const [putBack, setPutBack] = useState<BulkOutcome[] | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const done = first.filter(({ outcome }) => outcome === 'done')
  const isOffered = verb === 'process' && done.length > 0 && !putBack
  // Only what nobody has changed since: what a colleague did to an order meanwhile is theirs.
  const moveBack = () => {
    const versions = done.map(({ id, version }) => ({ id, version: version ?? 0 }))
    return call(orders.bulkMove, { move: 'put_back', ids: done.map(({ id }) => id), versions })
  }
  const undo = async () => {
    setPending(true)
    setFailure(null)
    try {
      setPutBack(await moveBack())
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(orders.bulkMove)
  }
  const undoLater = async () => {
    try {
      const { done: back, failed } = countsOf(await moveBack())
      show({ message: texts.jobRestored({ done: back, failed }), tone: failed > 0 ? 'refused' : 'good' })
    } catch (error) {
      show({ message: (error as Error).message, tone: 'refused' })
    }
    void refresh(orders.bulkMove)
  }
  return (
    <OutcomesDialog
      outcomes={first}
      past={pastWords[verb]}
      tone={verb === 'decline' ? 'refused' : 'good'}
      back={{
        label: isOffered ? texts.undoAll({ done: done.length }) : null,
        past: pastWords.put_back,
        results: Object.fromEntries((putBack ?? []).map(({ id, message }) => [id, message])),
        isPending,
        error: failure,
        onUndo: () => void undo(),
      }}
      onDone={() => {
        // A slip is often seen behind the dialog, on the list from which the orders have gone.
        if (isOffered) show({ message: texts.jobMoved(countsOf(first)), undo: () => void undoLater() })
        onDone()
      }}
    />
  )
}

function countsOf(outcomes: readonly BulkOutcome[]): { done: number; failed: number } {
  const count = (wanted: BulkOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  return { done: count('done'), failed: count('refused') }
}
