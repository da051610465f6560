import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
  messages: 'Messages',
  nothingWasSentYet: 'Nothing was sent yet.',
  toRecipient: 'to {recipient}',
  tryAttemptsLastError: 'Try {attempts}: {lastError}',
  sendAgain: 'Send again',
})
