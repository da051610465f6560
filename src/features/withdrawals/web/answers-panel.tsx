import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { fullTimeOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money, None } from '#kit/web/values.tsx'
import { type OwnerKind, returnedWords } from '../contract.ts'
import {
  type BankAnswer,
  choiceWords,
  type PayoutAnswer,
  type PayoutRun,
  payouts,
} from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { Amount, AnswerRows } from './answer-panel.tsx'

const SettleDialog = lazyOf(() => import('./settle-dialog.tsx'), 'SettleDialog')
const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')

/** The bank answers to a run: exceptions to settle first, then the list of answers and the rows of the newest. */
export function AnswersPanel({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const calls = payouts[kind]
  const can = useCan()
  const show = useToast()
  const [settling, setSettling] = useState<PayoutAnswer | null>(null)
  const [undoing, setUndoing] = useState<BankAnswer | null>(null)
  const undo = useCommand(calls.undo)
  const exceptions = run.answers
    .filter(({ outcome }) => outcome === 'differs')
    .toSorted((a, b) => Number(a.settled_as !== '') - Number(b.settled_as !== ''))
  const latest = run.imports.find(({ undone_at }) => undone_at === null)
  const rows = run.answers.filter(({ number, outcome }) => number === latest?.number && outcome !== 'differs')
  if (run.imports.length === 0) return null
  return (
    <>
      {exceptions.length > 0 && (
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
                onSettle={can(calls.settle) ? () => setSettling(row) : null}
              />,
            ],
          }))}
        />
      )}
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
        rows={run.imports.map((one) => ({
          key: String(one.number),
          isQuiet: one.undone_at !== null,
          cells: [
            one.number,
            `${one.by_name}, ${fullTimeOf(one.at)}`,
            <Money key="paid" rupees={one.paid_total} />,
            <Money key="returned" rupees={one.returned_total} />,
            one.exceptions,
            <ReplyStatus
              key="status"
              one={one}
              onUndo={
                can(calls.undo) && one.stays_why === ''
                  ? () => {
                      undo.reset()
                      setUndoing(one)
                    }
                  : null
              }
            />,
          ],
        }))}
      />
      {rows.length > 0 && (
        <AnswerRows title={texts.rowsOfReply({ number: latest?.number ?? '' })} rows={rows} />
      )}
      <Suspense fallback={null}>
        {settling && (
          <SettleDialog kind={kind} runId={run.id} exception={settling} onClose={() => setSettling(null)} />
        )}
        {undoing && (
          <ReasonDialog
            title={texts.undoReplyPaymentsQuestion({
              number: undoing.number,
              paid: undoing.paid + undoing.returned,
            })}
            text={texts.eachPaymentIsApprovedAnd}
            verb={texts.undoBooking}
            isDangerous
            isPending={undo.isPending}
            error={undo.error}
            onClose={() => setUndoing(null)}
            onSend={(reason) =>
              undo.mutate(
                { input: { id: run.id, reason } },
                {
                  onSuccess: () => {
                    setUndoing(null)
                    show({ message: texts.bookingOfReplyUndone({ number: undoing.number }) })
                  },
                },
              )
            }
          />
        )}
      </Suspense>
    </>
  )
}

function Settled({ row, onSettle }: { row: PayoutAnswer; onSettle: (() => void) | null }) {
  if (row.settled_as === '') {
    return onSettle ? (
      <Button size="compact-xs" variant="default" onClick={onSettle}>
        {texts.settle}
      </Button>
    ) : (
      <StatusMark tone="waiting">{texts.open}</StatusMark>
    )
  }
  return (
    <span title={row.settled_at ? fullTimeOf(row.settled_at) : ''}>
      {texts.settledAsBySettledBy({
        settledAs: choiceWords[row.settled_as] ?? '',
        settledByName: row.settled_by_name,
        settledWhy: <bdi>{row.settled_why}</bdi>,
      })}
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
