import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
  messages: 'Messages',
  noMessages: 'No messages sent yet.',
  toRecipient: 'to {recipient}',
  failedAttempt: 'Attempt {attempts}: {lastError}',
  sendAgain: 'Send again',
})
