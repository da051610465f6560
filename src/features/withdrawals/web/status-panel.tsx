import { numberOf } from '#kit/contract/words.ts'
import sheetClasses from '#kit/web/print/sheet.module.css'
import { Facts } from '#kit/web/record/facts.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Money } from '#kit/web/values.tsx'
import { returnedWords, type WithdrawalStatus, withdrawalWords } from '../contract.ts'
import type { PayoutRun } from '../payout-contract.ts'
import { texts } from '../texts.ts'

const tones: Record<WithdrawalStatus, Tone> = {
  requested: 'waiting',
  approved: 'info',
  paid: 'good',
  declined: 'refused',
}

/** The status of a withdrawal; a payment that the bank did not make or reversed has the same label on every screen. */
export function WithdrawalStatusMark({
  row: { status, is_returned },
}: {
  row: { status: WithdrawalStatus; is_returned: boolean }
}) {
  return <StatusMark tone={tones[status]}>{is_returned ? returnedWords : withdrawalWords[status]}</StatusMark>
}

/** The open work of a closed payout run: exceptions to settle, a bank file to make, or payments awaiting the bank. */
export function ClosedStatus({
  run,
}: {
  run: { has_file: boolean; waiting: number; in_no_file: number; exceptions: number }
}) {
  const awaited = run.waiting - run.in_no_file
  if (run.exceptions > 0)
    return <StatusMark tone="refused">{texts.openExceptions({ exceptions: run.exceptions })}</StatusMark>
  if (awaited > 0)
    return <StatusMark tone="info">{texts.countAwaitingReply({ waiting: awaited })}</StatusMark>
  if (run.waiting > 0) return <StatusMark tone="waiting">{texts.bankFileToMake}</StatusMark>
  return <StatusMark tone="good">{texts.reconciled}</StatusMark>
}

/** What a run pays, and once it is closed what became of that. */
export function RunFacts({ run: { count, status, sums, has_file } }: { run: PayoutRun }) {
  const isOpen = status === 'open'
  return (
    <Facts
      title={isOpen ? texts.toBePaid : texts.payoutStatus}
      facts={[
        { label: texts.payments, value: numberOf(count) },
        { label: has_file ? texts.sent : texts.total, value: <Money rupees={sums.sent} /> },
        ...(isOpen
          ? []
          : [
              { label: texts.paid, value: <Money rupees={sums.paid} /> },
              { label: returnedWords, value: <Money rupees={sums.returned} /> },
              {
                label: has_file ? texts.awaitingBankReply : texts.notSentYet,
                value: <Money rupees={sums.waiting} />,
              },
              // Most runs have neither.
              ...(sums.cancelled === '0'
                ? []
                : [{ label: texts.cancelledSum, value: <Money rupees={sums.cancelled} /> }]),
              ...(sums.in_no_file === '0'
                ? []
                : [{ label: texts.inNoBankFile, value: <Money rupees={sums.in_no_file} /> }]),
            ]),
      ]}
    >
      {has_file && <p className={sheetClasses.note}>{texts.replyColumns}</p>}
    </Facts>
  )
}
