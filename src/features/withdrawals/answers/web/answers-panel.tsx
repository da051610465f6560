import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type OwnerKind, returnedWords } from '#features/withdrawals/contract.ts'
import {
  type BankAnswer,
  type PayoutAnswer,
  type PayoutRun,
  payouts,
} from '#features/withdrawals/payout-contract.ts'
import { texts } from '#features/withdrawals/texts.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money, None } from '#kit/web/values.tsx'
import { paymentsOf } from './answer-model.ts'
import { Amount, AnswerRows } from './answer-panel.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')

/** The bank answers to a run: exceptions to settle first, then the list of answers and the rows of the newest. */
export function AnswersPanel({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const [settling, setSettling] = useState<PayoutAnswer | null>(null)
  const [undoing, setUndoing] = useState<BankAnswer | null>(null)
  const can = useCan()
  const latest = run.imports.find(({ undone_at }) => undone_at === null)
  const rows = run.answers.filter(({ number, outcome }) => number === latest?.number && outcome !== 'differs')
  if (run.imports.length === 0) return null
  return (
    <>
      <Exceptions run={run} onSettle={can(payouts[kind].settle) ? setSettling : null} />
      <Replies run={run} onUndo={can(payouts[kind].undo) ? setUndoing : null} />
      {latest && rows.length > 0 && (
        <AnswerRows title={texts.rowsOfReply({ number: latest.number })} rows={rows} />
      )}
      {settling && (
        <SettleDialog
          kind={kind}
          runId={run.id}
          exception={settling}
          sent={amountOf(run, settling)}
          onClose={() => setSettling(null)}
        />
      )}
      <Suspense fallback={null}>
        {undoing && <UndoReply kind={kind} runId={run.id} reply={undoing} onClose={() => setUndoing(null)} />}
      </Suspense>
    </>
  )
}

function Exceptions({
  run,
  onSettle,
}: {
  run: PayoutRun
  /** Opens the dialog of an exception; null without permission. */
  onSettle: ((row: PayoutAnswer) => void) | null
}) {
  const exceptions = run.answers
    .filter(({ outcome }) => outcome === 'differs')
    .toSorted((a, b) => Number(a.settled_as !== '') - Number(b.settled_as !== ''))
  if (exceptions.length === 0) return null
  return (
    <Sheet
      title={
        run.exceptions > 0
          ? texts.exceptionsToSettle({ exceptions: run.exceptions })
          : texts.exceptionsAllSettled
      }
      empty=""
      columns={[
        { title: texts.reply, end: true },
        { title: texts.row, end: true },
        { title: texts.reference },
        { title: texts.why },
        { title: texts.bankSays },
        { title: texts.amount, end: true },
        { title: texts.settled },
      ]}
      rows={exceptions.map((row) => ({
        key: row.id,
        isQuiet: row.settled_as !== '',
        cells: [
          row.number,
          row.row_number,
          row.reference || <None key="none" />,
          row.message,
          [row.bank_status, row.bank_reference].filter(Boolean).join(', '),
          <Amount key="amount" rupees={row.amount} />,
          <Settled
            key="settled"
            row={row}
            sent={amountOf(run, row)}
            onSettle={onSettle && (() => onSettle(row))}
          />,
        ],
      }))}
    />
  )
}

function Replies({
  run,
  onUndo,
}: {
  run: PayoutRun
  /** Opens the dialog that undoes a reply; null without permission. */
  onUndo: ((reply: BankAnswer) => void) | null
}) {
  return (
    <Sheet
      title={texts.bankReplies}
      empty=""
      columns={[
        { title: texts.reply, end: true },
        { title: texts.booked },
        { title: texts.paid, end: true },
        { title: returnedWords, end: true },
        { title: texts.exceptions, end: true },
        { title: texts.status },
      ]}
      rows={run.imports.map((reply) => ({
        key: String(reply.number),
        isQuiet: reply.undone_at !== null,
        cells: [
          reply.number,
          `${reply.by_name}, ${fullTimeOf(reply.at)}`,
          <Money key="paid" rupees={reply.paid_total} />,
          <Money key="returned" rupees={reply.returned_total} />,
          reply.exceptions,
          <ReplyStatus
            key="status"
            one={reply}
            onUndo={onUndo && reply.stays_why === '' ? () => onUndo(reply) : null}
          />,
        ],
      }))}
    />
  )
}

function UndoReply({
  kind,
  runId,
  reply,
  onClose,
}: {
  kind: OwnerKind
  runId: string
  reply: BankAnswer
  onClose: () => void
}) {
  const show = useToast()
  const undo = useCommand(payouts[kind].undo)
  const { number } = reply
  const done = () => {
    onClose()
    show({ message: texts.bookingOfReplyUndone({ number }) })
  }
  return (
    <ReasonDialog
      title={texts.undoReplyPaymentsQuestion({ number, payments: paymentsOf(reply) })}
      text={texts.undoReplyText}
      verb={texts.undoBooking}
      isDangerous
      isPending={undo.isPending}
      error={undo.error}
      onClose={onClose}
      onSend={(reason) => undo.mutate({ input: { id: runId, number, reason } }, { onSuccess: done })}
    />
  )
}

/** The amount of the payment that an exception names; null if it names none of this run. */
function amountOf({ lines }: PayoutRun, { withdrawal_id }: PayoutAnswer): string | null {
  return lines.find((line) => line.withdrawal_id === withdrawal_id)?.amount ?? null
}

function Settled({
  row,
  sent,
  onSettle,
}: {
  row: PayoutAnswer
  /** The amount that was booked, where a payment was. */
  sent: string | null
  onSettle: (() => void) | null
}) {
  if (row.settled_as === '') {
    return onSettle ? (
      <Button size="compact-xs" variant="default" onClick={onSettle}>
        {texts.settle}
      </Button>
    ) : (
      <StatusMark tone="waiting">{texts.open}</StatusMark>
    )
  }
  const values = { name: row.settled_by_name, reason: <bdi>{row.settled_why}</bdi> }
  return (
    <span title={row.settled_at ? fullTimeOf(row.settled_at) : ''}>
      {row.settled_as === 'no_action'
        ? texts.settledNoAction(values)
        : row.settled_as === 'paid'
          ? sent !== null && row.amount !== null && parseRupees(sent) !== parseRupees(row.amount)
            ? texts.settledPaidAmount({ ...values, amount: formatRs(sent) })
            : texts.settledPaid(values)
          : texts.settledReturned(values)}
    </span>
  )
}

function ReplyStatus({ one, onUndo }: { one: BankAnswer; onUndo: (() => void) | null }) {
  if (one.undone_at) {
    return (
      <>
        <StatusMark tone="off">{texts.undone}</StatusMark>
        <div>
          {one.undone_by_name}, {fullTimeOf(one.undone_at)}: <bdi>{one.undone_why}</bdi>
        </div>
      </>
    )
  }
  return (
    <>
      <StatusMark tone="good">{texts.booked}</StatusMark>
      {one.stays_why && <div>{texts.cannotBeUndone({ staysWhy: one.stays_why })}</div>}
      {onUndo && (
        <div>
          <Button size="compact-xs" variant="default" mt={6} onClick={onUndo}>
            {texts.undoBooking}
          </Button>
        </div>
      )}
    </>
  )
}
