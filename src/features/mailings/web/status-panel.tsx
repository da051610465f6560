import { StatusMark } from '#kit/web/status-mark.tsx'
import { statusWords } from '../contract.ts'
import type { MailingStatus, RecipientStatus } from '../moves-contract.ts'
import { texts } from '../texts.ts'

const tones = {
  draft: 'off',
  waiting: 'waiting',
  scheduled: 'info',
  sending: 'info',
  paused: 'waiting',
  sent: 'good',
  canceled: 'off',
} as const

export function MailingMark({ status }: { status: MailingStatus }) {
  return <StatusMark tone={tones[status]}>{statusWords[status]}</StatusMark>
}

export const recipientWords: Readonly<Record<RecipientStatus, string>> = {
  queued: texts.queued,
  sending: texts.sending,
  sent: texts.sent,
  failed: texts.failed,
  unknown: texts.unknown,
  skipped: texts.skipped,
}
const recipientTones = {
  queued: 'off',
  sending: 'info',
  sent: 'good',
  failed: 'refused',
  unknown: 'waiting',
  skipped: 'off',
} as const

export function RecipientMark({ status }: { status: RecipientStatus }) {
  return <StatusMark tone={recipientTones[status]}>{recipientWords[status]}</StatusMark>
}
