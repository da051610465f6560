import { grants } from '#features/access/contract.ts'
import type { WrittenKind } from '#features/messages/server/outbox-commands.ts'
import type { Access } from '#kit/contract/endpoint.ts'
import type { FailedMailKind, Resendable } from '../contract.ts'

/** Who sees the name and the address of a mail, by what it is about: who sees the record with its messages. */
export const seeAccess: Readonly<Record<string, Access>> = {
  vendor: grants('Vendor Verifications', 'view'),
  product: grants('Products', 'view'),
  customer: grants('Customer', 'view'),
  vendor_withdrawal: grants('Vendors', 'pay'),
  customer_withdrawal: grants('Customer', 'pay'),
  subscriber: grants('Subscribers', 'view'),
  person: grants('Manage Staffs', 'view'),
  // The mail that somebody was mentioned goes to a colleague, whatever record the note is about.
  note: grants('Manage Staffs', 'view'),
  'support request': grants('Support', 'view'),
  mailing: grants('Email', 'view'),
}

/** What a mail is about; withdrawals are told apart by their owner, because their screens and permissions are. */
export function aboutOf(subjectType: string, ownerType: string | null): string {
  return subjectType === 'withdrawal' ? `${ownerType ?? ''}_withdrawal` : subjectType
}

/** The kind of a stored mail as the list names it: tests of letters are one kind. */
export function kindOf(stored: string): FailedMailKind {
  if (stored === mailingTest) return 'mailing_test'
  return (stored.startsWith('sample of ') ? 'sample' : stored) as FailedMailKind
}

/** Test e-mails of group e-mails, as they are stored. */
export const mailingTest = 'mailing test' satisfies WrittenKind

/** Whether mails about this can be sent again from the list. */
export function isResendable(about: string): about is Resendable {
  return ['vendor', 'product', 'vendor_withdrawal', 'customer_withdrawal'].includes(about)
}
