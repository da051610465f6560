/** The states of a mailing, in the order of the tabs. */
export const mailingStatuses = [
  'draft',
  'waiting',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'canceled',
] as const
export type MailingStatus = (typeof mailingStatuses)[number]

/** From which states each move leads; a job makes `begin`, `finish` and `hold`. */
export const moves = {
  /** Sent at once or at its time, or first shown to a second person. */
  send: ['draft'],
  approve: ['waiting'],
  withdraw: ['waiting', 'scheduled'],
  begin: ['scheduled'],
  hold: ['scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  cancel: ['sending', 'paused'],
  /** To those whom it did not reach. */
  again: ['sent'],
  finish: ['sending'],
} as const satisfies Record<string, readonly MailingStatus[]>
export type Move = keyof typeof moves

export function mayMove(status: MailingStatus, move: Move): boolean {
  return (moves[move] as readonly MailingStatus[]).includes(status)
}

/** What became of the mail to one recipient. */
export const recipientStatuses = ['queued', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type RecipientStatus = (typeof recipientStatuses)[number]
