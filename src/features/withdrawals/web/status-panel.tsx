import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { returnedWords, type WithdrawalStatus, withdrawalWords } from '../contract.ts'
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
