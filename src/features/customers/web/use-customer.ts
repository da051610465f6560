import { useState } from 'react'
import { useUnlessHeld } from '#features/claims/web/claim-panel.tsx'
import type { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import type { Saying } from '#features/decisions/reasons/web/reasons-dialog.tsx'
import { useIsOwn, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { keepKeys } from '#kit/web/dialog/kept-keys.ts'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { useGoOn, useLostAnswer } from '#kit/web/queue/use-go-on.ts'
import { useOpenedRecord, usePresentAfterConflict } from '#kit/web/record/opened-record.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CustomerDetail, customers } from '../contract.ts'
import { texts } from '../texts.ts'

/** A customer as the reader opened them, and the decisions, each on the version that the reader sees. */
export function useCustomer(fresh: CustomerDetail) {
  const opened = useOpenedRecord(fresh)
  const customer = opened.record
  const { id, username, version } = customer
  const own = (answer: { version: number }) => opened.made(answer.version)
  const goOn = useGoOn()
  const isOwn = useIsOwn()
  /** After an approval the queue goes on. */
  const settle = (answer: CustomerDetail) => {
    own(answer)
    const { decision } = answer
    goOn(
      answer,
      isOwn(answer) && decision
        ? {
            ...{ undoPath: customers.undo.path, decision_id: decision.id },
            ...{ name: answer.username, until: decision.undo_until },
          }
        : undefined,
    )
  }
  const show = useToast()
  /** The customer after a decision on their application: it is told in a dialog that leads to the next one. */
  const [decided, setDecided] = useState<CustomerDetail | null>(null)
  const lost = useLostAnswer(id)
  const approve = useCommand(customers.approve, settle, lost)
  const { draftOf, forget } = useDrafts<{ disable: Saying }>('availability')
  const settleDisabled = (answer: CustomerDetail) => {
    forget()
    if (customer.status === 'pending') settle(answer)
    else own(answer)
  }
  const disable = useCommand(customers.disable, settleDisabled, lost)
  const enable = useCommand(customers.enable, own)
  const back = useTakeBack(customers.undo, own, false)
  /** The version that was shown when the disable dialog opened. */
  const [asking, setAsking] = useState<number | null>(null)
  usePresentAfterConflict(opened, approve.error ?? disable.error ?? enable.error)
  const isPending = approve.isPending || disable.isPending || enable.isPending || back.isPending
  const undo = (decisionId: string) => {
    setDecided(null)
    void back.takeBack(id, decisionId)
  }
  const done = (message: string) => ({
    onSuccess: (answer: CustomerDetail) => {
      const { decision } = answer
      setAsking(null)
      if (customer.status === 'pending') return setDecided(answer)
      if (!isOwn(answer)) return
      show({ message, ...(decision ? { undo: () => undo(decision.id) } : {}) })
    },
  })
  const isWaiting = customer.status === 'pending' && customer.erased_at === null
  const { claiming, unlessHeld, question } = useUnlessHeld('customer', id, isWaiting)
  return {
    ...{ claiming, question },
    ...{ decided, closeDecided: () => setDecided(null) },
    customer,
    opened,
    hasChanged: opened.hasChanged && !isPending,
    isPending,
    isUndoing: back.isPending,
    undo,
    /** The refusal that no dialog shows. */
    failure: approve.error ?? enable.error ?? (asking === null ? disable.error : null),
    approve: () =>
      unlessHeld(() => approve.mutate({ input: { id }, ifMatch: version }, { onSuccess: setDecided })),
    isEnabling: enable.isPending,
    enable: () =>
      enable.mutate({ input: { id }, ifMatch: version }, done(texts.enabledUsername({ username }))),
    isAsking: asking !== null,
    askToDisable: () =>
      unlessHeld(() => {
        disable.reset()
        keepKeys()
        setAsking(version)
      }),
    disabling: {
      isPending: disable.isPending,
      error: disable.error,
      draft: draftOf('disable'),
      onClose: () => setAsking(null),
      onSend: (said: CodedReasons) =>
        disable.mutate(
          { input: { id, ...said }, ...(asking === null ? {} : { ifMatch: asking }) },
          done(texts.disabledUsername({ username })),
        ),
    },
  }
}
