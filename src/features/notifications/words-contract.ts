import type { Channel, Notification, NotificationKind } from './contract.ts'
import { texts } from './texts.ts'

/** A notification in one line, on screens and in mails. */
export function wordsOf({
  event,
  subject_type,
  name,
  by_name,
  detail,
  count,
}: Pick<Notification, 'event' | 'subject_type' | 'name' | 'by_name' | 'detail' | 'count'>): string {
  const hours = Number(detail)
  switch (event) {
    case 'mentioned':
      return count > 1 ? texts.mentionedOften({ count, name }) : texts.mentioned({ by: by_name, name })
    case 'assigned':
      return texts.assigned({ by: by_name, name })
    case 'assigned_many':
      return texts.assignedMany({ by: by_name, count })
    case 'claimed_away':
      return texts.claimedAway({ by: by_name, name })
    case 'support_sent':
      return texts.supportSent({ name })
    case 'support_assigned':
      return texts.supportAssigned({ by: by_name, name })
    case 'support_replied':
      return texts.supportReplied({ name })
    case 'support_answered':
      return texts.supportAnswered({ name })
    case 'bank_change':
      return texts.bankChange({ name })
    case 'withdrawal':
      return texts.withdrawalNeeds({ name })
    case 'refund':
      return texts.refundNeeds({ name })
    case 'mailing':
      return texts.mailingNeeds({ name })
    case 'many':
      return (
        { vendor: texts.manyVendors, product: texts.manyProducts }[subject_type] ?? texts.manyCustomers
      )({ count })
    case 'old':
      return ({ vendor: texts.oldVendors, product: texts.oldProducts }[subject_type] ?? texts.oldCustomers)({
        hours,
      })
    case 'import_checked':
      return texts.importChecked({ name })
    case 'import_done':
      return texts.importDone({ name })
    case 'import_failed':
      return texts.importFailed({ name })
    case 'import_reverted':
      return texts.importReverted({ name })
    case 'revert_failed':
      return texts.revertFailed({ name })
    case 'job_done':
      return texts.jobDone({ name })
    case 'published':
      return texts.releasePublished({ name })
    case 'rolled_back':
      return texts.releaseRolledBack({ name })
    case 'failed':
      return texts.releaseFailed({ name })
    case 'webhook_disabled':
      return texts.webhookDisabled({ name })
    case 'webhook_failing':
      return texts.webhookFailing({ name })
    case 'mail_failing':
      return texts.mailFailing({ count })
    case 'mailing_held':
      return texts.mailingHeld({ name })
    case 'mailing_stopped':
      return texts.mailingStopped({ name })
    case 'new_device':
      return texts.newDevice
    case 'low_stock':
      return texts.lowStock({ count, name })
  }
}

export const kindWords: Readonly<Record<NotificationKind, { label: string; help: string }>> = {
  mentioned: { label: texts.kindMentioned, help: texts.helpMentioned },
  review: { label: texts.kindReview, help: texts.helpReview },
  support: { label: texts.kindSupport, help: texts.helpSupport },
  second_signature: { label: texts.kindSecondSignature, help: texts.helpSecondSignature },
  waiting_work: { label: texts.kindWaitingWork, help: texts.helpWaitingWork },
  job_finished: { label: texts.kindJobFinished, help: texts.helpJobFinished },
  release: { label: texts.kindRelease, help: texts.helpRelease },
  delivery_failing: { label: texts.kindDeliveryFailing, help: texts.helpDeliveryFailing },
  new_device: { label: texts.kindNewDevice, help: texts.helpNewDevice },
  low_stock: { label: texts.kindLowStock, help: texts.helpLowStock },
}

export const channelWords: Readonly<Record<Channel, string>> = {
  app: texts.channelApp,
  mail: texts.channelMail,
  digest: texts.channelDigest,
  off: texts.channelOff,
}
