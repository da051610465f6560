import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  sourceIsRequired: 'Write where and when these people agreed',
  listIsRequired: 'Paste at least one e-mail address',
  writeAReason: 'Write a reason',
  textIsRequired: 'Write the text that people agree to',
  emails: 'Emails',
  state: 'State',
  since: 'Since',
  reason: 'Reason',
  origin: 'Origin',
  consentVersion: 'Consent version',
  consentSource: 'Source of consent',
  askedAt: 'Asked at',
  confirmedAt: 'Confirmed at',
  added: 'Added',
})
