import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
  messages: 'Messages',
  noMessages: 'No messages sent yet.',
  subjectWithheld: 'Hidden: the subject names another record',
  toRecipient: 'to {recipient}',
  failedAttempt: 'Attempt {attempts}: {lastError}',
  sendAgain: 'Send again',
  unknownField: '{field} is not a field of this letter',
  brokenField: 'A field is written with two braces on each side, for example {field}',
  fieldIsMissing: 'The text must contain {field}',
  linkNotInSubject: 'The link belongs in the text: a subject can be read by others',
  subjectIsRequired: 'Write a subject',
  textIsRequired: 'Write the text of the letter',
})
