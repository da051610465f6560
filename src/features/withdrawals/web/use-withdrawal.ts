import { useState } from 'react'
import { NotSent, useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { isWithoutEffect } from '#kit/web/failure-model.ts'
import { withPerhapsUndone, withUndone } from '#kit/web/queue/queue-model.ts'
import { changeQueue } from '#kit/web/queue/queue-store.ts'
import { useGoOn, useLostAnswer } from '#kit/web/queue/use-go-on.ts'
import { type Opened, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type OwnerKind, type WithdrawalDetail, withdrawals } from '../contract.ts'
import { texts } from '../texts.ts'

/** As long as the mail about an approval waits. */
export const undoMs = 30_000

type Asking = 'decline' | 'return' | 'pay' | null

/** A withdrawal as its reader opened it, and the actions on it, each on the version that the reader sees. */
export function useWithdrawal(kind: OwnerKind, fresh: WithdrawalDetail) {
  const calls = withdrawals[kind]
  const opened: Opened<WithdrawalDetail> = useOpenedRecord(fresh)
  const own = ({ version }: { version: number }) => opened.made(version)
  const show = useToast()
  const goOn = useGoOn()
  const [asking, setAsking] = useState<Asking>(null)
  const lost = useLostAnswer(fresh.id)
  const approve = useCommand(calls.approve, own, lost)
  const undoApproval = useCommand(calls.undoApproval, own)
  const { draftOf, forget } = useDrafts<{ decline: string; return: string }>('withdrawal')
  const settle = (answer: { version: number }) => {
    forget()
    own(answer)
  }
  const decline = useCommand(calls.decline, settle, lost)
  const giveBack = useCommand(calls.return, settle)
  const pay = useCommand(calls.pay, own)
  const resend = useCommand(calls.resend)
  const call = useCall()
  const refresh = useRefresh()
  const { id, number, status, version } = opened.record
  /** The person may have opened the next record by then, so the result is shown in a message. */
  const undoNow = async (approved: number) => {
    try {
      own(await call(calls.undoApproval, { id }, { ifMatch: approved }))
      changeQueue((queue) => withUndone(queue, id))
      show({ message: texts.approvalTakenBack({ number }) })
    } catch (error) {
      const isUnknown = !isWithoutEffect(error)
      if (isUnknown) changeQueue((queue) => withPerhapsUndone(queue, id))
      const message = isUnknown ? texts.approvalMaybeTakenBack({ number }) : (error as Error).message
      const isOpen = isUnknown || error instanceof NotSent
      const again = { undo: () => void undoNow(approved), standsMs: undoMs }
      show({ message, tone: 'refused', ...(isOpen ? again : {}) })
    }
    void refresh(calls.undoApproval)
  }
  const done = (message: string) => ({
    onSuccess: () => {
      setAsking(null)
      show({ message })
    },
  })
  const refusing = asking === 'return' ? giveBack : decline
  return {
    kind,
    opened,
    withdrawal: opened.record,
    asking,
    ask: (what: Asking) => {
      for (const command of [decline, giveBack, pay]) command.reset()
      setAsking(what)
    },
    isPending:
      approve.isPending || undoApproval.isPending || decline.isPending || giveBack.isPending || pay.isPending,
    /** The errors that no dialog shows. */
    errors: [approve.error, undoApproval.error, resend.error].filter((error) => error !== null),
    approve: () =>
      approve.mutate(
        { input: { id }, ifMatch: version },
        {
          onSuccess: (answer) => {
            show({
              message: texts.wasApproved({ number }),
              undo: () => void undoNow(answer.version),
              standsMs: undoMs,
            })
            goOn(answer)
          },
        },
      ),
    undoApproval: () =>
      undoApproval.mutate({ input: { id }, ifMatch: version }, done(texts.approvalTakenBack({ number }))),
    paying: { isPending: pay.isPending, error: pay.error },
    pay: (bank_reference: string) =>
      pay.mutate({ input: { id, bank_reference }, ifMatch: version }, done(texts.wasPaid({ number }))),
    refusing: {
      isPending: refusing.isPending,
      error: refusing.error,
      draft: draftOf(asking === 'return' ? 'return' : 'decline'),
    },
    refuse: (reason: string) =>
      refusing.mutate(
        { input: { id, reason }, ifMatch: version },
        {
          onSuccess: (answer) => {
            setAsking(null)
            show({
              message: asking === 'return' ? texts.wasReturned({ number }) : texts.wasDeclined({ number }),
            })
            if (status === 'requested') goOn(answer)
          },
        },
      ),
    isResending: resend.isPending,
    resend: (message_id: string) => resend.mutate({ input: { id, message_id } }),
  }
}

export type WithdrawalActing = ReturnType<typeof useWithdrawal>
