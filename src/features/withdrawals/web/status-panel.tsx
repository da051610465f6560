import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { type WithdrawalStatus, withdrawalWords } from '../contract.ts'

const tones: Record<WithdrawalStatus, Tone> = {
  requested: 'waiting',
  approved: 'info',
  paid: 'good',
  declined: 'refused',
}

/** Where a withdrawal stands. */
export function WithdrawalStatusMark({ status }: { status: WithdrawalStatus }) {
  return <StatusMark tone={tones[status]}>{withdrawalWords[status]}</StatusMark>
}
