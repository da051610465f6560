import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { texts } from '../texts.ts'

/** The statuses of all nouns as their own screens name and colour them. */
const statuses: Readonly<Record<string, { words: string; tone: Tone }>> = {
  pending: { words: texts.pending, tone: 'waiting' },
  submitted: { words: texts.pending, tone: 'waiting' },
  in_review: { words: texts.inReview, tone: 'waiting' },
  changes_requested: { words: texts.changesRequested, tone: 'info' },
  processing: { words: texts.processing, tone: 'info' },
  completed: { words: texts.completed, tone: 'good' },
  declined: { words: texts.declined, tone: 'refused' },
  rejected: { words: texts.rejected, tone: 'refused' },
  approved: { words: texts.approved, tone: 'good' },
  deactivated: { words: texts.deactivated, tone: 'off' },
  disabled: { words: texts.disabled, tone: 'off' },
  closed: { words: texts.closed, tone: 'off' },
  requested: { words: texts.requested, tone: 'waiting' },
  paid: { words: texts.paid, tone: 'good' },
  open: { words: texts.open, tone: 'waiting' },
  granted: { words: texts.toSend, tone: 'waiting' },
  sent: { words: texts.sent, tone: 'good' },
  cancelled: { words: texts.cancelled, tone: 'off' },
  draft: { words: texts.draft, tone: 'off' },
  scheduled: { words: texts.scheduled, tone: 'info' },
  published: { words: texts.published, tone: 'good' },
  unpublished: { words: texts.unpublished, tone: 'off' },
  failed: { words: texts.failedStatus, tone: 'refused' },
  running: { words: texts.running, tone: 'good' },
  ended: { words: texts.ended, tone: 'off' },
  active: { words: texts.active, tone: 'good' },
  inactive: { words: texts.inactive, tone: 'off' },
  invited: { words: texts.invited, tone: 'waiting' },
}

/** The status of a record that was found; nothing for a noun without one. */
export function FoundStatus({ status }: { status: string }) {
  const known = statuses[status]
  return known ? <StatusMark tone={known.tone}>{known.words}</StatusMark> : null
}
