import type { LetterField, LetterKind, LetterReader } from '#features/messages/kinds-contract.ts'
import type { LetterLanguage } from '#features/messages/template-contract.ts'
import { texts } from '../texts.ts'

export const kindWords: Readonly<Record<LetterKind, string>> = {
  'vendor approved': texts.vendorApproved,
  'vendor rejected': texts.vendorRejected,
  'vendor update requested': texts.vendorUpdateRequested,
  'vendor disabled': texts.vendorDisabled,
  'vendor enabled': texts.vendorEnabled,
  'vendor reopened': texts.vendorReopened,
  'vendor change accepted': texts.vendorChangeAccepted,
  'vendor change declined': texts.vendorChangeDeclined,
  'product approved': texts.productApproved,
  'product rejected': texts.productRejected,
  'product update requested': texts.productUpdateRequested,
  'product reopened': texts.productReopened,
  'product edit approved': texts.productEditApproved,
  'product edit rejected': texts.productEditRejected,
  'withdrawal approved': texts.withdrawalApproved,
  'withdrawal reopened': texts.withdrawalReopened,
  'withdrawal paid': texts.withdrawalPaid,
  'withdrawal declined': texts.withdrawalDeclined,
  subscription: texts.subscription,
  invitation: texts.invitation,
  reset: texts.reset,
  'second factor off': texts.secondFactorOff,
  'sign-in address changed': texts.signInAddressChanged,
  mention: texts.mention,
  'webhook disabled': texts.webhookDisabled,
  'release failed': texts.releaseFailed,
  notification: texts.notification,
  'notification digest': texts.notificationDigest,
  'support request': texts.supportRequest,
  'support reply': texts.supportReply,
  'support answer': texts.supportAnswer,
}

export const fieldWords: Readonly<Record<LetterField, string>> = {
  amount: texts.amount,
  author: texts.author,
  bank_reference: texts.bankReference,
  changed_by: texts.changedByWhom,
  count: texts.count,
  facts: texts.facts,
  invited_by: texts.invitedBy,
  lines: texts.lines,
  link: texts.link,
  marketplace_name: texts.marketplaceName,
  message: texts.message,
  name: texts.name,
  product_name: texts.productName,
  reason: texts.reason,
  record_name: texts.recordName,
  record_type: texts.recordType,
  release_title: texts.releaseTitle,
  request_number: texts.requestNumber,
  role: texts.role,
  summary: texts.summary,
  switched_off_by: texts.switchedOffBy,
  vendor_name: texts.vendorName,
  webhook_address: texts.webhookAddress,
  withdrawal_number: texts.withdrawalNumber,
  words: texts.words,
}

export const readerWords: Readonly<Record<LetterReader, string>> = {
  vendor: texts.toVendors,
  payee: texts.toPayees,
  subscriber: texts.toSubscribers,
  staff: texts.toStaff,
}

export const languageWords: Readonly<Record<LetterLanguage, string>> = { en: texts.english, ur: texts.urdu }
